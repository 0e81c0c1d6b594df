import type { AppError } from '../../../../../shared/contract/errors.ts';
import type { ByteStreamPart, LeadBody } from '../../../api/reads/streams.ts';

/** For specs: leads as the service sends them, to the end or until it fails so, or the connection breaks with these words. */
export function leadBody(
  leads: readonly unknown[],
  failure: string | AppError | null = null,
  signal?: AbortSignal,
): LeadBody {
  const bytes = new TextEncoder().encode(JSON.stringify(leads));
  async function* body(): AsyncGenerator<ByteStreamPart> {
    await Promise.resolve();
    yield { kind: 'bytes', bytes };
    const said =
      typeof failure === 'string' ? ({ code: 'network', sent: 'maybe', message: failure } as const) : failure;
    const error = signal?.aborted === true ? ({ code: 'cancelled', message: 'Cancelled.' } as const) : said;
    yield { kind: 'end', complete: error === null, bytes: bytes.length, error };
  }
  return {
    [Symbol.asyncIterator]: body,
    head: () => ({ charset: null, isSizeKnown: false }),
    explain: ({ words }) => ({ code: 'network', sent: 'maybe', message: words }),
  };
}
