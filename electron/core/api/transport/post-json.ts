import { trustedCertificates } from './system-certificates.ts';

/**
 * Posts JSON to an address that is not the service's. Answers the status; no redirect is followed. Rejects when there is no
 * answer.
 *
 * @param patience milliseconds for the whole answer
 */
export async function postJson(address: string, body: string, patience: number): Promise<number> {
  // Loaded when it is needed: decision 0221.
  const { Agent, request } = await import('undici');
  const agent = new Agent({ connect: { ca: trustedCertificates([]) } });
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
}
