import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { problemKindSchema } from '../../../../../shared/contract/imports/reading.ts';
import { choose } from '../../../testing/choose.ts';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { type Answers, failing } from '../../../testing/host.ts';
import { leaveRoom } from '../../../testing/show.tsx';
import { showDraft } from '../wizard/wizard-fixture.tsx';

const draft = exampleDraft();
const open = (answers: Answers = {}) => showDraft(draft, answers);

beforeEach(() => page.viewport(1366, 768));

test('a guess that is changed shows at once, and the file is read so', async () => {
  const reading = Promise.withResolvers<Draft>();
  const { screen, host } = await open({
    'import:reread': () => reading.promise,
    'import:preview': () => ({ columns: draft.reading.columns, rows: [] }),
  });
  await choose(screen, 'Separator', 'Tab');
  await expect.element(screen.getByText('You chose it. The file is being read this way.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Columns' })).toBeDisabled();
  expect(host.calls('import:reread')).toMatchObject([{ draftId: draft.id, choices: { delimiter: '\t' } }]);
  reading.resolve(draft);
  await expect.element(screen.getByRole('button', { name: 'Columns' })).toBeEnabled();
});

test('screen readers hear the reason of a guess with its list and its fields', async () => {
  const { screen } = await open();
  const { encoding, delimiter, headerLine } = draft.reading;
  for (const [name, { reason }] of Object.entries({ Encoding: encoding, Separator: delimiter, Header: headerLine }))
    await expect.element(screen.getByRole('combobox', { name })).toHaveAccessibleDescription(reason);
  await expect.element(screen.getByRole('textbox', { name: 'First data line' })).toHaveAccessibleDescription(/\S/);
});

test('the places where columns of fixed width begin can be changed', async () => {
  const reading = { ...draft.reading, cuts: [1, 21], delimiter: { ...draft.reading.delimiter, value: '' } };
  const fixed = { ...draft, reading };
  const { screen, host } = await showDraft(fixed, { 'import:reread': () => fixed });
  const places = screen.getByRole('textbox', { name: 'Columns begin at characters' });
  await places.fill('1, x');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/Write the first character of each column/)).toBeVisible();
  expect(host.calls('import:reread')).toEqual([]);
  await places.fill('1, 21, 35');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => host.calls('import:reread')).toMatchObject([{ choices: { cuts: [1, 21, 35] } }]);
});

