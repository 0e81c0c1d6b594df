import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { JobDetail, JobRow } from '../../../../../shared/contract/jobs/jobs.ts';
import { choose } from '../../../testing/choose.ts';
import { exampleJob, exampleJobDetail } from '../../../testing/examples.ts';
import { type Answers, failing } from '../../../testing/host.ts';
import { counts, row, showJob } from '../job/job-page-fixture.tsx';

const refused = (number: number) => exampleJob({ counts: { ...counts, created: 50 - number, refused: number } });

const SHORT = { reason: 'Telefon1 is too short', count: 2, fixed: 0 };
const LONG = { reason: 'Firma is too long', count: 3, fixed: 0 };

const twoRefused = (fixed: number, lastChange: JobDetail['lastChange'] = null) =>
  exampleJobDetail(refused(2), { refusals: [{ ...SHORT, fixed }], lastChange });

/** The page of a job with two refused rows, which have the same value. */
const showRefused = (answers: Answers = {}) =>
  showJob({
    'job:get': () => twoRefused(0),
    'job:refusedValues': () => ({ total: 1, values: [{ value: 'siehe Notiz', rows: 2, problem: '' }] }),
    ...answers,
  });

/** The rows 7 and 9, refused for one reason. */
const rejected = (reason: string, part: Partial<JobRow> = {}) =>
  [7, 9].map((number) => row(number, { state: 'rejected', reason, ...part }));

test('refused rows are read again when a row becomes refused', async () => {
  const refusedRow = (number: number) => row(number, { state: 'rejected', reason: 'Phone is not valid' });
  const job = (number: number) => ({ ...refused(number), sequence: number + 1 });
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(job(1), { refusals: [{ reason: 'Phone is not valid', count: 1, fixed: 0 }] }),
    'job:rows': () => ({ total: 1, rows: [refusedRow(7)] }),
  });
  // The list of created leads beside it shows the same answer.
  const lead = (name: string) => screen.getByRole('gridcell', { name });
  await expect.element(lead('Firm 7')).toBeVisible();
  host.answer({ 'job:rows': () => ({ total: 2, rows: [refusedRow(7), refusedRow(9)] }) });
  host.emit('job:progress', job(2));
  await expect.element(lead('Firm 9')).toBeVisible();
});

test('refused rows are listed by reason, and say when they cannot be loaded', async () => {
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(refused(2), { refusals: [{ reason: 'Phone is not valid', count: 2, fixed: 0 }] }),
    'job:rows': failing('The journal cannot be read.'),
  });
  await expect.element(screen.getByText(/could not be loaded: The journal cannot be read\./)).toBeVisible();
  host.answer({ 'job:rows': () => ({ total: 2, rows: rejected('Phone is not valid') }) });
  // The list of the next rows beside it failed, too.
  const note = screen.getByRole('alert').filter({ hasText: /could not be loaded/ });
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Firm 9')).toBeVisible();
  await screen.getByRole('button', { name: 'Phone is not valid 2' }).click();
  await expect.poll(() => host.calls('job:rows').at(-1)?.reason).toBe('Phone is not valid');
});

test('of many reasons some are shown, so that the rows stay in sight', async () => {
  const refusals = Array.from({ length: 30 }, (_, index) => ({
    reason: `Reason ${index + 1}: the postcode does not belong to the country of the campaign`,
    count: 1,
    fixed: 0,
  }));
  const { screen } = await showJob({
    'job:get': () => exampleJobDetail(refused(30), { refusals }),
    'job:rows': () => ({ total: 2, rows: rejected(refusals[0]?.reason ?? '') }),
  });
  const reasons = screen.getByRole('group', { name: 'Reasons' });
  await expect.element(reasons).toBeVisible();
  expect(reasons.element().getBoundingClientRect().height).toBeLessThanOrEqual(160);
  await screen.getByRole('button', { name: /^Reason 30/ }).click();
  await expect.element(screen.getByRole('button', { name: /^Reason 30/ })).toHaveAttribute('aria-pressed', 'true');
});

test('a refused row is left out by keys alone', async () => {
  const { screen, host } = await showRefused({
    'job:rows': () => ({ total: 2, rows: rejected(SHORT.reason) }),
    'job:leaveOut': () => ({ summary: exampleJob({ sequence: 2 }), changed: 1, stayed: 0 }),
  });
  const cell = screen.getByRole('gridcell', { name: 'Firm 9' });
  await cell.click();
  await userEvent.keyboard('{Escape}');
  // The grid gives the focus back and moves it in a task of its own, far sooner than a person presses the next key.
  await expect.element(cell).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(cell).not.toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => host.calls('job:leaveOut')).toEqual([{ jobId: 'job-1', rows: [9] }]);
});

