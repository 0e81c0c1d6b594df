import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { SECOND } from '../../../../../shared/domain/time/time.ts';
import type { CreateLeadOutcome } from '../../../api/outcomes/lead-outcome.ts';
import { createLedgerStore } from '../../../api/broker/ledger/ledger-store.ts';
import { ServiceDay } from '../../../api/broker/service-day.ts';
import { phones } from '../journal/job-fixture.ts';
import { turn } from '../run/runner-fixture.ts';
import { counted, failed, type Counts, SentCheckBench } from './sent-check-fixture.ts';

vi.setConfig({ testTimeout: 180_000 });

/*
 * The check of what was sent beside a model of the service and the real ledger of a day: counts that fail in every way, others
 * who use the account, copies of the folder, answers with 429 that are counted or not, kills, and a person's word.
 */

const JOB = 'job';
const ROWS = 60;
/** Milliseconds for which a debit of another program is taken to be under way (broker/period-border.ts). */
const TRAVEL = 2 * SECOND;
const request = { service: 'POST leads', lane: 'import', fairUse: true } as const;

const NOT_YET = ['500', 'minute', 'day', 'damaged', 'unknownForm', 'empty', 'offline'] as const;
const NEVER = ['403', '404', 'missing'] as const;
type Mode = 'whole' | (typeof NOT_YET)[number] | (typeof NEVER)[number];

type Step =
  | { readonly does: 'row' }
  | { readonly does: 'reading'; readonly mode: Mode }
  /** Another client, or a copy of this folder: the service cannot tell, and neither can we. */
  | { readonly does: 'foreign'; readonly leads: number }
  | { readonly does: 'throttle' }
  | { readonly does: 'restart' }
  /** Ended after the debit, before the row was written as sent. */
  | { readonly does: 'killBeforeRow' }
  | { readonly does: 'pass'; readonly seconds: number }
  | { readonly does: 'goOn' };

/** A row that left: what was known then. */
interface Left {
  readonly isFree: boolean;
  readonly isSaid: boolean;
  /** Leads of others that the service had counted when its count was last read, and that this computer was not told of before. */
  readonly unseen: number | null;
  /** How many of them could be answers with 429, or what a dead program debited. */
  readonly tolerated: number;
  /** No row was created since the account was opened, and how often the count was read since. */
  readonly isFirst: boolean;
  readonly readings: number;
}

class World implements Disposable {
  readonly bench = new SentCheckBench();
  readonly left: Left[] = [];
  readonly #countsThrottled: boolean;
  #day: ServiceDay;
  #used = 0;
  #foreign = 0;
  /** Leads of others at the last count that the ledger had when the account was opened. */
  #known = 0;
  #seen: number | null = null;
  #seenBefore: number | null = null;
  #throttledSince = 0;
  #toleratedAtReading = 0;
  #ghostsAtReading = 0;
  #created = 0;
  #readings = 0;
  /** When a request was debited whose program ended before its row was written, monotonic milliseconds. */
  readonly #ghosts: number[] = [];
  #throttleNext = false;
  #isFree = false;
  readonly #modes: Mode[] = [];
  readonly #begunAt: number;

  constructor(countsThrottled: boolean) {
    this.#countsThrottled = countsThrottled;
    const { bench } = this;
    this.#begunAt = bench.clock.wallNow();
    bench.at.add(phones(ROWS), { id: JOB });
    this.#day = this.#openDay();
    bench.onCreate = () => this.#create();
    bench.onCounts = () => this.#say(this.#modes.shift() ?? 'whole');
    for (let n = 0; n < 5; n += 1) this.#create();
    this.#say('whole');
    this.left.length = 0;
    this.restart();
  }

  get hold() {
    return this.bench.holdOf(JOB);
  }

