import { PLAIN_NETWORK } from '../../foundation/network-access.ts';
import type { Block, RequestTools } from '../requests/request-tools.ts';
import type { OpenAnswer } from '../requests/requester.ts';
import { DEFAULT_TIMEOUTS } from '../transport/timeouts.ts';
import { Transport } from '../transport/transport.ts';
import { SPEC_CREDENTIALS } from './spec-client.ts';
import { VirtualClock } from './virtual-clock.ts';

/** What reads the answers of a service, without a network: the specs hand it answers that have come. */
export function answerTools(block: Block | null = null) {
  const clock = new VirtualClock();
  const transport = new Transport({
    baseAddress: 'http://127.0.0.1:1/api',
    clock,
    proxy: null,
    timeouts: DEFAULT_TIMEOUTS,
    network: PLAIN_NETWORK,
  });
  const tools: Omit<RequestTools, 'requester'> = {
    transport,
    clock,
    blocked: () => block,
    formatTime: (instant) => `<${instant - clock.wallNow()} ms>`,
  };
  const concluded: string[] = [];
  const answer = (
    status: number,
    body: string,
    breaksOff = false,
    headers: Readonly<Record<string, string>> = {},
  ): OpenAnswer => ({
    kind: 'answer',
    answer: {
      kind: 'answer',
      status,
      header: (name) => headers[name],
      body: bodyOf(body, breaksOff),
      discard: () => undefined,
      receivedAt: 0,
      signal: undefined,
    },
    credentials: SPEC_CREDENTIALS,
    retryAfter: null,
    conclude: (outcome) => void concluded.push(outcome),
    flows: () => undefined,
    isOverdue: () => false,
  });
  // Reading an answer sends nothing.
  return { clock, tools: tools as RequestTools, answer, concluded };
}

async function* bodyOf(text: string, breaksOff: boolean): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(text, 'utf8');
  if (breaksOff) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}
