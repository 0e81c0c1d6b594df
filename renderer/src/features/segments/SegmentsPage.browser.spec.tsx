import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { exampleExport, exampleSegment, exampleSegmentChange } from '../../testing/examples.ts';
import { type Answers, failing } from '../../testing/host.ts';
import { showPage } from '../../testing/show.tsx';
import { SegmentsPage } from './SegmentsPage.tsx';

const segment = exampleSegment();
const nothing = { waiting: 0, moved: 0, missing: 0, refused: 0, unknown: 0 };
const prepared = exampleSegmentChange({
  state: 'prepared',
  startedAt: null,
  counts: { ...nothing, waiting: 6 },
  batches: [],
  earlier: 2,
});

beforeEach(() => page.viewport(1366, 768));

function showSegments(answers: Answers = {}) {
  return showPage(<SegmentsPage />, {
    'segment:list': () => ({ segments: [segment], unread: [], readAt: Date.now() }),
    'segment:changes': () => ({ changes: [] }),
    'job:list': () => ({ jobs: [] }),
    'segment:members': () => ({ total: 0, leadIds: [] }),
    'segment:leadNames': () => ({ names: [] }),
    ...answers,
  });
}

/** The change of `change-1` as it is opened by its address. */
async function showChange(answers: Answers = {}) {
  window.location.hash = '#/segments/change-1';
  return showSegments({
    'segment:change': () => exampleSegmentChange(),
    'segment:changes': () => ({ changes: [exampleSegmentChange()] }),
    'segment:leads': ({ state }) => ({
      total: 1,
      leads: [{ leadId: `id ${state}`, batch: 1, state: state ?? 'moved', reason: '' }],
    }),
    ...answers,
  });
}

test('the list has what a change read of its segment at its end, and nothing older', async () => {
  const readAt = Date.now();
  const { screen, host } = await showSegments({
    'segment:list': () => ({ segments: [segment], unread: [], readAt }),
  });
  await expect.element(screen.getByText(/40 of 44/).first()).toBeVisible();
  host.emit('segment:progress', exampleSegmentChange({ after: { count: 43, readAt: readAt + 1000 }, sequence: 8 }));
  await expect.element(screen.getByText(/43 of 44/).first()).toBeVisible();
  host.emit('segment:progress', exampleSegmentChange({ after: { count: 1, readAt: readAt - 1000 }, sequence: 9 }));
  await expect.element(screen.getByText(/43 of 44/).first()).toBeVisible();
});

test('a pasted list is counted before anything is sent, and exactly that list is started', async () => {
  const { screen, host } = await showSegments({
    'segment:prepare': () => prepared,
    'segment:start': () => exampleSegmentChange({ state: 'running' }),
    'segment:change': () => exampleSegmentChange({ state: 'running' }),
    'segment:leads': () => ({ total: 0, leads: [] }),
  });
  await screen.getByLabelText('Lead ids').fill('1\n2\n2');
  const before = screen.getByRole('region', { name: 'Before anything is sent' });
  await expect.element(before).toBeVisible();
  expect(before.element().textContent).toMatch(
    /In the list7.*Listed twice1sent once.*Added earlier2left out.*To add62 requests/,
  );
  await expect.element(screen.getByText('The goal will be passed.')).toBeVisible();
  expect(host.calls('segment:prepare').at(-1)).toMatchObject({
    segmentId: 'SEG-1',
    kind: 'add',
    source: { from: 'text', text: '1\n2\n2' },
  });
  await screen.getByRole('button', { name: 'Add 6 leads' }).click();
  expect(host.calls('segment:start')).toEqual([{ changeId: 'change-1' }]);
  await expect.element(screen.getByRole('heading', { level: 1, name: /Callback list/ })).toBeVisible();
});

