import type { CoreChannelName } from '../../../shared/contract/channels.ts';
import type { NetworkFacts } from '../../../shared/contract/network/network-channels.ts';
import type { ProxyFinder } from '../foundation/ports.ts';
import type { FeatureServices, Handlers } from '../sessions/feature.ts';
import type { CompanyNetwork } from './company-network.ts';

type NetworkChannel = Extract<CoreChannelName, `network:${string}`>;

export interface NetworkOptions extends Pick<FeatureServices, 'grantedFile'> {
  readonly network: CompanyNetwork;
  readonly proxyFor: ProxyFinder;
  /** Base addresses of all services that are known now. */
  readonly addresses: () => readonly string[];
}

/** Certificates and the sign-in to a proxy, as a person sees and chooses them. */
export function networkHandlers({
  network,
  grantedFile,
  proxyFor,
  addresses,
}: NetworkOptions): Handlers<NetworkChannel> {
  async function facts(): Promise<NetworkFacts> {
    const found = await Promise.all(addresses().map((address) => proxyFor(address)));
    const proxies = found.flatMap((proxy) => (proxy !== null && URL.canParse(proxy) ? [new URL(proxy).host] : []));
    return {
      authorities: network.authorities.map(({ name, validTo }) => ({ name, validTo })),
      proxies: [...new Set(proxies)],
      proxyUser: network.signIn,
    };
  }
  async function factsAfter(change: Promise<void>): Promise<NetworkFacts> {
    await change;
    return facts();
  }
  return {
    'network:get': facts,
    'network:chooseCertificates': async ({ token }) =>
      factsAfter(network.chooseCertificates(grantedFile(token, 'read'))),
    'network:removeCertificates': () => factsAfter(network.removeCertificates()),
    'network:signInToProxy': (signIn) => factsAfter(network.signInToProxy(signIn)),
    'network:signOutOfProxy': () => factsAfter(network.signOutOfProxy()),
  };
}
