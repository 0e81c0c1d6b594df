import { EMPTY_LEDGER } from '../../../../../shared/domain/quota/quota.ts';
import type { ServiceFigure } from '../../../../../shared/domain/service/answers/records.ts';
import type { ServiceId } from '../../../../../shared/domain/service/services.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { createLedgerStore, type LedgerStore } from '../../../api/broker/ledger/ledger-store.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import type { CreateLeadOutcome } from '../../../api/outcomes/lead-outcome.ts';
import { NO_TEAM } from '../../../foundation/lead-claims.ts';
import type { AccountSession } from '../../../sessions/session.ts';
import { createJournal, type JournalUnderTest, phones } from '../journal/job-fixture.ts';
import { turn } from '../run/runner-fixture.ts';
import { SentCheck } from './sent-check.ts';

/*
 * For specs: a check of what was sent on a real journal and a virtual clock, with a client that sends every row and a
 * service that says its count when the spec says so.
 */

const LEAD = { campaignCode: 'SPRING', data: { Phone: '+4530000001' } };

export type Counts = Awaited<ReturnType<AccountSession['api']['readCounts']>>;

/** What the service says of the counter of leads. */
export const figure = (change: Partial<ServiceFigure> = {}): ServiceFigure => ({
  name: 'Leads',
  services: ['POST leads'],
  limit: 100_000,
  used: 7,
  remaining: null,
  secondsLeft: 20 * 3_600,
  ...change,
});

/** Requests of the minute of `at` (Unix milliseconds), as the broker writes them. */
export function addMinute(ledger: LedgerStore, at: number, requests: number, service: ServiceId = 'POST leads'): void {
  const minute = Math.floor(at / MINUTE) * MINUTE;
  ledger.addMinute({ minute, service, lane: 'import', requests, units: requests, refused: 0 });
}

/** The service counted this number of leads. */
export const counted = (used: number, service: ServiceId = 'POST leads', secondsLeft = 20 * 3_600): Counts => ({
  ok: true,
  value: { figures: [figure({ services: [service], limit: 1000, used, secondsLeft })], raw: '' },
});

export const failed = (code: string, more: object = {}): Counts =>
  ({
    ok: false,
    error: {
      code,
      message: 'No connection.',
      ...(code === 'network' && { sent: 'no' }),
      ...(code === 'rejected' && { status: 400 }),
      ...more,
    },
  }) as unknown as Counts;

export class SentCheckBench implements Disposable {
  readonly at: JournalUnderTest = createJournal();
  readonly clock = new VirtualClock();
  readonly asked: { answer(counts: Counts): void; readonly signal: AbortSignal }[] = [];
  /** Rows that left. */
  left = 0;
  /** How often it was said that what is in doubt has changed, and of which jobs that their notes have. */
  told = 0;
  readonly noted: string[] = [];
  readonly bugs: string[] = [];
  /** Jobs that another program runs. */
  elsewhere: readonly string[] = [];
  /** What becomes of a row. */
  onCreate = (): CreateLeadOutcome => ({ outcome: 'created', leadId: `${this.left}`, raw: '' });
  /** What the service answers at once; null: when the spec says so, by `answer`. */
  onCounts: (() => Counts) | null = null;
  #check: SentCheck | null = null;

  /** The account is opened, once more when it was before. */
  open(setAside?: string): SentCheck {
    const api = {
      createLead: () => {
        this.left += 1;
        return Promise.resolve(this.onCreate());
      },
      readCounts: ({ signal }: { signal: AbortSignal }) =>
        new Promise<Counts>((resolve) => {
          this.asked.push({ answer: resolve, signal });
          if (this.onCounts !== null) resolve(this.onCounts());
        }),
    } as unknown as AccountSession['api'];
    const account = { id: 'anna', dialect: { timeZone: 'UTC' } };
    const session = { account, journal: this.at.journal, api, folder: '', ...(setAside !== undefined && { setAside }) };
    this.#check?.[Symbol.dispose]();
    this.#check = new SentCheck({
      clock: this.clock,
      log: { bug: (what) => (this.bugs.push(what), ''), note: () => undefined },
      session: session as unknown as AccountSession,
      store: this.at.store,
      claims: NO_TEAM,
      run: 'spec',
      isHeldElsewhere: (jobId) => this.elsewhere.includes(jobId),
      onDoubt: () => (this.told += 1),
      onNote: (jobId) => void this.noted.push(jobId),
    });
    return this.#check;
  }

  /** Adds a job with these rows, remembers this number of requests, and opens the account. */
  opened(rows: number, id = 'job', remembered = 0): SentCheck {
    this.at.add(phones(rows), { id });
    if (remembered > 0) this.remembered(remembered);
    return this.open();
  }

  get isOpen(): boolean {
    return this.#check !== null;
  }

  get check(): SentCheck {
    if (this.#check === null) throw new Error('the account is not open');
    return this.#check;
  }

  [Symbol.dispose](): void {
    this.#check?.[Symbol.dispose]();
    this.at[Symbol.dispose]();
  }

  send(jobId: string, signal?: AbortSignal): ReturnType<ReturnType<SentCheck['guard']>['createLead']> {
    const options = { lane: 'import', beforeSend: () => undefined, ...(signal && { signal }) } as const;
    return this.check.guard(jobId).createLead(LEAD, options);
  }

  /** Has a row sent, answers the count that this asks for, and waits for what became of the row. */
  async asking(jobId: string, counts: Counts): ReturnType<SentCheckBench['send']> {
    const row = this.send(jobId);
    await this.answer(this.asked.length - 1, counts);
    return row;
  }

  /** Answers the count that is asked for the nth time, from 0. */
  async answer(index: number, counts: Counts): Promise<void> {
    const question = this.asked[index];
    if (question === undefined) throw new Error(`the count was not asked for ${index + 1} times`);
    question.answer(counts);
    await turn();
  }

  /** `rows` rows were debited and have left; the journal has written the first `written` of them as sent. */
  remembered(units: number, written = units): void {
    const { journal } = this.at;
    const attempt = journal.prepare(
      `INSERT INTO import_attempt (job, n, at, step, run, detail) SELECT min(id), 1, ?, 'send', 'before', '' FROM import_job`,
    );
    for (let n = 0; n < written; n += 1) attempt.run(this.clock.wallNow());
    addMinute(createLedgerStore(journal), this.clock.wallNow(), units);
  }

  /** What the service said of its day an hour ago. */
  toldBefore(used: number): void {
    const now = this.clock.wallNow();
    createLedgerStore(this.at.journal).write('POST leads', {
      ...EMPTY_LEDGER,
      used,
      periodStart: now - 4 * 60 * MINUTE,
      periodEnd: now + 20 * 60 * MINUTE,
      confirmedAt: now - 60 * MINUTE,
      byWhom: { ...EMPTY_LEDGER.byWhom, told: { used, own: used, doubtful: 0, lacked: 0 } },
    });
  }

  holdOf(id: string) {
    return this.at.store.find(id)?.hold ?? null;
  }
}