test('the leads of a past result are a list, those of a running one are not yet', async () => {
  const asked = { filters: [], asked: 880, keeps: null };
  const { screen, host } = await showSegments({
    'segment:prepare': () => prepared,
    'export:list': () => ({
      exports: [
        exampleExport({ id: 'export-1', name: 'Energi since Monday', rows: 900, state: 'complete', answered: asked }),
        exampleExport({ id: 'export-2', name: 'Still running', rows: 5, state: 'running' }),
      ],
    }),
  });
  await screen.getByRole('combobox', { name: 'Leads from' }).click();
  await screen.getByRole('option', { name: 'An export' }).click();
  await screen.getByRole('combobox', { name: 'Result' }).click();
  await expect.element(screen.getByRole('option', { name: /Still running/ })).not.toBeInTheDocument();
  await screen.getByRole('option', { name: /^Energi since Monday, .*900 leads$/ }).click();
  await expect.element(screen.getByRole('region', { name: 'Before anything is sent' })).toBeVisible();
  expect(host.calls('segment:prepare')).toMatchObject([
    { segmentId: 'SEG-1', source: { from: 'export', exportId: 'export-1', view: { keeps: 'asked', filters: [] } } },
  ]);
});

test('a file that was read after another source was chosen is not offered', async () => {
  const columns = [{ index: 0, label: 'Id', filled: 6, example: 'L1' }];
  const read = Promise.withResolvers<{ columns: typeof columns; guess: number }>();
  const { screen, host } = await showSegments({
    'segment:prepare': () => prepared,
    'host:chooseFile': () => ({ file: { token: 'file-0123456789abcdef', name: 'leads.csv', size: 12 } }),
    'segment:fileColumns': () => read.promise,
  });
  const from = screen.getByRole('combobox', { name: 'Leads from' });
  await from.click();
  await screen.getByRole('option', { name: 'A column of a file' }).click();
  await screen.getByRole('button', { name: 'Choose a file…' }).click();
  await expect.poll(() => host.calls('segment:fileColumns')).toHaveLength(1);
  await from.click();
  await screen.getByRole('option', { name: 'A pasted list' }).click();
  read.resolve({ columns, guess: 0 });
  await new Promise((resolve) => window.setTimeout(resolve, 500));
  expect(host.calls('segment:prepare')).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Add leads', exact: true })).toBeDisabled();
});

test('a list of which every lead was added earlier says so', async () => {
  const none = {
    ...prepared,
    counts: nothing,
    leads: 0,
    listed: 3,
    repeated: 0,
    unusable: 1,
    earlier: 2,
    batchCount: 0,
  };
  const { screen, host } = await showSegments({ 'segment:prepare': () => none });
  await screen.getByLabelText('Lead ids').fill(`1\n2\n${'x'.repeat(300)}`);
  await expect.element(screen.getByText('Earlier changes from here have added all of these leads.')).toBeVisible();
  const noIds = 'No lead id is in this list, so there is nothing to send.';
  await screen.getByText('Remove leads').click();
  host.answer({ 'segment:prepare': () => ({ ...none, kind: 'remove', unusable: 3, earlier: 0 }) });
  await screen.getByLabelText('Lead ids').fill('x'.repeat(301));
  await expect.element(screen.getByText(noIds)).toBeVisible();
});

test('members that this computer knows are listed with their names and where these come from', async () => {
  const { screen, host } = await showSegments({
    'segment:members': ({ search }) =>
      search === '' ? { total: 12, leadIds: ['G1', 'G2'] } : { total: 1, leadIds: ['G2'] },
    'segment:leadNames': ({ leadIds }) => ({
      names: leadIds.includes('G1')
        ? [{ leadId: 'G1', name: 'Anna Lund', from: 'result' as const, source: 'Energi*', at: Date.UTC(2026, 10, 26) }]
        : [],
    }),
  });
  await screen.getByRole('button', { name: 'Callback list', exact: true }).click();
  await screen.getByText(/^Members known here/).click();
  const members = screen.getByRole('list', { name: 'Members known here' });
  await expect
    .element(members.getByText('Anna Lund'))
    .toHaveAttribute('title', expect.stringMatching(/^Anna Lund, in Energi\*, fetched .*26/));
  await expect
    .element(screen.getByText(/^Names of 1 of 2 from Energi\*, .*26.*\. 10 more are not shown/))
    .toBeVisible();
  await expect.element(screen.getByText(/The service counts 40; it does not say who the others are\./)).toBeVisible();
  await screen.getByRole('textbox', { name: 'Find a member by its id' }).fill('g2');
  await expect.element(members.getByText('G1')).not.toBeInTheDocument();
  expect(host.calls('segment:members').at(-1)).toMatchObject({ segmentId: 'SEG-1', search: 'g2' });
});

