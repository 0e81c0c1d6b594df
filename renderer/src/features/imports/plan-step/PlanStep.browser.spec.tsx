import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { exampleAccount, exampleBudget, exampleJob, exampleQuota } from '../../../testing/examples.ts';
import { failing, failure } from '../../../testing/host.ts';
import { reason } from '../checking/check-fixture.ts';
import { clean, compared, draft, open, standing } from './plan-step-fixture.tsx';

beforeEach(() => page.viewport(1366, 768));

test('Start waits until the rows are compared with the campaign', async () => {
  const checking = Promise.withResolvers<CheckSummary>();
  const { screen, start } = await open({ 'check:run': () => checking.promise });
  await expect
    .element(screen.getByText('The rows are being compared with the leads sent to DK-NORDLYS.'))
    .toBeVisible();
  await expect.element(start).toBeDisabled();
  checking.resolve(clean);
  await expect.element(start).toBeEnabled();
});

test('Start sends once, and leads to the job', async () => {
  const starting = Promise.withResolvers<JobSummary>();
  const { host, start } = await open({ 'import:start': () => starting.promise });
  await expect.element(start).toBeEnabled();
  const button = start.element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect.element(start).toBeDisabled();
  await expect.poll(() => host.calls('import:start').length).toBe(1);
  starting.resolve(exampleJob());
  await expect.poll(() => window.location.hash).toContain('job-1');
  const { id, address } = exampleAccount();
  expect(host.calls('import:start')).toMatchObject([{ account: { id, address }, phoneCountry: 'DE' }]);
});

test('Start starts nothing that another window has changed before this one has shown it', async () => {
  const reading = Promise.withResolvers<typeof draft>();
  const { screen, host, start } = await open({
    'import:start': () => exampleJob(),
    'import:draft': () => reading.promise,
  });
  await expect.element(start).toBeEnabled();
  host.emit('import:draftChanged', { draftId: draft.id, revision: 2, savedAt: draft.savedAt });
  await expect.poll(() => host.calls('import:draft').length).toBe(1);
  await start.click();
  await expect.poll(() => host.calls('import:draft').length).toBe(2);
  reading.resolve({ ...draft, revision: 2, plan: { ...draft.plan, campaignCode: 'DE-NORD' } });
  await expect.element(screen.getByText('This draft was changed in another window.')).toBeVisible();
  await expect.element(start).toBeEnabled();
  expect(host.calls('import:start')).toEqual([]);
});