  async do(step: Step): Promise<void> {
    const { bench } = this;
    bench.clock.run(bench.clock.monotonicNow() + 10);
    switch (step.does) {
      case 'row':
        return this.#sendRow();
      case 'reading':
        return void this.#modes.push(step.mode);
      case 'foreign':
        this.#foreign += step.leads;
        this.#used += step.leads;
        return;
      case 'throttle':
        this.#throttleNext = true;
        return;
      case 'killBeforeRow':
        this.#day.debit(request);
        this.#ghosts.push(bench.clock.monotonicNow());
        return this.restart();
      case 'restart':
        return this.restart();
      case 'pass':
        bench.clock.run(bench.clock.monotonicNow() + step.seconds * SECOND);
        return turn();
      case 'goOn':
        this.#isFree = true;
        await bench.check.goOn(JOB, () => Promise.resolve(bench.at.store.setHold(JOB, null)));
    }
  }

  restart(): void {
    this.bench.open();
    this.#day = this.#openDay();
    // What the ledger was told is remembered from now on.
    this.#known = this.#seen ?? this.#known;
    this.#seen = null;
    this.#toleratedAtReading = 0;
    this.#ghostsAtReading = 0;
    this.#created = 0;
    this.#readings = 0;
    if (!this.bench.check.notes.has(JOB, 'goOn')) this.#isFree = false;
  }

  [Symbol.dispose](): void {
    this.bench[Symbol.dispose]();
  }

