import type { CreateLeadOptions, CreateLeadOutcome, NewLead } from '../../../api/outcomes/lead-outcome.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import type { LeadClaims } from '../../../foundation/lead-claims.ts';
import type { DatabaseSync } from 'node:sqlite';
import { createJournal, type JournalUnderTest, phones } from '../journal/job-fixture.ts';
import type { NewJob } from '../journal/records/job-records.ts';
import { JobRunner } from './job-runner.ts';

/*
 * For specs: a runner on a real journal and a virtual clock, with a client that answers what the spec says.
 * job-runner.spec.ts and job-trouble.spec.ts show over HTTP that the real client answers so.
 */

export interface Call {
  readonly lead: NewLead;
  readonly options: CreateLeadOptions;
  readonly phone: string;
  isSent: boolean;
  isAnswered: boolean;
  send(): void;
  answer(outcome: CreateLeadOutcome): Promise<void>;
  /** Sends the row and answers it. */
  settle(outcome: CreateLeadOutcome): Promise<void>;
  fail(): Promise<void>;
}

export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
export const created = (leadId = 'L'): CreateLeadOutcome => ({ outcome: 'created', leadId, raw: '' });
export const rejected: CreateLeadOutcome & { outcome: 'rejected' } = {
  outcome: 'rejected',
  status: 400,
  message: 'No.',
  fieldErrors: [],
  raw: '',
};
export const unknown: CreateLeadOutcome = { outcome: 'unknown', reason: 'noAnswer', detail: 'No answer came.' };

export const notSent = (reason: (CreateLeadOutcome & { outcome: 'notSent' })['reason']): CreateLeadOutcome => ({
  outcome: 'notSent',
  reason,
  message: `Because of ${reason}.`,
});

export const notNow = (
  kind: (CreateLeadOutcome & { outcome: 'notNow' })['kind'],
  retryAt: number | null = null,
): CreateLeadOutcome => ({ outcome: 'notNow', kind, retryAt, message: `Because of ${kind}.` });

/** A client that answers what the spec says, when it says so. */
export class ScriptedClient {
  readonly calls: Call[] = [];

  /** Rows with the client. */
  open(): Call[] {
    return this.calls.filter((call) => !call.isAnswered);
  }

  /** Sends the first of them. */
  sendFirst(): Call {
    const [call] = this.open();
    if (!call) throw new Error('no row is with the client');
    call.send();
    return call;
  }

  settleFirst(outcome: CreateLeadOutcome): Promise<void> {
    return this.sendFirst().answer(outcome);
  }

  /** A row called back before it was sent comes back as cancelled. */
  createLead(lead: NewLead, options: CreateLeadOptions): Promise<CreateLeadOutcome> {
    return new Promise((resolve, reject) => {
      const call: Call = {
        lead,
        options,
        phone: lead.data['Phone'] ?? '',
        isSent: false,
        isAnswered: false,
        send() {
          options.beforeSend();
          call.isSent = true;
        },
        async answer(outcome) {
          call.isAnswered = true;
          resolve(outcome);
          await turn();
        },
        settle(outcome) {
          call.send();
          return call.answer(outcome);
        },
        async fail() {
          call.isAnswered = true;
          reject(new Error('a bug of the client'));
          await turn();
        },
      };
      options.signal?.addEventListener('abort', () => {
        if (call.isSent) return;
        call.isAnswered = true;
        resolve(notSent('cancelled'));
      });
      this.calls.push(call);
    });
  }
}

export class RunnerBench implements Disposable {
  readonly clock = new VirtualClock();
  readonly at: JournalUnderTest;
  readonly client = new ScriptedClient();
  readonly calls = this.client.calls;
  readonly bugs: unknown[] = [];
  readonly ended: string[] = [];
  changes = 0;

  /** @param claimsOf what the account has of a team; left out: none */
  constructor(claimsOf?: (journal: DatabaseSync, folder: string, clock: VirtualClock) => LeadClaims) {
    this.at = createJournal(claimsOf && ((journal, folder) => claimsOf(journal, folder, this.clock)));
  }

  [Symbol.dispose](): void {
    this.at[Symbol.dispose]();
  }

  /** A runner of a new job with this number of rows. */
  runner(rows: number, change: Partial<NewJob> = {}): JobRunner {
    this.at.add(phones(rows), change);
    return this.again();
  }

  /** The same runner, after its start. */
  started(rows: number, change: Partial<NewJob> = {}): JobRunner {
    const runner = this.runner(rows, change);
    runner.start();
    return runner;
  }

  /** Another runner of the job, as a later run of the program has it. */
  again(): JobRunner {
    const { at, clock } = this;
    const job = at.job();
    return new JobRunner({
      job,
      store: at.store,
      api: this.client,
      claims: at.claims,
      clock,
      random: () => 0,
      log: { bug: (_, error) => `bug-${this.bugs.push(error)}`, note: () => undefined },
      run: 'spec',
      zone: 'Europe/Copenhagen',
      pacePerMinute: () => 240,
      onChange: () => (this.changes += 1),
      onDone: () => void this.ended.push('done'),
      onHeld: () => void this.ended.push('held'),
      onUnwished: () => void this.ended.push('unwished'),
    });
  }

  call(index: number): Call {
    const found = this.calls.at(index);
    if (!found) throw new Error(`there is no call ${index}`);
    return found;
  }

  /** Sends the rows of these calls. */
  send(...indexes: readonly number[]): void {
    for (const index of indexes) this.call(index).send();
  }

  /** Rows with the client. */
  open(): Call[] {
    return this.client.open();
  }

  tally() {
    return this.at.store.rows.tally('job');
  }

  row(n: number) {
    return this.at.store.lists.rowsAfter('job', n - 1, 1)[0];
  }

  /** The hold in the journal. */
  kept() {
    return this.at.store.find('job')?.hold?.kind ?? null;
  }
}
