import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { type Answers, failing, failure, type StandInHost } from '../../../testing/host.ts';
import { leaveRoom } from '../../../testing/show.tsx';
import { summary } from '../checking/check-fixture.ts';
import { showDraft } from '../wizard/wizard-fixture.tsx';

const draft = exampleDraft({ step: 'columns' });
const open = (answers: Answers = {}) => showDraft(draft, answers);
const savedFields = (host: StandInHost) =>
  host
    .calls('import:saveDraft')
    .at(-1)
    ?.mapping?.map(({ field }) => field);

beforeEach(() => page.viewport(1366, 768));

test('a column gets a field, the change is saved, and Ctrl+Z takes it back', async () => {
  const { screen, host } = await open();
  const target = screen.getByRole('button', { name: 'Field for column Bemærkning: choose a field' });
  await target.click();
  await screen.getByRole('option', { name: /^Note/ }).click();
  await expect.element(screen.getByRole('button', { name: 'Field for column Bemærkning: Note' })).toHaveFocus();
  await expect.element(screen.getByText('3 of 3 columns used')).toBeVisible();
  await expect.poll(() => savedFields(host)).toContain('Note');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(target).toBeVisible();
  await expect.poll(() => host.calls('import:saveDraft').at(-1)?.mapping?.length).toBe(2);
});

test('what came back from the last import of such a file is said', async () => {
  const asBefore = { fileName: 'people.csv', at: Date.UTC(2026, 10, 20, 12), constants: 1, cleaned: 2, checks: 3 };
  const named = { ...draft, asBefore };
  const { screen } = await showDraft(named);
  await expect
    .element(screen.getByText(/^As in people\.csv of .*: 1 constant, 2 cleaned fields and 3 rules of the check\./))
    .toBeVisible();
});

test('the campaign comes first, and each that is offered says what is known of it', async () => {
  const unnamed = { ...draft, campaignCode: '', plan: { ...draft.plan, campaignCode: '' } };
  const { screen, host } = await showDraft(unnamed, {
    'import:campaigns': () => ({
      campaigns: [{ code: 'DK-NORDLYS', lastUsedAt: Date.now() - 3 * 86_400_000, jobs: 4 }],
    }),
  });
  await expect.element(screen.getByText(/^Choose it first/)).toBeVisible();
  await screen.getByPlaceholder('Campaign code').click();
  await screen.getByRole('option', { name: /^DK-NORDLYS.*Used 4 times from here, last/ }).click();
  await expect.poll(() => JSON.stringify(host.calls('import:saveDraft').at(-1))).toContain('DK-NORDLYS');
});

test('a campaign that changes elsewhere stands in its field, and leaving the field does not change it', async () => {
  const { screen, host } = await open();
  const campaign = screen.getByPlaceholder('Campaign code');
  await expect.element(campaign).toHaveValue('DK-NORDLYS');
  const plan = { ...draft.plan, campaignCode: 'DK-SYDHAVN' };
  host.answer({ 'import:draft': () => ({ ...draft, plan, campaignCode: plan.campaignCode, revision: 2 }) });
  host.emit('import:draftChanged', { draftId: draft.id, revision: 2, savedAt: draft.savedAt });
  await expect.element(campaign).toHaveValue('DK-SYDHAVN');
  await campaign.click();
  await userEvent.tab();
  expect(JSON.stringify(host.calls('import:saveDraft'))).not.toContain('DK-NORDLYS');
});

test('a field that every lead of the campaign has is named until something fills it', async () => {
  const fields = [
    { name: 'Firma', type: 'text' as const, source: 'export' as const, isInEvery: true as const },
    { name: 'Kilde', type: 'text' as const, source: 'export' as const, isInEvery: true as const },
    { name: 'Note', type: 'text' as const, source: 'export' as const },
  ];
  const known = { ...draft, fields, known: { ...draft.known, lookUp: { at: 1, leads: 200 } } };
  const { screen } = await showDraft(known);
  const said = screen.getByText(/^Nothing fills Kilde\.$/);
  await expect.element(said).toBeVisible();
  await screen.getByRole('button', { name: 'Field for column Bemærkning: choose a field' }).click();
  await screen.getByRole('option', { name: /^Kilde/ }).click();
  await expect.element(said).not.toBeInTheDocument();
});