  async #sendRow(): Promise<void> {
    const { bench } = this;
    // A held job is resumed by a person's word only.
    if (this.hold !== null || bench.at.store.rows.ready(JOB, 1).length === 0) return;
    this.#seenBefore = this.#seen;
    const row = bench.send(JOB);
    // The service answers within the patience of a row.
    await turn();
    await turn();
    const outcome = await row;
    if (outcome.outcome === 'heldBack')
      bench.at.store.setHold(JOB, { kind: 'older', reason: outcome.reason, resumeAt: null });
    await turn();
  }

  /** The row that asks for the third count does not wait for it. */
  #unseen(): number | null {
    const seen = this.#readings > 2 ? this.#seenBefore : this.#seen;
    return seen === null ? null : seen - this.#known;
  }

  /** A count may lack what another program debited just before: the ledger takes it to be under way. */
  #mayTravel(): number {
    const now = this.bench.clock.monotonicNow();
    return this.#ghosts.filter((at) => now - at <= TRAVEL).length;
  }

  #openDay(): ServiceDay {
    const { clock, at } = this.bench;
    return new ServiceDay({
      service: 'POST leads',
      clock,
      ledger: createLedgerStore(at.journal),
      price: () => 1,
      onUnsaved: () => undefined,
    });
  }

  #create(): CreateLeadOutcome {
    const { clock, at } = this.bench;
    const n = at.store.rows.ready(JOB, 1)[0]?.n ?? 0;
    const sentAt = clock.monotonicNow();
    this.#day.debit(request);
    at.store.rows.step(JOB, n, 'send', { at: clock.wallNow(), run: 'spec' });
    this.left.push({
      isFree: this.#isFree,
      isSaid: this.bench.isOpen && this.bench.check.noCount !== '',
      unseen: this.#unseen(),
      tolerated: this.#toleratedAtReading + this.#ghostsAtReading,
      isFirst: this.#created === 0,
      readings: this.#readings,
    });
    this.#day.ended(1);
    if (!this.#throttleNext) {
      this.#used += 1;
      this.#created += 1;
      at.store.rows.step(JOB, n, 'created', { at: clock.wallNow(), run: 'spec', leadId: `${n}` });
      return { outcome: 'created', leadId: `${n}`, raw: '' };
    }
    this.#throttleNext = false;
    if (this.#countsThrottled) this.#used += 1;
    else this.#throttledSince += 1;
    this.#day.countThrottled({ ...request, units: 1, sentAt, debitedAt: clock.wallNow() });
    at.store.rows.step(JOB, n, 'takeBack', { at: clock.wallNow(), run: 'spec', reason: '429' });
    return { outcome: 'notNow', kind: 'rateLimited', retryAt: null, message: 'Wait.' };
  }

  #say(mode: Mode): Counts {
    const { clock } = this.bench;
    switch (mode) {
      case 'whole': {
        const asked = { from: 'counts', askedAt: clock.monotonicNow() + 1 } as const;
        // The day ends when it ends: said anew as 20 hours each time, it would be another one after two minutes.
        const secondsLeft = 20 * 3600 - Math.floor((clock.wallNow() - this.#begunAt) / SECOND);
        this.#day.confirm({ limit: null, used: this.#used, secondsLeft, ...asked });
        this.#seen = this.#foreign;
        this.#toleratedAtReading += this.#throttledSince;
        this.#ghostsAtReading = Math.max(this.#ghostsAtReading, this.#mayTravel());
        this.#throttledSince = 0;
        this.#readings += 1;
        return counted(this.#used, 'POST leads', secondsLeft);
      }
      case '500':
        return failed('rejected', { status: 500 });
      case 'minute':
      case 'day':
        return failed('rateLimited', { period: mode, service: 'GET myaccount', retryAt: clock.wallNow() + 1000 });
      case 'damaged':
        return failed('network', { sent: 'maybe' });
      case 'offline':
        return failed('network');
      case 'unknownForm':
        return { ok: true, value: { figures: [], raw: { state: 'up' } } };
      case 'empty':
        return { ok: true, value: { figures: [], raw: [] } };
      case '403':
        return failed('forbidden');
      case '404':
        return failed('notFound');
      case 'missing':
        return counted(3, 'GET users');
    }
  }
}

const often = (step: Step, weight: number) => ({ arbitrary: fc.constant(step), weight });
const transient = fc.constantFrom('whole' as const, ...NOT_YET).map((mode): Step => ({ does: 'reading', mode }));
const anyReading = fc
  .constantFrom('whole' as const, ...NOT_YET, ...NEVER)
  .map((mode): Step => ({ does: 'reading', mode }));
const foreign = fc.integer({ min: 1, max: 5 }).map((leads): Step => ({ does: 'foreign', leads }));
const pass = fc.constantFrom(1, 31, 70).map((seconds): Step => ({ does: 'pass', seconds }));
const usual = [
  often({ does: 'row' }, 12),
  often({ does: 'throttle' }, 2),
  often({ does: 'restart' }, 2),
  often({ does: 'killBeforeRow' }, 1),
  { arbitrary: pass, weight: 2 },
];

async function run(countsThrottled: boolean, steps: readonly Step[], look: (world: World, step: Step) => void) {
  using world = new World(countsThrottled);
  for (const step of steps) {
    await world.do(step);
    look(world, step);
  }
}

describe('a row of a job that had rows left when the account was opened', () => {
  it('leaves when the count was read and agreed, the service says none, which is said, or a person said so', async () => {
    const steps = fc.array(
      fc.oneof(
        ...usual,
        { arbitrary: anyReading, weight: 6 },
        { arbitrary: foreign, weight: 4 },
        often({ does: 'goOn' }, 1),
      ),
      { minLength: 5, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (countsThrottled, script) => {
        await run(countsThrottled, script, (world) => {
          for (const row of world.left) {
            if (row.isFree || row.isSaid) continue;
            expect(row.unseen).not.toBeNull();
            // Rows go while the third count is read: one of them may stand in it in the place of another's.
            expect(row.unseen).toBeLessThanOrEqual(row.tolerated + (row.readings > 2 ? 1 : 0));
            expect(row.readings).toBeGreaterThanOrEqual(row.isFirst ? 1 : 2);
          }
        });
      }),
      {
        numRuns: 40,
        // The second count fails: one row has gone, and no other goes.
        examples: [
          [
            true,
            [
              { does: 'reading', mode: 'whole' },
              { does: 'reading', mode: '500' },
              { does: 'row' },
              { does: 'reading', mode: 'day' },
              { does: 'row' },
              { does: 'row' },
            ],
          ],
        ],
      },
    );
  });

  it('is held for nothing that others did not do', async () => {
    const steps = fc.array(fc.oneof(...usual, { arbitrary: transient, weight: 4 }), { minLength: 5, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (countsThrottled, script) => {
        await run(countsThrottled, script, (world) => expect(world.hold).toBeNull());
      }),
      { numRuns: 40 },
    );
  });
});