test('a list of thousands is pasted in one go, where the caret stands', async () => {
  const { screen, host } = await showSegments({ 'segment:prepare': () => prepared });
  await screen.getByLabelText('Lead ids').fill('first\nlast');
  const field = screen.getByLabelText('Lead ids').element() as HTMLTextAreaElement;
  field.setSelectionRange(6, 6);
  const ids = Array.from({ length: 5_000 }, (_, index) => `L-${index}\n`).join('');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', ids);
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await expect
    .poll(() => host.calls('segment:prepare').at(-1)?.source)
    .toEqual({ from: 'text', text: `first\n${ids}last`, words: 'pasted list' });
  expect(field.selectionStart).toBe(6 + ids.length);
});

test('a list that cannot be read says why, and nothing can be started', async () => {
  const { screen } = await showSegments({
    'segment:prepare': failing({
      code: 'validation',
      message: 'The list holds no lead ids. Choose another list.',
      issues: [],
    }),
  });
  await screen.getByLabelText('Lead ids').fill('?');
  await expect.element(screen.getByText('The list holds no lead ids.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add leads', exact: true })).toBeDisabled();
});

test('a batch without an answer is a question with what the count says; 1 sends it again', async () => {
  const { screen, host } = await showChange({
    'segment:resolve': () => exampleSegmentChange({ state: 'running', sequence: 2 }),
  });
  await expect.element(screen.getByText('1 batch needs you')).toBeVisible();
  await expect
    .element(
      screen.getByText(
        /42 leads\. That is 40 \+ 2, so batch 2 changed nothing: it did not arrive, or it had no new lead for the segment\./,
      ),
    )
    .toBeVisible();
  await screen.getByRole('button', { name: /^Repair: send again/ }).click();
  expect(host.calls('segment:resolve')).toEqual([{ changeId: 'change-1', batch: 2, as: 'again' }]);
  screen
    .getByRole('button', { name: /^It arrived/ })
    .element()
    .focus();
  await userEvent.keyboard('3');
  expect(host.calls('segment:resolve').at(-1)).toMatchObject({ as: 'left' });
});

test.each(['3', 'Enter'])('%s that is held down answers no question that took the place of another', async (key) => {
  const { screen, host } = await showChange({ 'segment:resolve': () => exampleSegmentChange() });
  const answer = screen.getByRole('button', { name: /^It arrived/ });
  await expect.element(answer).toBeVisible();
  // A prevented key does not press the button.
  const held = new KeyboardEvent('keydown', { key, repeat: true, bubbles: true, cancelable: true });
  expect(answer.element().dispatchEvent(held)).toBe(false);
  answer.element().focus();
  await userEvent.keyboard('2');
  await expect.poll(() => host.calls('segment:resolve')).toEqual([{ changeId: 'change-1', batch: 2, as: 'arrived' }]);
});

