import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { choose } from '../../../testing/choose.ts';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { failing, failure } from '../../../testing/host.ts';
import { leaveRoom } from '../../../testing/show.tsx';
import { frameSize } from '../../../ui/theme/tokens.ts';
import { checkedRow, reason } from '../checking/check-fixture.ts';
import { areaCode, draft, found, open, standing } from './check-step-fixture.ts';

const repaired: CheckSummary = {
  ...found,
  revision: 2,
  reasons: [],
  standing: { ...standing, problem: 0, ready: 4 },
  rowsWithProblem: 0,
  undo: { title: 'Repair', steps: 1 },
};

beforeEach(() => page.viewport(1366, 768));

test('all rows are checked with progress; what was found is listed, and the first reason is open', async () => {
  const checking = Promise.withResolvers<CheckSummary>();
  const { screen, host } = await open({ 'check:run': () => checking.promise });
  await expect.element(screen.getByText('All rows are being checked.')).toBeVisible();
  await expect.poll(() => host.calls('check:run').length).toBe(1);
  const callId = host.calls('check:run')[0]?.callId ?? '';
  host.emit('check:progress', { callId, rows: 1, rowsTotal: 4 });
  await expect.element(screen.getByText(/1 of 4/)).toBeVisible();
  checking.resolve(found);
  await expect
    .element(screen.getByRole('option', { name: /Area code is missing/ }))
    .toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByText('4 rows go on')).toBeVisible();
});

test('Undo of the order of dates takes back that choice, and nothing that changed in the mapping since', async () => {
  const ambiguous = reason({
    ...{ id: 'dateAmbiguous:Telefon1', kind: 'dateAmbiguous', field: 'Telefon1', repair: null, title: 'Two readings' },
    dates: { order: null, dayFirst: 0, monthFirst: 0, either: 2 },
  });
  const { screen, host } = await open({ 'check:run': () => ({ ...found, reasons: [ambiguous] }) });
  await choose(screen, 'Dates of this field', /^Month first/);
  const saved = () => host.calls('import:saveDraft').at(-1)?.mapping;
  const monthFirst = [{ kind: 'trim' as const }, { kind: 'date' as const, order: 'month-day' as const }];
  await expect.poll(saved).toMatchObject([{}, { field: 'Telefon1', cleaning: monthFirst }]);
  const [firm, phone] = draft.mapping as [Draft['mapping'][number], Draft['mapping'][number]];
  const note = { ...firm, field: 'Note', source: { kind: 'columns' as const, columns: [2], join: null } };
  const mapping = [firm, { ...phone, cleaning: monthFirst }, note];
  host.answer({ 'import:draft': () => ({ ...draft, mapping, revision: 2 }) });
  host.emit('import:draftChanged', { draftId: draft.id, revision: 2, savedAt: draft.savedAt });
  await expect.element(screen.getByText('This draft was changed in another window.')).toBeVisible();
  // Where there is no rail, the newest note alone is seen.
  await screen.getByRole('button', { name: 'Close this note' }).click();
  await screen.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(saved).toEqual([firm, phone, note]);
});

