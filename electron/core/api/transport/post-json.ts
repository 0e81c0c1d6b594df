import { isLoopbackHost } from '../../../../shared/domain/service/address.ts';
import type { NetworkAccess } from '../../foundation/network-access.ts';
import type { Clock, ProxyFinder } from '../../foundation/ports.ts';
import { systemStoreRead, trustedCertificates } from './system-certificates.ts';

/** How this computer reaches other networks. */
export interface Road {
  readonly proxyFor: ProxyFinder;
  readonly network: NetworkAccess;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Posts JSON to an address that is not the service's. Answers the status; no redirect is followed. Rejects when there is no
 * answer.
 *
 * @param patience milliseconds for the whole answer
 */
export type PostJson = (address: string, body: string, patience: number) => Promise<number>;

/** Posts as the client of the service does: through the proxy, with the certificates and the sign-in that a person chose. */
export function postOn({ proxyFor, network, clock }: Road): PostJson {
  return async (address, body, patience) => {
    // Loaded when it is needed: decision 0221.
    const { Agent, Pool, ProxyAgent, request } = await import('undici');
    const isHere = isLoopbackHost(new URL(address).hostname);
    if (!isHere) await systemStoreRead(clock);
    const proxy = isHere ? null : await proxyFor(address);
    const tls = { ca: trustedCertificates(network.certificates) };
    // A password in the address of the proxy comes first.
    const token = proxy === null || new URL(proxy).username !== '' ? null : network.proxyAuthorization(proxy);
    const agent =
      proxy === null
        ? new Agent({ connect: tls })
        : new ProxyAgent({
            uri: proxy,
            requestTls: tls,
            proxyTls: tls,
            ...(token === null ? {} : { token }),
            // undici hears the signal only when the way is open.
            clientFactory: (origin, own) => new Pool(origin, { ...own, headersTimeout: patience }),
          });
    try {
      const answer = await request(address, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(patience),
      });
      await answer.body.dump();
      return answer.statusCode;
    } finally {
      await agent.destroy();
    }
  };
}
