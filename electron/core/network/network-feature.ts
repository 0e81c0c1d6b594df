import type { NetworkFacts } from '../../../shared/contract/network/network-channels.ts';
import type { ProxyFinder } from '../foundation/ports.ts';
import type { FeatureServices, Handlers } from '../sessions/feature.ts';
import type { CompanyNetwork } from './company-network.ts';

type NetworkChannel =
  | 'network:get'
  | 'network:chooseCertificates'
  | 'network:removeCertificates'
  | 'network:signInToProxy'
  | 'network:signOutOfProxy';

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
  return {
    'network:get': facts,
    'network:chooseCertificates': async ({ token }) => {
      await network.chooseCertificates(grantedFile(token, 'read'));
      return facts();
    },
    'network:removeCertificates': async () => {
      await network.removeCertificates();
      return facts();
    },
    'network:signInToProxy': async (signIn) => {
      await network.signInToProxy(signIn);
      return facts();
    },
    'network:signOutOfProxy': async () => {
      await network.signOutOfProxy();
      return facts();
    },
  };
}