test.each(['GB', 'US', 'NL', 'CH'])('the prefix of a phone country is whole: %s', async (value) => {
  const own = { ...draft, phoneCountry: { ...draft.phoneCountry, value } };
  const { screen } = await showDraft(own);
  const field = screen.getByRole('combobox', { name: 'Phone country' });
  await expect.element(field).toHaveValue(expect.stringMatching(/ \+\d+$/));
  const { scrollWidth, clientWidth } = field.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test('the choices above a row stay in one line beside the scroll bar of many fields', async () => {
  const { screen } = await open();
  const choices = screen.getByRole('radiogroup', { name: 'Which of the first 100 rows' });
  await expect.element(choices).toBeVisible();
  // The bar takes 10 pixels, which the browser of the specs hides.
  const element = choices.element() as HTMLElement;
  element.style.width = `${element.clientWidth - 10}px`;
  const tops = [...element.querySelectorAll('label')].map((label) => label.getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
});

test('the reason of a suggestion is whole, and the panel says what is odd about a value', async () => {
  const reasons = ['“Geburtsdatum des Mitarbeiters” means Firma, and this goes on for longer than a line has room.'];
  const suggestions = [{ column: 0, field: 'Firma', confidence: 0.71, reasons, runnerUp: null }];
  const fields = [
    { field: 'Telefon1', value: '+4520112233', inFile: '20112233 lok. 12', doubt: 'Telefon1 without its extension.' },
  ];
  const own = { ...draft, suggestions };
  const { screen } = await showDraft(own, {
    'import:sentRow': ({ row }) => ({ row, line: row + 1, fields, body: '{}' }),
  });
  await page.viewport(1024, 768);
  const reason = screen.getByText(/this goes on for longer than a line has room/).element();
  expect(reason.scrollWidth).toBeLessThanOrEqual(reason.clientWidth);
  expect(reason.clientHeight).toBeGreaterThan(20);
  await expect.element(screen.getByText('Telefon1 without its extension.')).toBeVisible();
});

test('the arrow keys go from field to field, and Delete leaves a column out', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Field for column Firma: Firma' }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Search fields or type a new one' })).toHaveFocus();
  await userEvent.keyboard('{Escape}{ArrowDown}');
  await expect.element(screen.getByRole('button', { name: 'Field for column Telefon: Telefon1' })).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.element(screen.getByRole('button', { name: 'Field for column Telefon: choose a field' })).toBeVisible();
  await expect.element(screen.getByText('1 of 3 columns used')).toBeVisible();
});

test('what is typed before the search has the focus is searched for', async () => {
  const { screen } = await open();
  const target = screen.getByRole('button', { name: 'Field for column Firma: Firma' });
  await expect.element(target).toBeVisible();
  const button = target.element() as HTMLButtonElement;
  button.click();
  for (const key of 'Te') {
    // The list is open, and no timer has come yet.
    await Promise.resolve();
    button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }
  const search = screen.getByRole('combobox', { name: 'Search fields or type a new one' });
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('l');
  await expect.element(search).toHaveValue('Tel');
});

test('a field that is filled twice is named, and the way on is closed until it is corrected', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Field for column Bemærkning: choose a field' }).click();
  await screen.getByRole('option', { name: /^Firma/ }).click();
  await expect.element(screen.getByText('1 field is filled twice')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Check' })).toBeDisabled();
});

test('a look-up that fails says so and can be tried again; while it runs it can be cancelled', async () => {
  const { screen, host } = await open({
    'import:lookUpFields': failing({ code: 'network', message: 'The service is out of reach.', sent: 'no' }),
  });
  await screen.getByRole('button', { name: 'Look up fields (1 request)' }).click();
  await expect.element(screen.getByRole('alert').getByText(/The fields could not be looked up\./)).toBeVisible();
  const answer = Promise.withResolvers<never>();
  host.answer({ 'import:lookUpFields': () => answer.promise });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/Reading its leads/)).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(host.calls('call:cancel')).toEqual([{ callId: host.calls('import:lookUpFields')[1]?.callId }]);
  answer.reject(failure({ code: 'cancelled', message: 'Cancelled.' }));
  await expect.element(screen.getByRole('button', { name: 'Look up fields (1 request)' })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a draft that cannot be saved says so, and is saved with the next attempt', async () => {
  const { screen, host } = await open({ 'import:saveDraft': failing('The disk is full.') });
  await screen.getByRole('button', { name: 'Field for column Telefon: Telefon1' }).click();
  await screen.getByRole('option', { name: 'Leave this column out' }).click();
  await expect.element(screen.getByText('Draft not saved')).toBeVisible();
  await expect.element(screen.getByRole('alert').getByText(/The disk is full\./)).toBeVisible();
  host.answer({ 'import:saveDraft': () => draft });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  expect(host.calls('import:saveDraft').at(-1)?.mapping?.length).toBe(1);
});