test('a repair is sent with what was typed, says what it did, and can be undone', async () => {
  const { screen, host } = await open({
    'check:values': () => ({ total: 1, values: [{ value: '11 22 33', count: 2, after: '04011 22 33' }] }),
    'check:repair': () => repaired,
    'check:undo': () => ({ ...found, revision: 3 }),
  });
  await screen.getByRole('textbox', { name: 'Area code' }).fill('040');
  await screen.getByRole('button', { name: 'Repair 2 rows' }).click();
  expect(host.calls('check:repair')).toMatchObject([{ reasonId: areaCode.id, parameters: { areaCode: '040' } }]);
  await expect.element(screen.getByText('Repaired 2 rows: Area code is missing')).toBeVisible();
  await expect.element(screen.getByText('0 with problems', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.element(screen.getByRole('option', { name: /Area code is missing/ })).toBeVisible();
});

test('a repair of more different values than are counted is offered without a number, and what it did is said', async () => {
  const parameters = [{ id: 'areaCode' as const, label: 'Area code', value: '030' }];
  const repair = { id: 'areaCode' as const, label: 'Put in front', rows: null, example: null, parameters };
  const many = { ...found, reasons: [{ ...areaCode, distinct: null, count: 400_000, repair }] };
  const undo = { title: 'Edit of Firma in line 3', steps: 1 };
  const { screen, host } = await open({
    'check:run': () => many,
    'check:repair': () => ({ ...many, revision: 2, undo }),
  });
  const button = screen.getByRole('button', { name: 'Repair what fits' });
  await expect.element(button).toBeVisible();
  await expect.element(screen.getByText(/one repair fits/)).not.toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'Area code' }).fill('040');
  await button.click();
  await expect
    .poll(() => host.calls('check:repair'))
    .toMatchObject([{ reasonId: areaCode.id, parameters: { areaCode: '040' } }]);
  // Nothing was changed, so its note has no Undo: that would take back the edit before.
  await expect.element(screen.getByText('No row was repaired: Area code is missing')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Undo', exact: true })).not.toBeInTheDocument();
  await expect.element(button).toBeVisible();
});

test('a repair uses what stands in the field, also before the table shows what it would do', async () => {
  const { screen, host } = await open({ 'check:repair': () => repaired });
  await screen.getByRole('textbox', { name: 'Area code' }).fill('040');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => host.calls('check:repair'))
    .toMatchObject([{ reasonId: areaCode.id, parameters: { areaCode: '040' } }]);
});

test('a repair that takes long shows how far it is, and is stopped', async () => {
  const repairing = Promise.withResolvers<CheckSummary>();
  const { screen, host } = await open({ 'check:repair': () => repairing.promise });
  await screen.getByRole('button', { name: 'Repair 1,031 rows' }).click();
  await expect.poll(() => host.calls('check:repair').length).toBe(1);
  const callId = host.calls('check:repair')[0]?.callId ?? '';
  host.emit('check:progress', { callId, rows: 100_000, rowsTotal: 400_000 });
  const status = screen.getByRole('status').filter({ hasText: 'Changing rows' });
  await expect.element(status.getByText('25 %')).toBeVisible();
  await status.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => host.calls('call:cancel')).toEqual([{ callId }]);
  repairing.reject(failure({ code: 'cancelled', message: 'Cancelled.' }));
  await expect.element(status).not.toBeInTheDocument();
});

test('a held Ctrl+Enter repairs the chosen reason and not the one that comes next', async () => {
  const next = { ...areaCode, id: 'areaCodeMissing:Telefon2', field: 'Telefon2' };
  const { screen, host } = await open({
    'check:run': () => ({ ...found, reasons: [areaCode, next] }),
    'check:repair': () => ({ ...found, revision: 2, reasons: [next] }),
  });
  await expect.element(screen.getByRole('button', { name: 'Repair 1,031 rows' })).toBeVisible();
  const press = (repeat: boolean) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, repeat, cancelable: true }));
  press(false);
  await expect.element(screen.getByRole('option', { name: /Telefon2/ })).toHaveAttribute('aria-selected', 'true');
  press(true);
  await screen.getByRole('textbox', { name: 'Area code' }).fill('040');
  expect(host.calls('check:repair')).toMatchObject([{ reasonId: areaCode.id }]);
  press(false);
  await expect.poll(() => host.calls('check:repair').map(({ reasonId }) => reasonId)).toEqual([areaCode.id, next.id]);
});

test('a click while another change is on its way is not lost, and a second one asks for nothing more', async () => {
  const undoing = Promise.withResolvers<CheckSummary>();
  const { screen, host } = await open({
    'check:run': () => ({ ...found, undo: { title: 'One row left out', steps: 1 } }),
    'check:undo': () => undoing.promise,
    'check:leaveOut': () => new Promise(() => undefined),
  });
  await screen.getByRole('button', { name: /^Undo/ }).click();
  const leaveOut = screen.getByRole('button', { name: 'Leave out 2', exact: true });
  await leaveOut.click();
  await leaveOut.click();
  // An undo that it overtook would take it back.
  expect(host.calls('check:leaveOut')).toEqual([]);
  undoing.resolve({ ...found, revision: 3 });
  await expect
    .poll(() => host.calls('check:leaveOut'))
    .toMatchObject([{ choice: { reasonId: areaCode.id }, isOut: true }]);
});

