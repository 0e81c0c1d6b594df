import fc from 'fast-check';
import { expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal } from '../journal/job-fixture.ts';
import { tagOf } from '../journal/records/lead-payload.ts';
import { leadBody } from './lead-body-fixture.ts';
import { lookForRows } from './look-for-rows.ts';
import { CAMPAIGN, column, lookTools } from './reconcile-fixture.ts';

/*
 * A model of services that show leads hidden, masked, late, cut, nameless or corrected. No person confirms a verdict,
 * so whatever a service shows, no row that arrived is called absent, and none gets somebody else's lead.
 */

/** Milliseconds between two rows. */
const PACE = 5000;
const TAG = 'Reference';

interface Row {
  readonly n: number;
  readonly arrived: boolean;
  readonly answered: boolean;
  /** An agent has replaced all its values. */
  readonly corrected?: boolean;
  /** The service does not say that it was. */
  readonly isSilent?: boolean;
}

interface Stored {
  readonly id: string;
  readonly at: number;
  readonly changedAt?: number;
  readonly data: Readonly<Record<string, string>>;
}

type Shown = Readonly<Record<string, unknown>>;
type Way = (leads: readonly Stored[], now: number) => readonly Shown[];

const shown = ({ id, at, changedAt = at, data }: Stored, change: Shown = {}): Shown => ({
  uniqueId: id,
  campaign: { code: CAMPAIGN },
  uploadTime: new Date(at).toISOString(),
  lastModifiedTime: new Date(changedAt).toISOString(),
  data,
  ...change,
});
const each =
  (change: (lead: Stored) => Shown): Way =>
  (leads) =>
    leads.map((lead) => shown(lead, change(lead)));
const only = (data: Stored['data'], names: readonly string[]) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)));
const masked = (data: Stored['data']) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, /[@+]/.test(value) ? `${value.slice(0, 4)}****` : value]),
  );

const WAYS: Readonly<Record<string, Way>> = {
  whole: each(() => ({})),
  'without data': each(() => ({ data: undefined })),
  'with empty data': each(() => ({ data: {} })),
  'without contacts': each(({ data }) => ({ data: only(data, ['FirstName', 'LastName', TAG]) })),
  masked: each(({ data }) => ({ data: masked(data) })),
  anonymized: each(() => ({ status: 'Anonymized', data: { FirstName: '', LastName: '', Phone: '', Email: '' } })),
  late: (leads, now) => leads.filter(({ at }) => at < now - 20 * PACE).map((lead) => shown(lead)),
  'without the newest': (leads) => leads.slice(0, -3).map((lead) => shown(lead)),
  'the oldest alone': (leads) => leads.slice(0, 10).map((lead) => shown(lead)),
  'the newest alone': (leads) => leads.slice(-10).map((lead) => shown(lead)),
  nothing: () => [],
  'no campaign': each(() => ({ campaign: undefined })),
  'data as a list': each(({ data }) => ({ data: Object.entries(data).map(([name, value]) => ({ name, value })) })),
  'data as a list of codes': each(({ data }) => ({ data: Object.values(data) })),
  'other case': each(({ data }) => ({
    data: Object.fromEntries(Object.entries(data).map(([name, value]) => [name.toLowerCase(), value])),
  })),
  'other phones': each(({ data }) => ({
    data: { ...data, ...('Phone' in data ? { Phone: `0045 ${data['Phone'].slice(3)}` } : {}) },
  })),
  'half of them empty': (leads) => leads.map((lead, index) => shown(lead, index % 2 === 0 ? {} : { data: {} })),
};

interface World {
  readonly rows: readonly Row[];
  readonly way: string;
  readonly isTagged: boolean;
  readonly isNamed: boolean;
  readonly foreign: readonly {
    readonly row: number;
    readonly kind: 'phone' | 'phone and names' | 'other names' | 'stranger';
  }[];
  readonly drop: boolean;
}

const worlds: fc.Arbitrary<World> = fc.record({
  rows: fc
    .array(
      fc.constantFrom(
        'created',
        'created',
        'created',
        'lost before',
        'lost after',
        'lost after, corrected',
        'lost after, corrected in silence',
      ),
      {
        minLength: 3,
        maxLength: 30,
      },
    )
    .map((ends) =>
      ends.map((end, index) => ({
        n: index + 1,
        arrived: end !== 'lost before',
        answered: end === 'created',
        corrected: end.startsWith('lost after, corrected'),
        isSilent: end === 'lost after, corrected in silence',
      })),
    ),
  way: fc.constantFrom(...Object.keys(WAYS)),
  isTagged: fc.boolean(),
  isNamed: fc.boolean(),
  foreign: fc.array(
    fc.record({
      row: fc.integer({ min: 1, max: 30 }),
      kind: fc.constantFrom('phone', 'phone and names', 'other names', 'stranger'),
    }),
    { maxLength: 3 },
  ),
  drop: fc.boolean(),
});

