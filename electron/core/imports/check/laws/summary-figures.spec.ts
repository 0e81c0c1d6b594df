import { expect, it } from 'vitest';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { ask, newEngine, stage, journalOfSent, settings, wholePage } from '../check-fixture.ts';

it('what is found of a draft adds up, reason by reason, with what other imports have sent and a person decided', async () => {
  using journal = journalOfSent('+4520000001', '+4520000002', '+4520000003');
  journal.add([['+4520000002'], ['+4520000011']], { id: 'later', name: 'later.csv' });
  journal.created(1, { at: 1_790_000_050_000, run: 'run' }, 'later');
  const rows = [
    ['Anna', '+4520000001', '', 'anna@x.dk', '8000', 'x.dk', '03/04/1980'],
    ['Bent', '+4520000002', '', 'bent@x.dk', '8000', '', '25/04/1980'],
    ['Cara,', '+4520000003', '', 'cara@x.dk', '8000', '', ''],
    ['Dora', '20000004', '', 'ANNA@x.dk', '8000', '', ''],
    ['Emil', '+4520000004', '', '', '8000', '', ''],
    ['Finn', '2000', '', 'finn@x', '8000', '', ''],
    ['Gerd', '', '', '', '8000', '', ''],
    ['gerd', '', '', '', '8000', '', ''],
    ['Hans,', '+4520000010', '+4520000010', 'hans@example.dk', '8000', '', ''],
    ['Ida', '+4520000011', '', 'ida@example.dk', '800', '', ''],
  ];
  const staged = await stage('summary', rows);
  const target = { ...staged, campaignCode: 'SPRING', journalPath: journal.path };
  const engine = newEngine();
  const email = { field: 'Email', required: false, unique: true, longest: 10, allowed: null };
  const chosen = settings({ country: 'DK', duplicateKey: 'PostalCode', fields: [email] });
  await ask(engine, target, 'run', { settings: chosen });
  await ask(engine, target, 'edit', { edits: [{ row: 10, column: 0, value: 'Ida B' }] });
  await ask(engine, target, 'leaveOut', { choice: { rows: [2] }, isOut: false });
  const found = await ask(engine, target, 'leaveOut', { choice: { rows: [8] }, isOut: true });

  // Row 2 is sent all the same; the others that were sent, and row 8, are left out.
  expect(found).toMatchObject({
    ...{ draftId: 'summary', rows: 10, rowsWithProblem: 4, rowsWithWarning: 6, editedRows: 1, editedCells: 1 },
    standing: { leftOut: 3, problem: 4, repeated: 2, sentBefore: 1, ready: 0 },
    sentBefore: {
      ...{ campaignCode: 'SPRING', compared: 4, rows: 3, leftOut: 2 },
      jobs: [
        { jobId: 'later', name: 'later.csv', at: 1_790_000_050_000, rows: 1 },
        { jobId: 'job', name: 'people', at: 1_790_000_000_000, rows: 2 },
      ],
    },
    leftOut: [
      { reasonId: 'sentBefore', title: 'Sent before', rows: 2 },
      { reasonId: null, title: 'Chosen rows', rows: 1 },
    ],
    ...{ inQueue: null, team: null, campaign: null, unprefixedPhones: 2, cleanedPhones: 0, settings: chosen },
    ...{ undo: { title: 'Leaving out 1 row', steps: 3 }, redo: null },
  });
  expect(found.duplicates).toEqual([
    { reasonId: 'duplicatePhone', by: 'phone', label: 'phone', groups: 1, rows: 2, extra: { first: 1, last: 1 } },
    {
      ...{ reasonId: 'duplicateKey:PostalCode', by: 'key', label: 'PostalCode', groups: 1, rows: 6 },
      extra: { first: 5, last: 5 },
    },
  ]);
  const reasons = found.reasons.map(({ id, severity, count, distinct, hasOddest, examples, columns, repair }) => [
    ...[id, severity, count, distinct, hasOddest, columns.join()],
    examples.map(({ row, line, value }) => `${row} ${line} ${value}`.trim()).join(', '),
    repair && `${repair.id} ${repair.rows} ${repair.example?.before} ${repair.example?.after}`,
  ]);
  expect(reasons).toEqual([
    ['tooLong:Email', 'problem', 2, 2, true, '3', '9 10 hans@example.dk, 10 11 ida@example.dk', null],
    ['emailInvalid:Email', 'problem', 1, 1, false, '3', '6 7 finn@x', 'tidyEmail 0 undefined undefined'],
    ['noPhone', 'problem', 1, 1, false, '', '7 8', null],
    ['phoneShort:Phone', 'problem', 1, 1, false, '1', '6 7 2000', null],
    ['postcodeZeroLost:PostalCode', 'problem', 1, 1, false, '4', '10 11 800', 'postcodeZero 1 800 0800'],
    ['duplicateKey:PostalCode', 'warning', 6, 1, true, '4', '2 3 8000, 4 5 8000, 5 6 8000', null],
    ['sentBefore', 'warning', 3, 3, false, '', '1 2, 2 3, 3 4', null],
    ['duplicatePhone', 'warning', 2, 1, true, '', '4 5, 5 6', null],
    ['commaAtEnd:Name', 'warning', 1, 1, false, '0', '9 10 Hans,', 'cutComma 1 Hans, Hans'],
    ['empty:Email', 'note', 2, 1, false, '3', '5 6, 7 8', null],
  ]);
  const words = (id: string) => found.reasons.find((reason) => reason.id === id)?.sentence;
  expect(words('tooLong:Email')).toMatch(/^Email takes at most 10 characters\./);
  expect(words('postcodeZeroLost:PostalCode')).toMatch(/^Post codes in Denmark have 4 digits;/);
  expect(found.reasons.map(({ dates }) => dates)).toEqual(reasons.map(() => null));

  // Each row is marked with what it is counted for; one that is left out with nothing.
  const { rows: shown } = await ask(engine, target, 'rows', { ...wholePage, filter: 'all' });
  expect(shown.map(({ marks }) => marks.map(({ column, reasonId }) => `${column} ${reasonId}`))).toEqual([
    [],
    ['null sentBefore', '4 duplicateKey:PostalCode'],
    [],
    ['null duplicatePhone', '4 duplicateKey:PostalCode'],
    ['3 empty:Email', 'null duplicatePhone', '4 duplicateKey:PostalCode'],
    ['1 phoneShort:Phone', '3 emailInvalid:Email', '4 duplicateKey:PostalCode'],
    ['3 empty:Email', 'null noPhone', '4 duplicateKey:PostalCode'],
    [],
    ['0 commaAtEnd:Name', '3 tooLong:Email', '4 duplicateKey:PostalCode'],
    ['3 tooLong:Email', '4 postcodeZeroLost:PostalCode'],
  ]);

  // Only a new run looks at what was sent meanwhile.
  journal.created(2, { at: 1_790_000_060_000, run: 'run' }, 'later');
  const sentOf = ({ sentBefore }: CheckSummary) => [sentBefore?.compared, sentBefore?.rows, sentBefore?.leftOut];
  expect(sentOf(await ask(engine, target, 'undo', {}))).toEqual([4, 3, 2]);
  expect(sentOf(await ask(engine, target, 'run', { settings: undefined }))).toEqual([5, 4, 3]);
});