test('changes made under Check are not dropped without a question', async () => {
  const { screen, host } = await open({
    'import:source': () => ({ state: 'same', corrections: 3 }),
    'import:reread': () => draft,
  });
  await choose(screen, 'Separator', 'Tab');
  const question = screen.getByRole('dialog', { name: 'Read the file again?' });
  await expect.element(question.getByText(/3 changes made under Check/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(host.calls('import:reread')).toEqual([]);
  await choose(screen, 'Separator', 'Tab');
  await question.getByRole('button', { name: 'Read it again' }).click();
  await expect.poll(() => host.calls('import:reread').length).toBe(1);
});

test('a file is not read again while nobody can count the changes made under Check', async () => {
  const { screen, host } = await open({
    'import:source': failing({ code: 'file', message: 'The disk reported an error.', reason: 'unreadable' }),
    'import:reread': () => draft,
  });
  await choose(screen, 'Separator', 'Tab');
  await expect.element(screen.getByText('The file was not read this way.')).toBeVisible();
  await expect.element(screen.getByText('The disk reported an error.')).toBeVisible();
  expect(host.calls('import:reread')).toEqual([]);
  host.answer({ 'import:source': () => ({ state: 'same', corrections: 0 }) });
  await choose(screen, 'Separator', 'Tab');
  await expect.poll(() => host.calls('import:reread').length).toBe(1);
});

test('fields that could not be saved are not put on the columns of another reading', async () => {
  const mapped = exampleDraft({ step: 'columns' });
  const read = { ...mapped, revision: mapped.revision + 1, readingId: 'rows-2', mapping: mapped.mapping.slice(0, 1) };
  const { screen, host } = await showDraft(mapped, {
    'import:saveDraft': failing('The disk is full.'),
    'import:preview': () => ({ columns: mapped.reading.columns, rows: [] }),
    'import:reread': () => read,
  });
  await screen.getByRole('button', { name: 'Field for column Firma: Firma' }).click();
  await screen.getByRole('option', { name: 'Leave this column out' }).click();
  await expect.element(screen.getByText('Draft not saved')).toBeVisible();
  await screen.getByRole('button', { name: 'Back' }).click();
  await choose(screen, 'Separator', 'Tab');
  await expect.poll(() => host.calls('import:reread').length).toBe(1);
  host.answer({ 'import:saveDraft': () => read, 'import:draft': () => read });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Draft not saved')).not.toBeInTheDocument();
  expect(host.calls('import:saveDraft').at(-1)?.mapping).toBeUndefined();
});

test('a reading that fails leaves the former one, and says so until it is closed', async () => {
  const { screen } = await open({
    'import:reread': failing({ code: 'file', message: 'This separator makes one column.', reason: 'unreadable' }),
  });
  await choose(screen, 'Separator', 'Tab');
  const note = screen.getByRole('alert');
  await expect.element(note.getByText(/could not be read this way, and nothing was changed/)).toBeVisible();
  await expect.element(screen.getByText('Nordlys ApS').first()).toBeVisible();
  await note.getByRole('button', { name: 'Close' }).click();
  await expect.element(note).not.toBeInTheDocument();
});

test('a file that is gone cannot be read in another way, and the import goes on with its rows', async () => {
  const { screen } = await open({ 'import:source': () => ({ state: 'gone', corrections: 0 }) });
  await expect.element(screen.getByText('The file is not where it was when it was read.')).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: 'Separator' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Columns' })).toBeEnabled();
});

test('of a file whose import still waits it is not said for certain that its rows are sent twice', async () => {
  const at = Date.UTC(2026, 10, 16);
  const sentAs = { jobId: 'job-1', campaignCode: 'DK-1', at, created: 3, refused: 0, unknown: 0, waiting: 7 };
  await showDraft(exampleDraft({ sentAs }));
  // Another import skips a row whose lead was sent, the same in every field.
  await expect.element(page.getByText(/go on there, or its waiting rows may be sent twice\.$/)).toBeVisible();
});

test('of what was looked for and not found eight lines are shown, and all when a person wants them', async () => {
  const checkedFor = problemKindSchema.options.slice(0, 12);
  const { screen } = await showDraft({ ...draft, reading: { ...draft.reading, checkedFor } });
  const list = screen.getByRole('heading', { name: 'Checked, not found' });
  await expect.element(list).toBeVisible();
  const lines = () => list.element().parentElement?.querySelectorAll('li').length;
  expect(lines()).toBe(8);
  const all = screen.getByRole('button', { name: /^Show all \d+$/ });
  const total = Number(/\d+/.exec(all.element().textContent)?.[0]);
  await all.click();
  expect(lines()).toBe(total);
  expect(total).toBeGreaterThan(8);
  await screen.getByRole('button', { name: 'Show fewer' }).click();
  expect(lines()).toBe(8);
});

test.each([1024, 1366])('the longest name of an encoding is not cut: %i pixels', async (width) => {
  await page.viewport(width, 768);
  const western = { ...draft.reading, encoding: { ...draft.reading.encoding, value: 'windows-1252' } };
  const read = { ...draft, reading: western };
  const { screen } = await showDraft(read);
  const encoding = screen.getByRole('combobox', { name: 'Encoding' });
  await expect.element(encoding).toHaveValue('Western European (Windows-1252, ISO-8859-1)');
  expect(encoding.element().scrollWidth).toBeLessThanOrEqual(encoding.element().clientWidth);
});

test('in a small window the choice between table and text stays in the bar of the preview', async () => {
  await page.viewport(900, 600);
  const read: Draft = { ...draft, reading: { ...draft.reading, format: 'xlsx' } };
  const { screen } = await showDraft(read);
  const choice = screen.getByRole('radiogroup', { name: 'Preview' });
  await expect.element(choice).toBeVisible();
  // The rail, and letters that are wider than those here.
  leaveRoom(900 - 72 - 20);
  const [inner, bar] = [choice.element(), screen.getByRole('heading', { name: 'Preview' }).element().parentElement].map(
    (element) => element?.getBoundingClientRect(),
  );
  expect(inner?.bottom).toBeLessThanOrEqual(bar?.bottom ?? 0);
});