test('what another page changes in the draft is shown at once, and said', async () => {
  const { screen, host } = await open();
  await expect.element(screen.getByRole('button', { name: 'Field for column Telefon: Telefon1' })).toBeVisible();
  const newer = { ...draft, revision: 2, savedAt: draft.savedAt + 60_000, mapping: draft.mapping.slice(0, 1) };
  host.answer({ 'import:draft': () => newer });
  host.emit('import:draftChanged', { draftId: draft.id, revision: 2, savedAt: newer.savedAt });
  await expect.element(screen.getByRole('button', { name: 'Field for column Telefon: choose a field' })).toBeVisible();
  await expect.element(screen.getByText('This draft was changed in another window.')).toBeVisible();
  expect(host.calls('import:saveDraft')).toEqual([]);
});

test('a change of a draft that another page has changed is not kept, which is said, and the newest draft is shown', async () => {
  const { screen, host } = await open();
  const newer = { ...draft, revision: 2, mapping: draft.mapping.slice(1) };
  host.answer({
    'import:draft': () => newer,
    'import:saveDraft': ({ revision, mapping }) => {
      if (revision !== newer.revision)
        throw failure({ code: 'validation', message: 'Changed.', issues: [{ path: 'revision', message: 'Changed.' }] });
      return { ...newer, revision: 3, mapping: mapping ?? newer.mapping };
    },
  });
  const note = screen.getByRole('button', { name: 'Field for column Bemærkning: choose a field' });
  await note.click();
  await screen.getByRole('option', { name: /^Note/ }).click();
  await expect.element(screen.getByText(/Your last change was not kept; make it again\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Field for column Firma: choose a field' })).toBeVisible();
  await expect.element(note).toBeVisible();
  // The example is of another day than today.
  await expect.element(screen.getByText(/^Draft saved .*Nov/)).toBeVisible();
  await note.click();
  await screen.getByRole('option', { name: /^Note/ }).click();
  await expect.poll(() => host.calls('import:saveDraft').at(-1)).toMatchObject({ revision: 2 });
  await expect.element(screen.getByRole('button', { name: 'Field for column Bemærkning: Note' })).toBeVisible();
});

test('columns of a field are put in order by keys, and the first rows show what comes of it', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Field from several columns' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Field from several columns' });
  await dialog.getByRole('combobox', { name: 'Field' }).fill('Both');
  for (const name of ['Firma', 'Telefon']) {
    await dialog.getByRole('combobox', { name: 'Add a column' }).click();
    await screen.getByRole('option', { name, exact: true }).click();
  }
  const order = dialog.getByRole('list', { name: 'Columns in their order' });
  await expect.element(order).toHaveTextContent('FirmaTelefon');
  const rows = dialog.getByRole('region', { name: 'First rows' });
  await expect.element(rows.getByText('Nordlys ApS 30 11 22 30', { exact: true })).toBeVisible();
  (dialog.getByRole('button', { name: 'Remove Telefon' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.element(order).toHaveTextContent('TelefonFirma');
  await expect.element(rows.getByText('30 11 22 30 Nordlys ApS', { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Remove Telefon' })).toHaveFocus();
});

test('a correction made in another window is in the first rows, and in the row as it will be sent', async () => {
  const { screen, host } = await open();
  await screen.getByRole('button', { name: 'Field from several columns' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Field from several columns' });
  await dialog.getByRole('combobox', { name: 'Add a column' }).click();
  await screen.getByRole('option', { name: 'Firma', exact: true }).click();
  await expect.element(dialog.getByText('Nordlys ApS').first()).toBeVisible();
  const sent = { field: 'Firma', value: 'Nordlys as sent', inFile: 'Nordlys ApS', doubt: '' };
  host.answer({
    'import:ruleExamples': () => ({ rows: [{ line: 2, inFile: 'Nordlys ApS', value: 'Nordlys corrected' }] }),
    'import:sentRow': ({ row }) => ({ row, line: row + 1, fields: [sent], body: '{}' }),
  });
  host.emit('check:changed', { draftId: draft.id, summary: summary([], { draftId: draft.id, revision: 2 }) });
  await expect.element(dialog.getByText('Nordlys corrected', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Nordlys as sent', { exact: true })).toBeInTheDocument();
});

test('a constant is offered the fields that are open and the values that earlier imports gave them', async () => {
  const known = { name: 'Kilde', type: 'text' as const, source: 'earlier' as const, constants: ['Messe', 'Web'] };
  const named = { ...draft, fields: [...draft.fields, known] };
  const { screen, host } = await showDraft(named);
  await screen.getByRole('button', { name: 'Constant', exact: true }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Field', exact: true })).toHaveFocus();
  await userEvent.keyboard('kil');
  await screen.getByRole('option', { name: 'Kilde' }).click();
  await screen.getByRole('combobox', { name: 'Value in every row' }).click();
  await screen.getByRole('option', { name: 'Messe' }).click();
  await screen.getByRole('button', { name: 'Add constant' }).click();
  await expect
    .poll(() => host.calls('import:saveDraft').at(-1)?.mapping?.at(-1))
    .toMatchObject({ field: 'Kilde', source: { kind: 'constant', value: 'Messe' } });
});

test('rows that go on into another campaign say which of their fields it does not know, and take its own', async () => {
  const goesOn = { jobId: 'job-1', name: 'Spring', campaignCode: 'DK-NORDLSY' };
  const moved = exampleDraft({
    step: 'columns',
    goesOn,
    fields: [
      { name: 'Firma', type: 'name', source: 'earlier' },
      { name: 'Telefon', type: 'phone', source: 'earlier' },
    ],
    suggestions: [{ column: 1, field: 'Telefon', confidence: 0.9, reasons: ['The same name.'], runnerUp: null }],
  });
  const { screen, host } = await showDraft(moved);
  const note = screen.getByRole('status').filter({ hasText: '4 rows go on from “Spring” (DK-NORDLSY)' });
  await expect
    .element(note.getByText('1 of 2 fields is not known in DK-NORDLYS: Telefon1.', { exact: true }))
    .toBeVisible();
  await expect.element(screen.getByText('Not known in DK-NORDLYS', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Use its field' }).click();
  await expect.element(note.getByText('DK-NORDLYS knows all 2 fields of this import.', { exact: true })).toBeVisible();
  await expect.poll(() => savedFields(host)).toEqual(['Firma', 'Telefon']);
});

test('without anything known of the campaign, no field passes for known', async () => {
  const goesOn = { jobId: 'job-1', name: 'Spring', campaignCode: 'DK-NORDLSY' };
  const known = { count: 0, lookUp: null, imports: 0, templates: 0 };
  const moved = exampleDraft({ step: 'columns', goesOn, known, fields: [] });
  const { screen } = await showDraft(moved);
  await expect.element(screen.getByText('Which fields DK-NORDLYS has is not known yet.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Use its/ }).elements()).toEqual([]);
});

test.each([
  { width: 1024, rail: 72 },
  { width: 1366, rail: 208 },
])('what is known of the campaign is read in full: $width pixels', async ({ width, rail }) => {
  await page.viewport(width, 768);
  const unnamed = {
    ...draft,
    likeCampaign: 'DK-ENERGI-26',
    campaignCode: '',
    plan: { ...draft.plan, campaignCode: '' },
  };
  const { screen } = await showDraft(unnamed);
  const words = screen.getByText('Choose it first. Until then the usual fields are offered.');
  await expect.element(words).toBeVisible();
  leaveRoom(width - rail);
  expect(words.element().scrollWidth).toBeLessThanOrEqual(words.element().clientWidth);
});

test('in a narrow window a value of some length is read in full', async () => {
  const value = 'Maximiliane Schwarzenberg-Sund';
  const columns = draft.reading.columns.map((column, index) => (index === 0 ? { ...column, longest: value } : column));
  const long = { ...draft, reading: { ...draft.reading, columns } };
  await page.viewport(1024, 768);
  const { screen } = await showDraft(long);
  const shown = screen.getByTitle(value, { exact: true });
  await expect.element(shown).toBeVisible();
  leaveRoom(1024 - 72);
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = shown.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
});

test('in a low window the fields that are offered stay in sight, and the list scrolls', async () => {
  // 1366×768 at 200 %.
  await page.viewport(683, 384);
  const fields = Array.from({ length: 20 }, (_, index) => ({
    name: `Field ${index}`,
    type: 'text' as const,
    source: 'earlier' as const,
  }));
  const many = exampleDraft({ step: 'columns', fields });
  const { screen } = await showDraft(many);
  const target = screen.getByRole('button', { name: 'Field for column Bemærkning: choose a field' });
  await expect.element(target).toBeVisible();
  target.element().scrollIntoView({ block: 'center' });
  await target.click();
  const search = screen.getByRole('combobox', { name: 'Search fields or type a new one' });
  await expect.element(search).toBeInViewport({ ratio: 1 });
  await expect.element(screen.getByRole('listbox')).toBeInViewport({ ratio: 1 });
});
