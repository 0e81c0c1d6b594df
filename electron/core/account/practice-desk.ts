// Why: decision 0426.
import { z } from 'zod';
import type { PracticeState, PracticeTrouble } from '../../../shared/contract/account/practice.ts';
import { askPractice } from '../api/transport/practice-control.ts';
import { Failure, invalid } from '../foundation/failure.ts';
import type { PracticeLauncher } from '../foundation/ports.ts';

/** What the service does for each trouble, as its control address takes it; it happens to leads that are sent. */
const FAULTS: Record<
  PracticeTrouble,
  { readonly kind: string; readonly when?: string; readonly [part: string]: unknown }
> = {
  refusal: { kind: 'refuse', message: 'Refused on purpose: the practice service was asked to.' },
  lostAnswer: { kind: 'close', when: 'after' },
  noAnswer: { kind: 'hang', when: 'after' },
  tooManyRequests: { kind: 'tooManyRequests', period: 'minute', resetSeconds: 20 },
  slow: { kind: 'latency', milliseconds: 3000 },
};
const SENT_LEADS = { method: 'POST', path: '/leads' };

const answerSchema = z.object({
  time: z.iso.datetime(),
  speed: z.number(),
  faults: z.array(
    z.object({
      id: z.int(),
      specification: z.object({
        kind: z.string(),
        when: z.string().optional(),
        times: z.union([z.number(), z.literal('always')]).optional(),
        match: z.object({ method: z.string().optional() }).loose().optional(),
      }),
      fired: z.number(),
    }),
  ),
});

export interface PracticeDeskOptions {
  readonly launcher: Pick<PracticeLauncher, 'start'>;
  /** Whether the practice account is the one in use. */
  readonly isInUse: () => boolean;
}

/** What a person asks of the practice service itself: its clock, and trouble for the next leads. */
export class PracticeDesk {
  readonly #options: PracticeDeskOptions;

  constructor(options: PracticeDeskOptions) {
    this.#options = options;
  }

  async state(): Promise<PracticeState> {
    const { time, speed, arranged } = await this.#read();
    return { time, speed, waiting: arranged.map(({ kind, left }) => ({ kind, left })) };
  }

  /** @param speed service seconds in a second of this computer */
  async setSpeed(speed: number): Promise<PracticeState> {
    await this.#ask('POST', 'clock', { speed });
    return this.state();
  }

  /** The next leads meet the trouble; what was asked for before comes first. */
  async arrange(kind: PracticeTrouble, leads: number): Promise<PracticeState> {
    await this.#ask('POST', 'faults', { ...FAULTS[kind], match: SENT_LEADS, times: leads });
    return this.state();
  }

  /** Takes back what was arranged here and has not happened yet. */
  async calm(): Promise<PracticeState> {
    for (const { id } of (await this.#read()).arranged) await this.#ask('DELETE', `faults/${id}`);
    return this.state();
  }

  async #read() {
    const { time, speed, faults } = answerSchema.parse(await this.#ask('GET', 'state'));
    const arranged = faults.flatMap(({ id, specification: { kind, when, times = 1, match }, fired }) => {
      const [trouble] = Object.entries(FAULTS).find(([, fault]) => fault.kind === kind && fault.when === when) ?? [];
      // Others were set over the control address, for other requests or for good: this page has no words for them.
      if (trouble === undefined || times === 'always' || match?.method !== SENT_LEADS.method || fired >= times)
        return [];
      return [{ id, kind: trouble as PracticeTrouble, left: times - fired }];
    });
    return { time: Date.parse(time), speed, arranged };
  }

  async #ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    if (!this.#options.isInUse())
      throw invalid('Only the practice service does what it is asked. Switch to Practice first.');
    const access = await this.#options.launcher.start();
    try {
      return await askPractice(access, method, path, body);
    } catch (error) {
      throw new Failure(
        {
          code: 'network',
          sent: 'maybe',
          message: 'The practice service did not answer. Restart Lead Console: that starts it anew.',
        },
        { cause: error },
      );
    }
  }
}