it('a wrong fax is a warning, and two rows with one value that must not repeat are marked so', async () => {
  const rows = [
    ['Anna', '+4520000001', '12', 'a@x.dk', '', '', ''],
    ['Bo', '+4520000002', '', 'A@x.dk', '', '', ''],
    ['Bo', '+4520000003', '', 'a@x.dk', '', '', ''],
  ];
  const staged = await stage('fax', rows);
  const mapping = staged.mapping.map((rule) => (rule.field === 'Phone2' ? { ...rule, field: 'Fax' } : rule));
  const engine = newEngine();
  const name = { field: 'Name', required: false, unique: true, longest: null, allowed: null };
  const target = { ...staged, mapping };
  const found = await ask(engine, target, 'run', { settings: settings({ country: 'DK', fields: [name] }) });
  expect(found).toMatchObject({ rowsWithProblem: 2, rowsWithWarning: 3 });
  expect(found.reasons.map(({ id, severity, distinct }) => [id, severity, distinct])).toEqual([
    ['notUnique:Name', 'problem', 1],
    ['duplicateEmail', 'warning', 1],
    ['phoneShort:Fax', 'warning', 1],
  ]);
  const { rows: shown } = await ask(engine, target, 'rows', { ...wholePage, filter: 'problem' });
  expect(shown.map(({ row, marks }) => [row, ...marks.map(({ column, kind }) => `${column} ${kind}`)])).toEqual([
    [2, 'null duplicateEmail', '0 notUnique'],
    [3, 'null duplicateEmail', '0 notUnique'],
  ]);
  expect(found.duplicates.map(({ by, label }) => [by, label])).toEqual([
    ['email', 'e-mail'],
    ['key', 'Name'],
  ]);
});

it('a repair with an area code is counted and shown for the rows of its place alone', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => [`P${at}`, `${398_840_100 + at}`, '', 'a@x.de', '10115', '', '']);
  const elsewhere = rows.with(0, ['P0', '398840100', '', 'a@x.de', '80331', '', '']);
  const target = await stage('area-figures', elsewhere);
  const { reasons } = await ask(newEngine(), target, 'run', { settings: settings({ country: 'DE' }) });
  const [reason] = reasons.filter(({ id }) => id === 'areaCodeMissing:Phone');
  expect(reason).toMatchObject({
    ...{ count: 12, distinct: 12 },
    repair: {
      ...{ id: 'areaCode', rows: 11, example: { before: '398840101', after: '+4930398840101' } },
      parameters: [{ id: 'areaCode', label: 'Area code', value: '030' }],
    },
  });
  // A column that several fill has no one cell to repair.
  const joined = { kind: 'columns' as const, columns: [1, 2], join: ' ' };
  const mapping = target.mapping.flatMap((rule) =>
    rule.field === 'Phone' ? [{ ...rule, source: joined }] : rule.field === 'Phone2' ? [] : [rule],
  );
  const both = await ask(newEngine(), { ...target, mapping }, 'run', { settings: undefined });
  expect(both.reasons.find(({ id }) => id === 'areaCodeMissing:Phone')).toMatchObject({ count: 12, repair: null });
});
