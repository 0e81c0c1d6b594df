import { expect, it, onTestFinished, vi } from 'vitest';
import { packRows, type TableRow } from '../../files/writing/packed-rows.ts';
import { ZONE } from './dataset-fixture.ts';
import { IncomingLeads, type LeadSource } from './incoming-leads.ts';
import { keyColumns } from './lead-columns.ts';

const PATHS = ['uniqueId', 'campaign.code', 'uploadTime', 'lastModifiedTime', 'status'];
const pause = vi.fn<() => Promise<void>>(async () => undefined);

function sourceOf(rows: readonly TableRow[], batch = 2): LeadSource {
  const cells = (row: TableRow | undefined, columns: readonly (number | null)[]) =>
    columns.map((column) => row?.[column ?? -1] ?? null);
  return {
    rows: rows.length,
    *inOrder(columns) {
      for (let from = 0; from < rows.length; from += batch) {
        const part = rows.slice(from, from + batch);
        yield packRows(
          part.map((row) => cells(row, columns)),
          columns.length,
        );
      }
    },
    *at(columns, numbers) {
      yield packRows(
        Array.from(numbers, (number) => cells(rows[number - 1], columns)),
        columns.length,
      );
    },
  };
}

async function read(rows: readonly TableRow[], batch?: number): Promise<IncomingLeads> {
  pause.mockClear();
  const leads = await IncomingLeads.read(
    sourceOf(rows, batch),
    keyColumns(PATHS),
    (status) => status !== 'Gone',
    ZONE,
    pause,
  );
  onTestFinished(() => leads[Symbol.dispose]());
  return leads;
}

const UPLOADED = '2026-11-01T08:00:00';
const lead = (id: string, campaign: string, modified: string | null = null, status = 'New') => [
  id,
  campaign,
  UPLOADED,
  modified,
  status,
];

it('has each lead once, in its latest state, by its place', async () => {
  const leads = await read([
    lead('a', 'A', '2026-11-02T09:00:00.5'),
    lead('b', 'B'),
    lead('c', 'A', '2026-11-03T09:00:00'),
    lead('a', 'B', '2026-11-01T09:00:00'),
    lead('c', 'B', '2026-11-04T09:00:00'),
    lead('d', 'A', '2026-11-02T09:00:00', 'Gone'),
    lead('e', 'A', 'soon'),
  ]);
  const day = '2026-11-01';
  expect(leads.partitions).toEqual([
    { campaign: 'A', day },
    { campaign: 'B', day },
  ]);
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => leads.find(id))).toEqual([1, 2, 5, 6, 7, null]);
  expect([1, 2, 5, 6, 7].map((number) => leads.placeOf(number))).toEqual([0, 1, 1, null, 0]);
  expect([0, 1].map((place) => [...leads.waiting(place)])).toEqual([
    [1, 7],
    [2, 5],
  ]);
  expect([leads.latest, leads.isEmpty]).toEqual(['2026-11-04T09:00:00', false]);
  // After each of four batches.
  expect(pause).toHaveBeenCalledTimes(4);
  leads.done(7);
  expect([...leads.waiting(0)]).toEqual([1]);
});

it.each([
  ['in the hour that the clock shows twice in autumn', '2026-10-25T02:50:00', '2026-10-25T02:10:00'],
  ['with fewer decimals', '2026-11-02T09:00:00.0000000', '2026-11-02T09:00:00'],
  ['without a time', '2026-11-02T09:00:00', null],
])('of two states whose order cannot be known has the one that came last: %s', async (_, one, other) => {
  const leads = await read([lead('a', 'A', one), lead('a', 'B', other)]);
  expect(leads.find('a')).toBe(2);
});

it('brings a time with a zone of its own to the zone of the service before it compares', async () => {
  const leads = await read([
    lead('a', 'A', '2026-11-02T09:30:00'),
    lead('a', 'B', '2026-11-02T09:00:00Z'),
    lead('b', 'A', '2026-11-02T11:00:00Z'),
  ]);
  expect([leads.find('a'), leads.latest]).toEqual([2, '2026-11-02T12:00:00']);
});

it('tells the days of a campaign apart, and leads without a day', async () => {
  const days = ['2026-11-01T08:00:00', '2026-11-02T08:00:00', null];
  const leads = await read(days.map((uploaded, index) => [`${index}`, 'A', uploaded, null, 'New']));
  expect(leads.partitions.map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02', null]);
});

it('is empty without a row', async () => {
  const leads = await read([]);
  expect([leads.isEmpty, leads.latest, leads.partitions]).toEqual([true, null, []]);
});

it('refuses more than two hundred thousand campaigns and days', async () => {
  const rows = Array.from({ length: 200_001 }, (_, index) => [`${index}`, `C${index}`]);
  await expect(read(rows, 10_000)).rejects.toMatchObject({
    reason: 'badChoice',
    message: expect.stringMatching(/^The leads have more than 200,000 different campaigns and days/) as string,
  });
}, 60_000);