test('a reason that is too long for the card keeps its count in sight', async () => {
  const reason = `No consent, and ${'nobody asked for one, '.repeat(20)}as was agreed`;
  const { screen } = await showJob({
    'job:get': () => exampleJobDetail(refused(2), { refusals: [{ reason, count: 2, fixed: 0 }] }),
  });
  const button = screen.getByRole('button', { name: `${reason} 2` });
  await expect.element(button).toBeVisible();
  const count = button.getByText('2', { exact: true }).element().getBoundingClientRect();
  expect(count.right).toBeLessThan(button.element().getBoundingClientRect().right);
});

test('the columns that any of the reasons names are in sight, before the others', async () => {
  const columns = ['Firma', 'By', 'Adresse', 'Mobil', 'Telefon'];
  const reasons = ['Mobil is too short', 'Telefon is not a number'];
  await showJob({
    'job:get': () =>
      exampleJobDetail(refused(2), {
        columns,
        filled: columns.map((name, column) => ({ column, fields: [name] })),
        refusals: reasons.map((reason) => ({ reason, count: 1, fixed: 0 })),
      }),
    'job:rows': () => ({
      total: 2,
      rows: reasons.map((reason, index) =>
        row(index + 1, { state: 'rejected', reason, cells: ['Nordlys', 'Ry', 'Torvet 1', '12', 'siehe Notiz'] }),
      ),
    }),
  });
  const places = () =>
    [...document.querySelectorAll<HTMLElement>('[aria-label="Refused rows"] [role="columnheader"]')]
      .toSorted((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
      .map((header) => header.textContent.trim())
      .filter((text) => columns.includes(text));
  await expect.poll(() => places().slice(0, 3)).toEqual(['Firma', 'Mobil', 'Telefon']);
});

test('many refused cells are changed at once, of the chosen reason, as the preview says', async () => {
  const { screen, host } = await showRefused({
    'job:previewCells': ({ change }) =>
      change.reason === undefined
        ? new Promise(() => undefined)
        : { rows: 2, cells: 2, examples: [{ line: 8, column: 1, before: '1 2', after: '12' }] },
    'job:changeCells': () => ({ changed: 2, fixed: 1, problem: 'Telefon1 is too short' }),
  });
  await screen.getByRole('button', { name: 'Telefon1 is too short 2' }).click();
  await screen.getByRole('button', { name: 'Replace…' }).click();
  await screen.getByRole('combobox', { name: 'What to do' }).click();
  await expect.element(screen.getByRole('option', { name: 'Fill empty cells from above' })).not.toBeInTheDocument();
  await screen.getByRole('option', { name: 'Keep the digits only' }).click();
  await expect.element(screen.getByRole('button', { name: 'Change 2 cells' })).toBeEnabled();
  // What the one change would do is not offered for another that is still looked through.
  await choose(screen, 'Rows', /^All refused rows/);
  await expect.poll(() => host.calls('job:previewCells')).toHaveLength(2);
  await expect.element(screen.getByRole('button', { name: 'Change', exact: true })).toBeDisabled();
  await choose(screen, 'Rows', /^Refused for this reason/);
  await screen.getByRole('button', { name: 'Change 2 cells' }).click();
  await expect.element(screen.getByText('Changed 2 rows')).toBeVisible();
  await expect.element(screen.getByText('1 still has a problem: Telefon1 is too short')).toBeVisible();
  expect(host.calls('job:changeCells')).toMatchObject([
    { jobId: 'job-1', change: { act: { kind: 'digits' }, reason: 'Telefon1 is too short' } },
  ]);
});

test('a refused value is changed in its cell, and fixed rows are sent again when a person says so', async () => {
  const rows = rejected(SHORT.reason, { cells: ['Nordlys', '12'] });
  const { screen, host } = await showRefused({
    'job:rows': () => ({ total: 2, rows }),
    'job:repair': () => {
      const [first] = rows;
      if (first !== undefined) first.repair = { cells: [{ column: 1, value: '33112233' }], problem: '', isSent: false };
      host.answer({
        'job:get': () => twoRefused(1, { id: 3, words: 'Telefon: “12” became “33112233”', rows: 1, open: 1 }),
      });
      return { changed: 1, fixed: 1, problem: '' };
    },
    'job:sendAgain': () => ({
      summary: exampleJob({ counts: { ...counts, created: 48, refused: 1, waiting: 51 }, sequence: 2 }),
      changed: 1,
      stayed: 0,
    }),
    'job:undoChange': () => ({ summary: exampleJob({ sequence: 3 }), changed: 1, stayed: 0 }),
  });
  await screen.getByText('12', { exact: true }).first().click();
  await userEvent.keyboard('{Control>}a{/Control}33112233{Enter}');
  await expect
    .poll(() => host.calls('job:repair'))
    .toEqual([{ jobId: 'job-1', edits: [{ row: 7, column: 1, value: '33112233' }] }]);
  await expect.element(screen.getByText('33112233', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('fixed', { exact: true })).toBeVisible();
  expect(host.calls('job:sendAgain')).toEqual([]);
  await screen.getByRole('button', { name: 'Send 1 fixed again' }).click();
  await expect.poll(() => host.calls('job:sendAgain')).toEqual([{ jobId: 'job-1', onlyFixed: true }]);
  await expect.element(screen.getByText(/^It is sent /)).toBeVisible();
  await screen.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.poll(() => host.calls('job:undoChange')).toEqual([{ jobId: 'job-1', change: 3 }]);
});

test('undo and redo go by keys and say what they did; for rows that were sent it is too late', async () => {
  const change = { id: 3, words: '2 rows were put into the queue again', rows: 2, open: 2 };
  const summary = exampleJob({ sequence: 3 });
  const { screen, host } = await showJob({
    'job:get': () => twoRefused(0, change),
    'job:undoChange': () => {
      host.answer({ 'job:get': () => ({ ...twoRefused(0), nextChange: { ...change, open: 1 } }) });
      return { summary, changed: 1, stayed: 1 };
    },
    'job:redoChange': () => {
      host.answer({ 'job:get': () => twoRefused(0, change) });
      return { summary, changed: 1, stayed: 0 };
    },
  });
  await expect.element(screen.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(screen.getByText(`Undone: ${change.words}`)).toBeVisible();
  await expect.element(screen.getByText('1 row was sent meanwhile and was not changed.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Redo', exact: true })).toBeVisible();
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(screen.getByText(`Done again: ${change.words}`)).toBeVisible();
  expect(host.calls('job:redoChange')).toEqual([{ jobId: 'job-1', change: 3 }]);

  // The rows leave between the look and the click.
  host.answer({
    'job:undoChange': () => {
      host.answer({ 'job:get': () => twoRefused(0, { ...change, open: 0 }) });
      return { summary, changed: 0, stayed: 2 };
    },
  });
  await screen.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.element(screen.getByText('Too late: both rows were already sent.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Undo', exact: true })).not.toBeInTheDocument();
  const asked = host.calls('job:undoChange').length;
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(screen.getByText('Too late: both rows were already sent.')).toBeVisible();
  expect(host.calls('job:undoChange')).toHaveLength(asked);
});

test('one correction serves every refused row with the value, of the chosen reason', async () => {
  const { screen, host } = await showRefused({
    'job:repairValue': () => ({ changed: 118, fixed: 118, problem: '' }),
    'job:leaveOut': () => ({ summary: exampleJob({ sequence: 2 }), changed: 2, stayed: 0 }),
  });
  await screen.getByRole('button', { name: /^Telefon1 is too short/ }).click();
  await screen.getByText('Fix by value').click();
  await expect
    .poll(() => host.calls('job:refusedValues').at(-1))
    .toMatchObject({
      column: 1,
      reason: 'Telefon1 is too short',
    });
  // More rows are refused while the job runs.
  host.answer({
    'job:refusedValues': () => ({ total: 1, values: [{ value: 'siehe Notiz', rows: 118, problem: '' }] }),
  });
  host.emit('job:figures', { accountId: exampleJob().accountId, jobId: 'job-1' });
  await screen.getByRole('textbox', { name: 'In place of siehe Notiz' }).fill('33112233');
  await screen.getByRole('button', { name: 'Fix 118 rows' }).click();
  await expect
    .poll(() => host.calls('job:repairValue'))
    .toEqual([{ jobId: 'job-1', reason: 'Telefon1 is too short', column: 1, from: 'siehe Notiz', to: '33112233' }]);
  await screen.getByRole('button', { name: 'Leave all out' }).click();
  await expect.poll(() => host.calls('job:leaveOut')).toEqual([{ jobId: 'job-1', reason: 'Telefon1 is too short' }]);
});

test('values of a column are not offered for another one whose values are still being counted', async () => {
  const { screen, host } = await showRefused({
    'job:refusedValues': ({ column }) =>
      column === 1
        ? { total: 1, values: [{ value: 'siehe Notiz', rows: 2, problem: '' }] }
        : new Promise(() => undefined),
  });
  await screen.getByText('Fix by value').click();
  await expect.element(screen.getByRole('textbox', { name: 'In place of siehe Notiz' })).toBeVisible();
  await choose(screen, 'Column to repair', 'Firma');
  await expect.poll(() => host.calls('job:refusedValues').map(({ column }) => column)).toEqual([1, 0]);
  await expect.element(screen.getByRole('textbox', { name: 'In place of siehe Notiz' })).not.toBeInTheDocument();
});

test('values are fixed reason by reason, beginning with the most frequent', async () => {
  const refusals = [
    { ...SHORT, count: 3 },
    { ...LONG, count: 2 },
  ];
  const { screen, host } = await showRefused({
    'job:get': () => exampleJobDetail(refused(5), { refusals }),
  });
  const short = screen.getByRole('button', { name: /^Telefon1 is too short/ });
  await expect.element(short).toHaveAttribute('aria-pressed', 'false');
  await screen.getByText('Fix by value').click();
  await expect.element(short).toHaveAttribute('aria-pressed', 'true');
  const asked = () => host.calls('job:refusedValues').map((call) => call.reason);
  await expect.poll(asked).toEqual(['Telefon1 is too short']);
  await screen.getByRole('button', { name: /^Firma is too long/ }).click();
  await expect.poll(asked).toEqual(['Telefon1 is too short', 'Firma is too long']);
  // Pressed again it stays: the values of all reasons together would be of different columns.
  await screen.getByRole('button', { name: /^Firma is too long/ }).click();
  await expect
    .element(screen.getByRole('button', { name: /^Firma is too long/ }))
    .toHaveAttribute('aria-pressed', 'true');
  await screen.getByText('Row by row').click();
  await screen.getByRole('button', { name: /^Firma is too long/ }).click();
  await expect
    .element(screen.getByRole('button', { name: /^Firma is too long/ }))
    .toHaveAttribute('aria-pressed', 'false');
});

test('a chosen reason stays when its rows are gone: no button acts on those of other reasons', async () => {
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(refused(5), { refusals: [LONG, SHORT] }),
    'job:sendAgain': () => {
      host.answer({ 'job:get': () => exampleJobDetail({ ...refused(3), sequence: 2 }, { refusals: [LONG] }) });
      return { summary: { ...refused(3), sequence: 2 }, changed: 2, stayed: 0 };
    },
  });
  await screen.getByRole('button', { name: 'Telefon1 is too short 2' }).click();
  await screen.getByRole('button', { name: 'Send all 2 again' }).click();
  const chosen = screen.getByRole('button', { name: 'Telefon1 is too short 0' });
  await expect.element(chosen).toHaveAttribute('aria-pressed', 'true');
  for (const name of [/^Send all/, 'Leave all out', 'Replace…'])
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument();
  await chosen.click();
  await expect.element(screen.getByRole('button', { name: 'Send all 3 again' })).toBeVisible();
  await expect.element(chosen).not.toBeInTheDocument();
});