const person = (n: number) => ({
  FirstName: `First${n}`,
  LastName: `Last${n}`,
  Phone: `+45301${String(n).padStart(5, '0')}`,
  Email: `p${n}@example.com`,
});

async function look({ rows, way, isTagged, isNamed, foreign, drop }: World) {
  using at = createJournal();
  const clock = new VirtualClock();
  const fields = Object.keys(person(1));
  at.add(
    rows.map(({ n }) => Object.values(person(n))),
    {
      campaignCode: CAMPAIGN,
      columns: fields,
      mapping: fields.map((field, index) => column(index, field)),
      terms: { ...USUAL_TERMS, tagField: isTagged ? TAG : null },
    },
  );
  const start = clock.wallNow() - 3_600_000;
  const leads: Stored[] = [];
  const ids = new Map<number, string>();
  const send = ({ n, arrived, answered, corrected, isSilent }: Row) => {
    const by = { at: start + n * PACE, run: 'spec' };
    at.store.rows.step('job', n, 'send', by);
    const id = `lead-${n}`;
    // A service may drop the field of the tag.
    const tag = isTagged && !drop ? { [TAG]: tagOf('job', n) } : {};
    if (arrived) {
      leads.push(
        corrected === true
          ? { id, at: by.at, changedAt: by.at + (isSilent === true ? 0 : PACE), data: person(100 + n) }
          : { id, at: by.at, data: { ...person(n), ...tag } },
      );
      ids.set(n, id);
    }
    for (const { row, kind } of foreign)
      if (row === n) leads.push({ id: `foreign-${leads.length}`, at: by.at, data: foreignData(n, kind) });
    if (answered) at.store.rows.step('job', n, 'created', { ...by, leadId: isNamed ? id : null });
    else at.store.rows.step('job', n, 'unknown', by);
  };
  at.store.rows.together(() => rows.forEach(send));
  const now = start + (rows.length + 1) * PACE;
  const answer = WAYS[way]?.(leads, now) ?? [];
  const tools = lookTools(at, clock, { exportSimpleLeads: () => leadBody(answer) });
  const { verdicts } = await lookForRows(tools, at.job());
  return { verdicts, ids };
}

function foreignData(n: number, kind: World['foreign'][number]['kind']): Record<string, string> {
  if (kind === 'stranger') return person(200 + n);
  const { Phone, FirstName, LastName } = person(n);
  if (kind === 'phone') return { Phone };
  return kind === 'phone and names'
    ? { Phone, FirstName, LastName: `${LastName} junior` }
    : { Phone, FirstName: 'Zoe' };
}

it('no row that arrived is absent, and no row has the lead of another', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { verdicts, ids } = await look(world);
      for (const { row, verdict, leadId, evidence } of verdicts) {
        seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
        const truth = ids.get(row);
        if (verdict === 'absent') expect(truth, `row ${row} ${evidence}`).toBeUndefined();
        if (verdict === 'exists') expect(leadId ?? truth, `row ${row} ${evidence}`).toBe(truth);
        if (verdict === 'exists') expect(truth, `row ${row} ${evidence}`).toBeDefined();
      }
    }),
    { numRuns: 250 },
  );
  // Each verdict occurred: a look that never decides would keep the law, too.
  expect([...seen.keys()].sort()).toEqual(['absent', 'exists', 'several', 'unclear']);
});

it.each(['whole', 'data as a list', 'other case', 'other phones'])(
  'a list that shows everything settles each row between two that were created: %s',
  async (way) => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const ends = { arrived: true, answered: true };
        const rows = world.rows.map((row, index) => ({
          ...(index % (world.rows.length - 1) === 0 ? { ...row, ...ends } : row),
          corrected: false,
        }));
        const { verdicts, ids } = await look({ ...world, rows, way, foreign: [] });
        for (const { row, verdict, evidence } of verdicts)
          expect([row, verdict, evidence]).toEqual([row, ids.has(row) ? 'exists' : 'absent', evidence]);
      }),
      { numRuns: 30 },
    );
  },
);