test('a start that takes long says how far it is, and can be cancelled', async () => {
  const starting = Promise.withResolvers<JobSummary>();
  const { screen, host, start } = await open({ 'import:start': () => starting.promise });
  await start.click();
  await expect.element(screen.getByText(/^Making the import/)).toBeVisible();
  await expect.element(start).not.toBeInTheDocument();
  const { callId = '' } = host.calls('import:start')[0] ?? {};
  host.emit('import:startProgress', { callId: 'another', rows: 3, rowsTotal: 4 });
  host.emit('import:startProgress', { callId, rows: 2, rowsTotal: 4 });
  await expect.element(screen.getByText('2 of 4')).toBeVisible();
  await expect.element(screen.getByRole('img', { name: 'Rows in the import: 50 %' })).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => host.calls('call:cancel')).toEqual([{ callId }]);
  starting.reject(failure({ code: 'cancelled', message: 'Cancelled.' }));
  await expect.element(start).toBeEnabled();
  await expect.element(screen.getByText(/^Making the import/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('a start that fails says so, and can be pressed again', async () => {
  const { screen, start } = await open({
    'import:start': failing({ code: 'network', message: 'The service is out of reach.', sent: 'no' }),
  });
  await start.click();
  await expect.element(screen.getByRole('alert').getByText(/The service is out of reach\./)).toBeVisible();
  await expect.element(start).toBeEnabled();
});

test('a file whose rows were sent by an import that is known no more is sent again only when a person says so', async () => {
  const { screen, host, start } = await open({
    'import:start': ({ isFileKnown }) => {
      if (isFileKnown === true) return exampleJob();
      const message = '4 rows of "leads.csv" were sent to DK-NORDLYS on 2026-11-20.';
      throw failure({ code: 'validation', message, issues: [{ path: 'sendAgain', message }] });
    },
  });
  await start.click();
  const dialog = screen.getByRole('dialog', { name: 'Send rows again that were sent before?' });
  await expect.element(dialog.getByText(/4 rows of "leads\.csv" were sent to DK-NORDLYS/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(host.calls('import:start')).toMatchObject([{ draftId: draft.id, sendAgain: false, revision: draft.revision }]);
  await start.click();
  await dialog.getByRole('button', { name: 'Send 4 rows again' }).click();
  await expect
    .poll(() => host.calls('import:start').at(-1))
    .toMatchObject({ draftId: draft.id, sendAgain: false, isFileKnown: true, revision: draft.revision });
});

test('a campaign that is typed closes Start until the rows are compared with it', async () => {
  const { screen, host, start } = await open();
  await expect.element(start).toBeEnabled();
  await screen.getByPlaceholder('Campaign code').fill('DE-NORD');
  await expect.element(start).toBeDisabled();
  await expect.poll(() => host.calls('check:run').length).toBe(2);
  await expect.element(start).toBeEnabled();
  expect(host.calls('import:saveDraft').at(-1)?.plan?.campaignCode).toBe('DE-NORD');
});

test('rows sent before are left out by default; sending them is a decision with a chip, and it can be taken back', async () => {
  const jobs = [{ jobId: 'job-1', name: 'Nordlys', at: Date.UTC(2026, 10, 21), rows: 2 }];
  const known: CheckSummary = {
    ...clean,
    standing: { ...standing, leftOut: 2, ready: 2 },
    sentBefore: { ...compared, rows: 2, leftOut: 2, jobs },
    leftOut: [{ reasonId: 'sentBefore', title: 'Sent before', rows: 2 }],
  };
  const step = { title: 'Sending 2 rows that were sent before', steps: 1 };
  const again: CheckSummary = {
    ...clean,
    revision: 2,
    sentBefore: { ...compared, rows: 2, leftOut: 0, jobs },
    undo: step,
  };
  const { screen, host, start } = await open({
    'check:run': () => known,
    'check:leaveOut': ({ isOut }) => (isOut ? { ...known, revision: 4 } : again),
    'check:undo': () => ({ ...known, revision: 3, redo: step }),
    'check:redo': () => ({ ...again, revision: 5 }),
  });
  await expect.element(screen.getByRole('button', { name: 'Start, send 2 rows' })).toBeEnabled();
  await expect.element(screen.getByText('They are left out and not sent again.')).toBeVisible();
  await screen.getByRole('button', { name: 'Send 2 again' }).click();
  await expect.element(start).toBeEnabled();
  await expect.element(screen.getByRole('button', { name: '2 sent again: leave them out' })).toBeVisible();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText(`Undone: ${step.title}`)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start, send 2 rows' })).toBeEnabled();
  await screen.getByRole('button', { name: 'Redo' }).click();
  await expect.element(start).toBeEnabled();
  expect(host.calls('check:leaveOut')).toEqual([
    { draftId: draft.id, readingId: draft.readingId, choice: { reasonId: 'sentBefore', keep: null }, isOut: false },
  ]);
});

test('the automatic pool is named after the day on which the import starts', async () => {
  const terms = { ...USUAL_TERMS, startAt: '2030-01-15T12:00' };
  const planned = exampleDraft({ step: 'plan', plan: { ...draft.plan, poolName: null, terms } });
  const { screen } = await open({}, planned);
  await expect.element(screen.getByText('The leads go to the pool “(auto) 2030-01-15”.')).toBeVisible();
});

test('rows with problems are left out for all their reasons at once, and the note counts no other rows', async () => {
  const known: CheckSummary = {
    ...clean,
    standing: { ...standing, leftOut: 1, problem: 2, ready: 1 },
    rowsWithProblem: 2,
    reasons: [reason({ count: 1 }), reason({ id: 'noPhone', kind: 'noPhone', field: null, count: 1, repair: null })],
  };
  const without = (leftOut: number) => ({ ...known, revision: leftOut, standing: { ...standing, leftOut, ready: 1 } });
  const { screen } = await open({
    'check:run': () => known,
    'check:leaveOut': ({ choice }) => without('reasonId' in choice && choice.reasonId === 'noPhone' ? 3 : 2),
  });
  await screen.getByRole('button', { name: 'Leave out 2', exact: true }).click();
  await expect.element(screen.getByText('Left out 2 rows', { exact: true })).toBeVisible();
});

test('of rows that repeat where they must not, the first stays', async () => {
  const repeating = reason({ id: 'notUnique:Ref', kind: 'notUnique', field: 'Ref', count: 3, repair: null });
  const known = { ...clean, standing: { ...standing, problem: 4, ready: 0 }, rowsWithProblem: 4 };
  const { screen, host } = await open({
    'check:run': () => ({ ...known, reasons: [repeating, reason({ count: 1 })] }),
    'check:leaveOut': () => ({ ...clean, revision: 2, standing: { ...standing, leftOut: 3, ready: 1 } }),
  });
  await expect
    .element(screen.getByText(/leave them out\? Of rows that repeat a value, the first is sent\./))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Leave out the others' }).click();
  await expect.element(screen.getByText('Left out 3 rows', { exact: true })).toBeVisible();
  expect(host.calls('check:leaveOut').map(({ choice }) => choice)).toEqual([
    { reasonId: 'areaCodeMissing:Phone', keep: 'first' },
    { reasonId: 'notUnique:Ref', keep: 'first' },
  ]);
});

/** With a free field that the campaign is known to have. */
function openTagged() {
  const reference = { name: 'Reference', type: 'text' as const, source: 'export' as const };
  const tagged = { ...draft, fields: [...draft.fields, reference] };
  return open({}, tagged);
}

test('a tag goes into a free field of the campaign only; a filled one is refused, an unknown one confirmed by name', async () => {
  const { screen, host, start } = await openTagged();
  const tag = screen.getByPlaceholder('No field');
  await expect.element(start).toBeEnabled();
  await expect.element(tag).toHaveAccessibleName('Tag');
  await expect.element(tag).toHaveAccessibleDescription(/^Writes the numbers of the import and of the row/);
  await tag.click();
  await expect
    .poll(() =>
      screen
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    )
    .toEqual(['Note', 'Reference']);
  await tag.fill('firma');
  await expect.element(screen.getByText('This import fills “firma”.', { exact: true })).toBeVisible();
  await expect.element(start).toBeDisabled();
  await tag.fill('Herkunft');
  await expect.element(screen.getByText(/is not known to have a field “Herkunft”\.$/).first()).toBeVisible();
  await expect.element(start).toBeDisabled();
  await screen.getByRole('button', { name: 'Put the tag into “Herkunft”' }).click();
  await expect.element(start).toBeEnabled();
  await expect
    .poll(() => host.calls('import:saveDraft').at(-1)?.plan?.terms)
    .toMatchObject({ tagField: 'Herkunft', tagAgreed: { field: 'Herkunft', campaignCode: 'DK-NORDLYS' } });
  await tag.fill('Reference');
  await expect.element(start).toBeEnabled();
});

test('a time that has passed is said, and Start promises no time', async () => {
  const { screen, start } = await open();
  await screen.getByText('At a time').click();
  await expect.element(screen.getByRole('button', { name: /^Start (tomorrow )?at 21:00, send 4 rows$/ })).toBeVisible();
  await screen.getByLabelText('Start at').fill('2020-11-28T10:00');
  await expect.element(screen.getByText('This time has passed: the import starts at once.')).toBeVisible();
  await expect.element(start).toBeEnabled();
});

test('hours, share, trial, tag, fair use and what comes afterwards are kept with the plan, and Start says what it will do', async () => {
  const { screen, host, start } = await openTagged();
  const plan = () => host.calls('import:saveDraft').at(-1)?.plan?.terms;
  await expect.element(start).toBeEnabled();
  await screen.getByRole('switch', { name: 'Trial: send the first' }).click();
  await screen.getByLabelText('Rows of the trial').fill('2');
  await expect.element(screen.getByRole('button', { name: 'Send 2 rows, then wait' })).toBeVisible();
  await screen.getByText('Between hours').click();
  await expect
    .element(screen.getByRole('button', { name: /Start between 21 and 6 o’clock, send 2 rows/ }))
    .toBeVisible();
  await screen.getByPlaceholder('No field').fill('Reference');
  await screen.getByRole('switch', { name: 'Send within the fair use of the service' }).click();
  await screen.getByRole('switch', { name: 'Tell me when it is complete or needs me' }).click();
  await screen.getByRole('switch', { name: `Save the result file beside ${draft.fileName}` }).click();
  (screen.getByRole('slider', { name: /Share of the limit/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(plan).toEqual({
    startAt: null,
    between: { from: 21, to: 6 },
    share: 95,
    trial: 2,
    tagField: 'Reference',
    tagAgreed: null,
    fairUse: false,
    notify: false,
    saveResult: true,
    order: null,
  });
});

test('the result is not saved beside a file that came through a browser, and the plan says why', async () => {
  const uploaded = { ...draft, isInFolder: false };
  const { screen } = await open({}, uploaded);
  await expect
    .element(screen.getByRole('switch', { name: 'Save the result file beside the imported file' }))
    .toBeDisabled();
  await expect.element(screen.getByText(/A page in a browser cannot write there\./)).toBeVisible();
});

test('Start says how many rows wait for the quota of the next day', async () => {
  const budget = exampleBudget();
  const daily = { ...budget.daily, limit: 1000, used: 997, remaining: 3, resetsAt: Date.now() + 2 * 3_600_000 };
  const { screen } = await open({ 'quota:snapshot': () => exampleQuota({ services: [{ ...budget, daily }] }) });
  await expect
    .element(screen.getByRole('button', { name: /^Start, send 3 rows, the rest from (?:tomorrow )?\d\d:\d\d on$/ }))
    .toBeEnabled();
});

test('rows go out by a column when a person chooses one', async () => {
  const { screen, host } = await open();
  const order = () => host.calls('import:saveDraft').at(-1)?.plan?.terms?.order;
  const choice = screen.getByRole('combobox', { name: 'Order' });
  await expect.element(choice).toHaveValue('As in the file');
  await choice.click();
  const [, second] = draft.reading.columns;
  await screen.getByRole('option', { name: second?.label ?? '' }).click();
  await expect.poll(order).toEqual({ column: 1, descending: false, label: second?.label });
  await screen.getByText('Highest first').click();
  await expect.poll(order).toEqual({ column: 1, descending: true, label: second?.label });
  await choice.click();
  await screen.getByRole('option', { name: 'As in the file' }).click();
  await expect.poll(order).toBeNull();
});

/** With 40 rows for a campaign to which nothing was sent. */
function openFresh() {
  const many = { ...clean, rows: 40, standing: { ...standing, ready: 40 } };
  const answers = { 'check:run': () => many, 'import:start': () => exampleJob() };
  return open(answers, { ...draft, known: { ...draft.known, imports: 0 } });
}

test('a campaign to which nothing was sent begins with a trial, which Start sends with the plan', async () => {
  const { screen, host } = await openFresh();
  await expect.element(screen.getByText('Nothing was sent into DK-NORDLYS from here yet.')).toBeVisible();
  await screen.getByRole('button', { name: 'Send 10 rows, then wait' }).click();
  await expect.poll(() => host.calls('import:start').length).toBe(1);
  expect(host.calls('import:saveDraft').at(-1)?.plan?.terms?.trial).toBe(10);
});

test('a trial that a person switched off stays off', async () => {
  const { screen } = await openFresh();
  await screen.getByLabelText('Rows of the trial').fill('1');
  await expect.element(screen.getByText('row, then wait for me before the rest', { exact: true })).toBeVisible();
  await screen.getByRole('switch', { name: 'Trial: send the first' }).click();
  await expect.element(screen.getByText('rows, then wait for me before the rest', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start, send 40 rows' })).toBeEnabled();
});

test('both ways are side by side when the quota is known, and it can be asked for', async () => {
  const known = exampleQuota({ services: [exampleBudget()] });
  const { screen } = await open({ 'quota:refresh': () => known });
  expect(screen.getByRole('region', { name: 'Fair use or without' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Ask for it now' }).click();
  const table = screen.getByRole('region', { name: 'Fair use or without' });
  await expect.element(table.getByRole('row', { name: 'Units 08:00 to 21:00 4, 1 each 32, 8 each' })).toBeVisible();
  await expect.element(table.getByText(/4 at night assumed until it is measured/)).toBeVisible();
});

test('Save as draft sends nothing, and leads to the drafts once everything is saved', async () => {
  const { screen, host, start } = await open({ 'import:start': () => exampleJob() });
  await expect.element(start).toBeEnabled();
  await screen.getByText('Between hours').click();
  await screen.getByRole('button', { name: 'Save as draft' }).click();
  await expect.poll(() => window.location.hash).toBe('#/import');
  expect(host.calls('import:saveDraft').at(-1)?.plan?.terms?.between).toEqual({ from: 21, to: 6 });
  expect(host.calls('import:start')).toEqual([]);
});

test('in the narrowest window Start says what it will do, and is not cut', async () => {
  await page.viewport(720, 450);
  const { screen } = await open();
  await screen.getByRole('switch', { name: 'Trial: send the first' }).click();
  await screen.getByLabelText('Rows of the trial').fill('2');
  await screen.getByText('Between hours').click();
  const start = screen.getByRole('button', { name: /^Start between 21 and 6 o’clock, send 2 rows, then wait$/ });
  await expect.element(start).toBeVisible();
  const words = start.element().querySelector('.mantine-Button-label');
  expect(start.element().getBoundingClientRect().right).toBeLessThanOrEqual(720);
  expect(words?.scrollWidth).toBe(words?.clientWidth);
});