test('a change that waits for another one is of the rows that were shown, also when their file is read in another way meanwhile', async () => {
  const undoing = Promise.withResolvers<CheckSummary>();
  const { screen, host } = await open({
    'check:run': () => ({ ...found, undo: { title: 'One row left out', steps: 1 } }),
    'check:undo': () => undoing.promise,
    'check:leaveOut': failing('The file was read in another way.'),
  });
  await screen.getByRole('button', { name: /^Undo/ }).click();
  await screen.getByRole('button', { name: 'Leave out 2', exact: true }).click();
  host.answer({ 'import:draft': () => ({ ...draft, readingId: 'reading-2', revision: 2 }) });
  host.emit('import:draftChanged', { draftId: draft.id, revision: 2, savedAt: draft.savedAt });
  await expect.poll(() => host.calls('check:run').length).toBe(2);
  undoing.resolve({ ...found, revision: 3 });
  await expect.poll(() => host.calls('check:leaveOut')).toMatchObject([{ readingId: draft.readingId }]);
});

test('a change that is asked for again after another one is made again', async () => {
  const leavingOut = Promise.withResolvers<CheckSummary>();
  const undo = { title: 'Leaving out 2 rows', steps: 1 };
  const { screen, host } = await open({
    'check:run': () => ({ ...found, undo }),
    'check:undo': () => ({ ...found, revision: 3, undo }),
    'check:leaveOut': () => leavingOut.promise,
  });
  const leaveOut = screen.getByRole('button', { name: 'Leave out 2', exact: true });
  await leaveOut.click();
  await screen.getByRole('button', { name: /^Undo/ }).first().click();
  await leaveOut.click();
  await leaveOut.click();
  leavingOut.resolve({ ...found, revision: 2, undo });
  await expect.poll(() => host.calls('check:undo').length).toBe(1);
  await expect.poll(() => host.calls('check:leaveOut').length).toBe(2);
});

test('a change that fails leaves the findings and says so', async () => {
  const { screen } = await open({ 'check:leaveOut': failing('The disk is full.') });
  await screen.getByRole('button', { name: 'Leave out 2', exact: true }).click();
  await expect.element(screen.getByRole('alert').getByText(/The change was not saved\./)).toBeVisible();
  await expect.element(screen.getByText('4 rows go on')).toBeVisible();
});

test('F8 goes from row to row, and begins anew after the last one', async () => {
  const { screen, host } = await open({
    'check:next': ({ row }) =>
      row === 1 ? { row: null, index: 0, ordinal: 0, total: 1 } : { row: 1, index: 0, ordinal: 1, total: 1 },
  });
  await expect.element(screen.getByText('Nordlys ApS')).toBeVisible();
  await userEvent.keyboard('{F8}');
  await expect.element(screen.getByText('Area code is missing, 1 of 1')).toBeInTheDocument();
  await userEvent.keyboard('{F8}');
  await expect.poll(() => host.calls('check:next').length).toBe(3);
  expect(host.calls('check:next')[2]).toMatchObject({ row: 0 });
  expect(host.calls('check:next')[2]?.index).toBeUndefined();
});

test('a check that fails can be made again, and a stopped one says what that means', async () => {
  const { screen, host } = await open({ 'check:run': failing('The check broke.') });
  await expect.element(screen.getByRole('alert').getByText(/The check broke\./)).toBeVisible();
  host.answer({ 'check:run': failing({ code: 'cancelled', message: 'Cancelled.' }) });
  await screen.getByRole('button', { name: 'Check again' }).click();
  await expect.element(screen.getByText('The check was stopped.')).toBeVisible();
  host.answer({ 'check:run': () => found });
  await screen.getByRole('button', { name: 'Check again' }).click();
  await expect.element(screen.getByRole('option', { name: /Area code is missing/ })).toBeVisible();
});