test('undo says what it takes back and what it leaves, and opens the reverse change', async () => {
  const { screen, host } = await showChange({
    'segment:prepareUndo': () => exampleSegmentChange({ id: 'change-2', kind: 'remove', undoes: 'change-1' }),
    'segment:start': () => exampleSegmentChange({ id: 'change-2', kind: 'remove', state: 'running' }),
  });
  await screen.getByRole('button', { name: 'Undo 2…' }).click();
  await expect.element(screen.getByText(/takes 2 leads out, in 1 request.*Batch 2 is not part of it\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Take 2 leads out' }).click();
  await expect.poll(() => host.calls('segment:start')).toEqual([{ changeId: 'change-2' }]);
  expect(window.location.hash).toBe('#/segments/change-2');
});

test('a change that another one has undone offers no second undo', async () => {
  const done = exampleSegmentChange({ state: 'ended' });
  const { screen, host } = await showChange({
    'segment:change': () => done,
    'segment:changes': () => ({ changes: [done] }),
  });
  await expect.element(screen.getByRole('button', { name: /^Undo: / })).toBeVisible();
  host.emit('segment:progress', exampleSegmentChange({ id: 'change-2', kind: 'remove', undoes: done.id, sequence: 9 }));
  await expect.element(screen.getByText(/undone, /)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Undo 2…' })).not.toBeInTheDocument();
});

test('an undo is said as one, not as leads of it', async () => {
  const { screen } = await showChange({
    'segment:change': () => exampleSegmentChange({ kind: 'remove', undoes: 'change-1', source: 'undo of Energi*' }),
  });
  await expect.element(screen.getByText(/^Undo of Energi\*: 6 leads out of /)).toBeVisible();
});

test('the page of a change follows its events, each id into its column', async () => {
  let answered = 'id 1';
  const { screen, host } = await showChange({
    'segment:change': () => exampleSegmentChange({ state: 'running' }),
    'segment:leads': () => ({ total: 1, leads: [{ leadId: answered, batch: 1, state: 'moved', reason: '' }] }),
  });
  const moved = screen.getByRole('list', { name: 'Ids: moved' });
  await expect.element(moved.getByText('id 1', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  answered = 'id 5';
  host.emit(
    'segment:progress',
    exampleSegmentChange({ counts: { ...nothing, moved: 5, missing: 1 }, batches: [], sequence: 9 }),
  );
  await expect.element(screen.getByText('adds up to 6 leads')).toBeVisible();
  await expect.element(screen.getByText('every batch was answered')).toBeVisible();
  await expect.element(moved.getByText('id 5', { exact: true })).toBeVisible();
});

test('ids that cannot be read are not said to be none', async () => {
  const { screen } = await showChange({
    'segment:leads': failing({ code: 'file', message: 'The disk cannot be read.', reason: '' }),
  });
  const moved = screen.getByRole('region', { name: 'moved' });
  await expect.element(moved.getByText('The disk cannot be read.')).toBeVisible();
  await expect.element(moved.getByText('None.')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('region', { name: 'refused' }).getByText('None.')).toBeVisible();
});

test('an id is looked for when typing rests, not with every letter', async () => {
  const { screen, host } = await showChange();
  await userEvent.type(screen.getByLabelText('Find an id'), 'id-17');
  const searches = () => new Set(host.calls('segment:leads').map(({ search }) => search));
  await expect.poll(searches).toContain('id-17');
  expect([...searches()]).toEqual(['', 'id-17']);
});

test('a batch that was refused as a whole can be sent again; not of a change that was stopped', async () => {
  const refused = (state: 'ended' | 'stopped') => {
    const change = exampleSegmentChange({ state });
    const batches = change.batches.map((batch) =>
      batch.number === 2 ? { ...batch, state: 'refused' as const, reason: 'The segment is closed' } : batch,
    );
    return { ...change, batches };
  };
  const { screen, host } = await showChange({
    'segment:change': () => refused('ended'),
    'segment:resolve': () => ({ ...refused('stopped'), sequence: 2 }),
  });
  await expect.element(screen.getByText('The segment is closed. None of its 3 leads was added.')).toBeVisible();
  const button = screen.getByRole('button', { name: 'Send batch 2 again' });
  await button.click();
  expect(host.calls('segment:resolve')).toEqual([{ changeId: 'change-1', batch: 2, as: 'again' }]);
  await expect.element(button).not.toBeInTheDocument();
});

test('a batch of which the service counts fewer leads says so', async () => {
  const reason = 'The service counts 1 as added: others may have been in the segment before.';
  const change = exampleSegmentChange();
  const done = (said: string) => ({
    ...change,
    batches: change.batches.map((batch) => ({ ...batch, state: 'done' as const, reason: said })),
  });
  const { screen, host } = await showChange({ 'segment:change': () => done(reason) });
  await expect.element(screen.getByText('accepted; the service counts fewer')).toBeVisible();
  await expect.element(screen.getByText(/service counts 1 as added/).first()).toBeVisible();
  // The reason of a doubt that a person ended says nothing of a count.
  host.emit('segment:progress', { ...done('The connection broke.'), sequence: 9 });
  await expect.element(screen.getByText('accepted by the service')).toBeVisible();
});

test('leads that a stop left are not said to wait, and before the start a lead is in no batch', async () => {
  const [first, second] = exampleSegmentChange().batches;
  if (first === undefined || second === undefined) throw new Error('The example has two batches.');
  const counts = { ...nothing, moved: 2, missing: 1, waiting: 3 };
  const waiting = { ...second, state: 'waiting' as const, reason: '', counts: { ...nothing, waiting: 3 } };
  const { screen, host } = await showChange({
    'segment:change': () => ({ ...prepared, batches: [waiting], batchCount: 1 }),
    'segment:leads': () => ({ total: 1, leads: [{ leadId: 'id-1', batch: 0, state: 'waiting', reason: '' }] }),
  });
  await expect.element(screen.getByText('Waiting 6')).toBeVisible();
  const ids = screen.getByRole('list', { name: 'Ids: waiting' });
  await expect.element(ids).toHaveTextContent('id-1');
  await expect.element(ids).not.toHaveTextContent('batch');
  host.emit(
    'segment:progress',
    exampleSegmentChange({ state: 'stopped', batches: [first, waiting], counts, sequence: 2 }),
  );
  await expect.element(screen.getByText('Not sent 3')).toBeVisible();
  await expect.element(screen.getByText('not sent', { exact: true })).toBeVisible();
  // Not every batch was answered: one was not sent.
  await expect.element(screen.getByText('none of those sent')).toBeVisible();
});

test('a refused batch is divided, and a lead that was refused alone is named with all of its reason', async () => {
  const reason = `The lead is on the list of people who must not be called. ${'Ask the owner of the list. '.repeat(4)}`;
  const change = exampleSegmentChange();
  const batches = change.batches.map((batch) => ({
    ...batch,
    state: 'refused' as const,
    leads: batch.number === 1 ? 1 : 500,
    reason,
  }));
  const refused = { ...change, batches, counts: { ...nothing, refused: 501 }, leads: 501 };
  const { screen, host } = await showChange({
    'segment:change': () => refused,
    'segment:leads': ({ state }) => ({
      total: state === 'refused' ? 2 : 0,
      leads:
        state === 'refused'
          ? ['culprit', 'another'].map((leadId, index) => ({ leadId, batch: index + 1, state, reason }))
          : [],
    }),
    'segment:resolve': () => ({ ...refused, sequence: 2 }),
  });
  const blamed = screen.getByRole('list', { name: 'Leads to blame' });
  await expect.element(blamed.getByText(reason.trim())).toBeVisible();
  expect(blamed.element().textContent).not.toContain('another');
  await expect.element(screen.getByText(/about 18 requests\. One by one takes up to 500 requests\./)).toBeVisible();
  await screen.getByRole('button', { name: 'In halves' }).click();
  await screen.getByRole('button', { name: 'One by one' }).click();
  await screen.getByRole('button', { name: 'Send culprit again' }).click();
  expect(host.calls('segment:resolve').map(({ batch, as }) => [batch, as])).toEqual([
    [2, 'halves'],
    [2, 'singly'],
    [1, 'again'],
  ]);
  // In the result the same reason stands once, and wraps.
  const result = screen.getByRole('list', { name: 'Ids: refused' });
  await expect.element(result.getByText('another')).toBeVisible();
  const shown = result.getByText(reason.trim());
  expect(shown.elements()).toHaveLength(1);
  expect(shown.element().scrollWidth).toBeLessThanOrEqual(shown.element().clientWidth);
});

test('where both do not fit the panel is a drawer, Esc closes it, and a pasted list is still there', async () => {
  await page.viewport(720, 450);
  const { screen } = await showSegments({ 'segment:prepare': () => prepared });
  const row = screen.getByRole('button', { name: 'Callback list', exact: true });
  const drawer = screen.getByRole('dialog', { name: 'Add or remove leads' });
  await expect.element(row).toBeInViewport();
  await expect.element(drawer).not.toBeInTheDocument();
  await row.click();
  await drawer.getByLabelText('Lead ids').fill('1\n2');
  await expect.element(drawer.getByRole('region', { name: 'Before anything is sent' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
  await row.click();
  await expect.element(drawer.getByLabelText('Lead ids')).toHaveValue('1\n2');
  await page.viewport(1366, 768);
  await expect.element(screen.getByRole('region', { name: 'Change Callback list' })).toBeVisible();
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('Lead ids')).toHaveValue('1\n2');
  await page.viewport(720, 450);
  await expect.element(drawer.getByLabelText('Lead ids')).toHaveValue('1\n2');
  await expect.element(drawer.getByRole('region', { name: 'Before anything is sent' })).toBeVisible();
});
