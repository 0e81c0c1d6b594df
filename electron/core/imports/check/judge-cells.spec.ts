import { expect, it } from 'vitest';
import { ask, berlin, newEngine, stage, journalOfSent, settings } from './check-fixture.ts';
import type { CheckTarget } from './check-messages.ts';

const PHONE = 1;
const EMAIL = 3;
const POSTCODE = 4;

/** Row, column and the value that it gets, one after the other. */
const edits: readonly (readonly [row: number, column: number, value: string])[] = [
  // Without a phone, and with one again; a number that another row has, twice in a row, and gone from one of the two.
  ...([
    [2, PHONE, ''],
    [2, PHONE, '398840'],
    [2, 2, '398840'],
    [2, PHONE, ''],
    [5, PHONE, '+49301234567'],
  ] as const),
  // Known by nothing but the name, as another row, and then no longer.
  ...([
    [6, EMAIL, ''],
    [7, EMAIL, ''],
    [7, 0, 'Gerd'],
    [6, 0, 'Finn'],
    [6, PHONE, '+4930111'],
  ] as const),
  // A post code elsewhere, and back; a key that repeats; a lead that was sent, and another one.
  ...([
    [1, POSTCODE, '80331'],
    [1, POSTCODE, '10115'],
    [3, POSTCODE, '80331'],
    [4, EMAIL, 'anna@schule.de'],
  ] as const),
  ...([
    [4, PHONE, '+4530111111'],
    [4, PHONE, '+4530222222'],
    [8, PHONE, ''],
    [8, EMAIL, 'h@x.de'],
    [8, EMAIL, ''],
  ] as const),
  // Two orders of dates, a web address, and a comma that goes.
  ...([
    [1, 6, '25/04/1980'],
    [2, 6, '03/04/1980'],
    [4, 6, '04/25/1980'],
    [2, 5, ''],
    [5, 0, 'Emil'],
    [5, PHONE, 'nix'],
    [5, PHONE, ''],
  ] as const),
];

it.each([
  ['beside leads that were sent, with rows that are left out', true, [3, 6, 8]],
  ['beside no others, with rows that are left out', false, [3, 6, 8]],
])('values that are judged by themselves lead to what a check of the whole file finds, %s', async (_, isSent, out) => {
  using journal = journalOfSent('+4530111111');
  const table = [
    ...berlin,
    ...[
      ['Finn', '', '', 'finn@x.de', '10119', ''],
      ['Finn', '', '', 'f@x.de', '10119', ''],
    ],
    ['Hans', '+4530111111', '', '', '10119', ''],
  ];
  const rules = settings({
    country: 'DE',
    duplicateKey: 'PostalCode',
    fields: [{ field: 'Email', required: true, unique: true, longest: null, allowed: null }],
  });
  const draft = async (name: string): Promise<CheckTarget> => ({
    ...{ ...(await stage(name, table)), campaignCode: 'SPRING', journalPath: isSent ? journal.path : null },
  });
  const name = `${isSent} ${out.length}`;
  const [cells, whole] = [await draft(`by-cells ${name}`), await draft(`by-rows ${name}`)];
  const [byCells, byRows] = [newEngine(0), newEngine()];
  await ask(byCells, cells, 'run', { settings: rules });
  await ask(byRows, whole, 'run', { settings: rules });
  await ask(byCells, cells, 'leaveOut', { choice: { rows: out }, isOut: true });
  await ask(byRows, whole, 'leaveOut', { choice: { rows: out }, isOut: true });
  for (const [row, column, value] of edits) {
    const change = { edits: [{ row, column, value }] };
    await ask(byCells, cells, 'edit', change);
    await ask(byRows, whole, 'edit', change);
    // An edit judges its row; what is taken back and made again is judged by its values.
    for (const way of ['undo', 'redo'] as const) {
      const [found, expected] = [await ask(byCells, cells, way, {}), await ask(byRows, whole, way, {})];
      expect({ way, row, column, ...found, draftId: '', revision: 0 }).toEqual({
        ...{ way, row, column, ...expected, draftId: '', revision: 0 },
      });
    }
  }
  expect({ ...(await ask(newEngine(), cells, 'run', { settings: undefined })), revision: 0 }).toEqual({
    ...{ ...(await ask(byCells, cells, 'run', { settings: undefined })), revision: 0 },
  });
});