test('rows are checked as soon as a draft that could not be saved is saved', async () => {
  const columns = exampleDraft({ step: 'columns' });
  const { screen, host } = await open({ 'import:saveDraft': failing('The disk is full.') }, columns);
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(screen.getByText('Draft not saved')).toBeVisible();
  expect(host.calls('check:run')).toEqual([]);
  host.answer({ 'import:saveDraft': () => columns });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('option', { name: /Area code is missing/ })).toBeVisible();
});

test('steps of the history go one after the other, as the keys were pressed', async () => {
  const undoing = Promise.withResolvers<CheckSummary>();
  const { screen, host } = await open({
    'check:run': () => repaired,
    'check:undo': () => undoing.promise,
    'check:redo': () => ({ ...repaired, revision: 4 }),
  });
  await expect.element(screen.getByRole('button', { name: /^Undo \(Ctrl\+Z\)/ })).toBeEnabled();
  await userEvent.keyboard('{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.poll(() => host.calls('check:undo').length).toBe(1);
  expect(host.calls('check:redo')).toEqual([]);
  undoing.resolve({ ...found, revision: 3, redo: { title: 'Repair', steps: 1 } });
  await expect.poll(() => host.calls('check:redo').length).toBe(1);
});

test('rows are found by Ctrl+F, sorted by a header, and come as they are in the file again', async () => {
  const { screen, host } = await open({
    'check:rows': ({ look }) => ({
      revision: 1,
      total: look?.find === 'nobody' ? 0 : 1,
      rows: [],
    }),
  });
  await expect.element(screen.getByRole('columnheader', { name: 'Telefon in the file' })).toBeVisible();
  const looks = () => host.calls('check:rows').map(({ look }) => look);
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(screen.getByRole('searchbox', { name: 'Find in the rows' })).toHaveFocus();
  await userEvent.keyboard('nobody');
  await expect.element(screen.getByText('No row here has “nobody” in it.')).toBeVisible();
  expect(looks().at(-1)).toEqual({ find: 'nobody', sort: null });
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Find in the rows' }));
  await screen.getByRole('columnheader', { name: 'Telefon in the file' }).click();
  await expect.poll(() => looks().at(-1)).toEqual({ find: '', sort: { column: 1, direction: 'asc' } });
  await choose(screen, 'Order of the rows', 'As in the file');
  await expect.poll(() => looks().at(-1)).toBeUndefined();
  await expect
    .element(screen.getByRole('columnheader', { name: 'Telefon in the file' }))
    .toHaveAttribute('aria-sort', 'none');
});

test('a note that harms nothing is one line of 32 pixels, whole on hover', async () => {
  const sparse = {
    ...draft,
    reading: {
      ...draft.reading,
      rows: 4000,
      columns: draft.reading.columns.map((column) => (column.index === 1 ? { ...column, filled: 3 } : column)),
    },
  };
  const { screen } = await open({}, sparse);
  const note = screen.getByRole('status').filter({ hasText: /empty in most rows/ });
  await expect.element(note).toBeVisible();
  expect(note.element().getBoundingClientRect().height).toBe(32);
  await expect
    .element(screen.getByTitle(/empty in most rows\. .*Check that they are the right columns\./))
    .toBeVisible();
});

test.each([900, 1024])('in a small window what leaves rows out stands whole in its pane: %i pixels', async (width) => {
  await page.viewport(width, 700);
  const many = { ...found, reasons: [{ ...areaCode, count: 400_000 }] };
  const { screen } = await open({ 'check:run': () => many });
  const leaveOut = screen.getByRole('button', { name: /^Leave out [\d,]+$/ });
  await expect.element(leaveOut).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Replace…' })).toBeVisible();
  const rows = screen.getByRole('group', { name: 'Rows of the file' });
  await expect.element(rows).toBeVisible();
  leaveRoom(width - 72);
  // The five parts do not stand one below the other.
  const filter = screen.getByRole('radiogroup', { name: 'Which rows' });
  expect(filter.element().getBoundingClientRect().height).toBeLessThan(90);
  expect(leaveOut.element().getBoundingClientRect().right).toBeLessThanOrEqual(
    rows.element().getBoundingClientRect().right,
  );
});

test('in a window of 900 by 600 pixels five rows have room, and what is said above them unfolds', async () => {
  await page.viewport(900, 600);
  const sentence =
    '2 of 4 numbers have no area code. Without it they may be refused, or reach somebody in another town.';
  const rows = Array.from({ length: 40 }, (_, at) =>
    checkedRow({ row: at + 1, line: at + 2, cells: [`Firm ${at + 1}`, '11 22 33', ''] }),
  );
  const { screen } = await open({
    'check:run': () => ({ ...found, reasons: [{ ...areaCode, sentence }] }),
    'check:rows': () => ({ revision: 1, total: rows.length, rows }),
  });
  await expect.element(screen.getByText('Firm 1', { exact: true })).toBeVisible();
  leaveRoom(900 - frameSize.narrowRail);
  await expect.element(screen.getByText('Firm 5', { exact: true })).toBeInViewport({ ratio: 1 });
  const repair = screen.getByRole('button', { name: 'Repair 1,031 rows' });
  await expect.element(repair).toBeInViewport({ ratio: 1 });
  const said = screen.getByText(/reach somebody in another town/);
  const isCut = () => said.element().scrollWidth > said.element().clientWidth;
  expect(isCut()).toBe(true);
  await said.click();
  await expect.poll(isCut).toBe(false);
  await expect.element(repair).toBeInViewport({ ratio: 1 });
});

test('the rules of colleagues are named with whose they are, and used when a person says so', async () => {
  const required = { field: 'Firma', required: true, unique: false, longest: null, allowed: null };
  const theirs = { country: null, duplicateKey: 'Firma', fields: [required] };
  const at = Date.UTC(2026, 10, 27, 12);
  const colleagueRules = [
    { id: 'one', from: { name: 'Anna', at }, isCopy: false, settings: found.settings },
    { id: 'two', from: { name: 'Bent', at }, isCopy: true, settings: theirs },
  ];
  const { screen, host } = await open({}, { ...draft, colleagueRules });
  await screen.getByRole('radiogroup', { name: 'Details of' }).getByText('Rules', { exact: true }).click();
  const rules = screen.getByRole('region', { name: 'Rules of colleagues' });
  await expect.element(rules.getByText('in use')).toBeVisible();
  await rules.getByRole('button', { name: /^Use 2 rules from Bent, .* \(copy\)$/ }).click();
  await expect
    .poll(() => host.calls('check:run').at(-1))
    .toMatchObject({ settings: { ...theirs, country: found.settings.country } });
});

test('a list of many steps stays in the window, says how many it does not name, and ends with the rows as they were read', async () => {
  const steps = Array.from({ length: 30 }, (_, at) => ({
    id: 42 - at,
    title: `Edit ${42 - at}`,
    rows: 1,
    stands: true,
  }));
  const { screen, host } = await open({
    'check:run': () => ({ ...found, undo: { title: 'Edit 42', steps: 42 } }),
    'check:history': () => ({ total: 42, steps }),
    'check:goTo': () => ({ ...found, revision: 2 }),
  });
  await screen.getByRole('button', { name: 'What was changed, step by step' }).click();
  await expect.element(screen.getByText('12 earlier steps: Undo and Redo go to them')).toBeVisible();
  await screen.getByRole('menuitem', { name: 'The rows as they were read' }).click();
  await expect.poll(() => host.calls('check:goTo')).toEqual([{ draftId: draft.id, step: 0 }]);
});

test('a key that is pressed while the steps are still read goes back to none', async () => {
  const read = Promise.withResolvers<{ total: number; steps: [] }>();
  const { screen, host } = await open({
    'check:run': () => ({ ...found, undo: { title: 'Edit 1', steps: 1 } }),
    'check:history': () => read.promise,
  });
  const button = screen.getByRole('button', { name: 'What was changed, step by step' });
  await expect.element(button).toBeEnabled();
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.closest('[role="menu"]')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(host.calls('check:goTo')).toEqual([]);
  read.resolve({ total: 0, steps: [] });
});
