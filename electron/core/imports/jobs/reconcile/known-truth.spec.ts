import { expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import type { Verdict } from '../../../../../shared/domain/jobs/reconcile.ts';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { systemClock } from '../../../system/system-clock.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import { leadOf } from '../journal/records/lead-payload.ts';
import { lookForRows } from './look-for-rows.ts';
import { CAMPAIGN, column, openReconcileWorld, type ReconcileWorld } from './reconcile-fixture.ts';

/* A real look at a real service for 500 unknown rows. The spec knows what became of each. */

const ROWS = 500;
/** Milliseconds. Rows left long enough ago that nothing of them can still be under way. */
const AGO = 60_000;

let world: ReconcileWorld;
eachTime(async () => (world = await openReconcileWorld(200)));

/** Every fifth row is the same person as the one before: of each two alike one, both or none arrived. */
function person(n: number): readonly [string, string] {
  const own = n % 5 === 0 ? n - 1 : n;
  return [`Person ${own}`, `3${String(own).padStart(7, '0')}`];
}

/** Whether the row arrived, in a pattern that does not line up with that of the people. */
const arrived = (n: number) => (n * 7) % 11 < 6;

const isOpen = (verdict: Verdict) => verdict === 'several' || verdict === 'unclear';

interface Truth {
  readonly job: JobRecord;
  /** Ids of the leads that arrived, by row. */
  readonly leads: ReadonlyMap<number, string>;
}

async function unknownRows(tagField: string | null): Promise<Truth> {
  const { at } = world;
  const people = Array.from({ length: ROWS }, (_, index) => person(index + 1));
  const rows = [...people, ['First of all', '40000001'], ['Last of all', '40000002']] as const;
  at.add(rows, {
    campaignCode: CAMPAIGN,
    columns: ['FirstName', 'Phone'],
    mapping: [column(0, 'FirstName'), column(1, 'Phone')],
    terms: { ...USUAL_TERMS, tagField },
  });
  const job = world.job();
  const leads = new Map<number, string>();
  const sentAt = systemClock.wallNow() - AGO;
  const payload = at.journal.prepare('SELECT payload FROM import_cell WHERE job = ? AND n = ?');
  const dataOf = (n: number) => {
    const cells = rows[n - 1] ?? [];
    return leadOf(job, { n, cells, payload: String(payload.get('job', n)?.['payload']) });
  };
  /** A row that the service answers. Its list misses nothing that was sent between two of these. */
  const answered = async (n: number) =>
    at.created(n, { at: sentAt, run: 'spec', leadId: await world.create(dataOf(n)) });
  await answered(ROWS + 1);
  for (let n = 1; n <= ROWS; n += 1) {
    at.store.rows.step('job', n, 'send', { at: sentAt, run: 'spec' });
    at.store.rows.step('job', n, 'unknown', { at: sentAt, run: 'spec' });
    if (arrived(n)) leads.set(n, (await world.create(dataOf(n))) ?? '');
  }
  await answered(ROWS + 2);
  // Others use the same phones for somebody else.
  for (let n = 3; n < ROWS; n += 100) await world.create({ FirstName: 'Somebody else', Phone: person(n)[1] });
  return { job, leads };
}

it.each([
  ['with a tag', 'Reference', 0.95],
  ['without a tag', null, 0.9],
])(
  '500 unknown rows %s: no verdict is wrong, and most are conclusive',
  async (_, tagField, least) => {
    const { job, leads } = await unknownRows(tagField);
    const { verdicts } = await lookForRows(world.tools, job);
    expect(verdicts).toHaveLength(ROWS);
    const isTwin = (n: number) => n % 5 === 0 || n % 5 === 4;
    const wrong = verdicts.filter(({ row, verdict, leadId }) => {
      if (isOpen(verdict) || (isTwin(row) && tagField === null)) return false;
      return verdict === 'exists' ? leads.get(row) !== leadId : leads.has(row);
    });
    expect(wrong).toEqual([]);
    // Nobody can tell which of two equal rows arrived, only how many did.
    for (let n = 5; n <= ROWS; n += 5) {
      const twins = verdicts.filter(({ row }) => row === n || row === n - 1);
      const count = (verdict: string) => twins.filter((twin) => twin.verdict === verdict).length;
      const came = [n - 1, n].filter((row) => leads.has(row));
      expect(count('exists')).toBeLessThanOrEqual(came.length);
      expect(count('absent')).toBeLessThanOrEqual(2 - came.length);
      for (const { verdict, leadId } of twins)
        if (verdict === 'exists') expect(came.map((row) => leads.get(row))).toContain(leadId);
    }
    const conclusive = verdicts.filter(({ verdict }) => !isOpen(verdict)).length / ROWS;
    process.stderr.write(`Conclusive ${tagField === null ? 'without' : 'with'} a tag: ${conclusive * 100} %.\n`);
    expect(conclusive).toBeGreaterThanOrEqual(least);
  },
  60_000,
);