test('the reason whose values are fixed stays when its rows are gone', async () => {
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(refused(7), { refusals: [{ ...SHORT, count: 4 }, LONG] }),
    'job:refusedValues': () => ({ total: 0, values: [] }),
    'job:leaveOut': () => {
      host.answer({ 'job:get': () => exampleJobDetail({ ...refused(3), sequence: 2 }, { refusals: [LONG] }) });
      return { summary: { ...refused(3), sequence: 2 }, changed: 4, stayed: 0 };
    },
  });
  await screen.getByText('Fix by value').click();
  await screen.getByRole('button', { name: 'Leave all out' }).click();
  await expect.element(screen.getByRole('button', { name: 'Telefon1 is too short 0' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Leave all out' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Firma is too long 3' }).click();
  await expect.element(screen.getByRole('button', { name: 'Leave all out' })).toBeVisible();
});

test('what is typed stays when another reason becomes the most frequent', async () => {
  const { screen, host } = await showRefused();
  await screen.getByText('Fix by value').click();
  const typed = screen.getByRole('textbox', { name: 'In place of siehe Notiz' });
  await typed.fill('33112233');
  host.answer({ 'job:get': () => exampleJobDetail({ ...refused(5), sequence: 2 }, { refusals: [LONG, SHORT] }) });
  host.emit('job:figures', { accountId: exampleJob().accountId, jobId: 'job-1' });
  await expect.element(screen.getByRole('button', { name: 'Firma is too long 3' })).toBeVisible();
  await expect.element(typed).toHaveValue('33112233');
});
