import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import type { RowAnswer } from '../../../../../shared/contract/jobs/jobs.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { exampleJob, exampleJobDetail } from '../../../testing/examples.ts';
import { failure } from '../../../testing/host.ts';
import { format } from '../../../lib/format.ts';
import { counts, noVerdicts, row, showJob } from '../job/job-page-fixture.tsx';

/** Two unknown rows: the one that was answered leaves the list. */
function showTwo(): ReturnType<typeof showJob> {
  const unknown = exampleJob({ state: 'needsYou', counts: { ...counts, unknown: 2, waiting: 48 } });
  let rows = [row(1, {}), row(2, {})];
  return showJob({
    'job:get': () => exampleJobDetail(unknown),
    'job:rows': () => ({ total: rows.length, rows }),
    'job:decide': () => {
      rows = rows.slice(1);
      return exampleJob({ ...unknown, counts: { ...counts, created: 51, unknown: 1, waiting: 48 }, sequence: 2 });
    },
  });
}

test('an unknown row is answered with a key, and the next one takes its place', async () => {
  const { screen, host } = await showTwo();
  await expect.element(screen.getByText('Waits for you')).toBeVisible();
  const first = screen.getByRole('group', { name: 'Answer for Firm 1' }).getByRole('button', { name: 'Exists' });
  await expect.element(first).toBeVisible();
  first.element().focus();
  await userEvent.keyboard('1');
  await expect.element(screen.getByRole('group', { name: 'Answer for Firm 1' })).not.toBeInTheDocument();
  expect(host.calls('job:decide')).toEqual([
    { jobId: 'job-1', rows: [1], decision: 'exists', attempts: row(1, {}).attempts },
  ]);
  const next = screen.getByRole('group', { name: 'Answer for Firm 2' }).getByRole('button', { name: 'Exists' });
  await expect.poll(() => document.activeElement).toBe(next.element());
  // A key that is still held says nothing about this row: it would answer all of them, one after the other.
  for (const key of ['1', 'Enter']) {
    const held = new KeyboardEvent('keydown', { key, repeat: true, bubbles: true, cancelable: true });
    expect(next.element().dispatchEvent(held)).toBe(false);
  }
  await userEvent.keyboard('3');
  await expect
    .poll(() => host.calls('job:decide').slice(1))
    .toEqual([{ jobId: 'job-1', rows: [2], decision: 'leave', attempts: row(2, {}).attempts }]);
});

test('the second click of a double click on an answer says nothing about the row that takes the place', async () => {
  const { screen, host } = await showTwo();
  const answer = (firm: string, name: string) =>
    screen.getByRole('group', { name: `Answer for ${firm}` }).getByRole('button', { name });
  await expect
    .element(answer('Firm 1', 'Leave'))
    .toHaveAttribute('title', 'Counts as left out. Nothing is sent. Key 3.');
  await answer('Firm 1', 'Not there: send once').click();
  await expect.element(answer('Firm 1', 'Leave')).not.toBeInTheDocument();
  const next = answer('Firm 2', 'Not there: send once');
  await expect.element(next).toHaveAttribute('aria-disabled', 'false');
  next.element().dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }));
  await answer('Firm 2', 'Leave').click();
  await expect
    .poll(() => host.calls('job:decide').map(({ rows: [number], decision }) => [number, decision]))
    .toEqual([
      [1, 'sendOnce'],
      [2, 'leave'],
    ]);
});

test('answers stand on the page as the journal keeps them, and can be taken back there until the row was sent', async () => {
  const answer = (number: number, decision: RowAnswer['decision']): RowAnswer => ({
    row: number,
    line: number + 1,
    decision,
    at: Date.now(),
  });
  let unknown = exampleJob({ state: 'needsYou', counts: { ...counts, unknown: 1, waiting: 49 } });
  let rows = [row(3, {})];
  let kept = [answer(2, 'sendOnce'), answer(1, 'exists')];
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(unknown),
    'job:rows': () => ({ total: rows.length, rows }),
    'job:answers': () => ({ total: kept.length, answers: kept }),
    'job:decide': ({ rows: [chosen = 0], decision }) => {
      if (decision === 'reopen' && chosen === 2) {
        kept = kept.filter((one) => one.row !== chosen);
        throw failure({ code: 'validation', message: 'The row was sent since. Nothing was changed.', issues: [] });
      }
      rows = decision === 'reopen' ? [row(chosen, {}), ...rows] : [];
      kept = decision === 'reopen' ? kept.filter((one) => one.row !== chosen) : [answer(chosen, decision), ...kept];
      unknown = { ...unknown, counts: { ...counts, unknown: rows.length }, sequence: unknown.sequence + 1 };
      return unknown;
    },
  });
  const answers = screen.getByRole('list', { name: 'Your answers' }).getByRole('listitem');
  await expect
    .poll(() => answers.elements().map((item) => item.textContent))
    .toEqual([
      expect.stringMatching(/^line 3Not there: send once\d\d[:.]\d\dTake back$/),
      expect.stringMatching(/^line 2Exists/),
    ]);
  await screen.getByRole('group', { name: 'Answer for Firm 3' }).getByRole('button', { name: 'Leave' }).click();
  // The tray is gone with its last row; the answers are not.
  await expect.element(screen.getByRole('list', { name: 'Unknown rows' })).not.toBeInTheDocument();
  await expect.poll(() => answers.elements()).toHaveLength(3);
  const takeBack = (line: number) => screen.getByRole('button', { name: `Take back the answer about line ${line}` });
  takeBack(4).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('group', { name: 'Answer for Firm 3' })).toBeVisible();
  await expect.poll(() => answers.elements()).toHaveLength(2);
  await expect.element(takeBack(3)).toHaveAttribute('aria-disabled', 'false');
  takeBack(3).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => answers.elements()).toHaveLength(1);
  expect(host.calls('job:decide').slice(1)).toEqual([
    { jobId: 'job-1', rows: [3], decision: 'reopen' },
    { jobId: 'job-1', rows: [2], decision: 'reopen' },
  ]);
});

test('the card of unknown rows ends with its list, and a figure says how many reasons there are', async () => {
  const summary = exampleJob({ counts: { ...counts, created: 61, refused: 24, unknown: 15, waiting: 0 } });
  const refusals = Array.from({ length: 12 }, (_, index) => ({
    reason: `Reason number ${index} ${'of a long sentence '.repeat(4)}`,
    count: 2,
    fixed: index < 3 ? 1 : 0,
  }));
  const rows = Array.from({ length: 15 }, (_, index) => row(index + 1, {}));
  const { screen } = await showJob({
    'job:get': () => exampleJobDetail(summary, { refusals }),
    'job:rows': ({ state }) => (state === 'unknown' ? { total: 15, rows } : { total: 0, rows: [] }),
  });
  await expect.element(screen.getByText('12 reasons, 3 rows are fixed')).toBeVisible();
  const list = screen.getByRole('list', { name: 'Unknown rows' });
  await expect.element(list).toBeVisible();
  const card = screen.getByRole('region', { name: /^Did th/ }).element();
  const below = card.getBoundingClientRect().bottom - list.element().getBoundingClientRect().bottom;
  expect(below).toBeLessThan(4);
});

test('the tray says how many of many unknown rows it shows', async () => {
  const unknown = exampleJob({ state: 'needsYou', counts: { ...counts, created: 0, unknown: 100, waiting: 0 } });
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(unknown),
    'job:rows': () => ({ total: 411, rows: [row(1, {}), row(2, {})] }),
    'job:decide': () => unknown,
  });
  await expect.element(screen.getByText(/^2 of 411 unknown rows are shown\./)).toBeVisible();
  host.answer({ 'job:rows': () => ({ total: 1, rows: [row(2, {})] }) });
  await screen.getByRole('group', { name: 'Answer for Firm 1' }).getByRole('button', { name: 'Leave' }).click();
  await expect.element(screen.getByText(/unknown rows are shown/)).not.toBeInTheDocument();
});

test('unknown rows are looked for in the service, and conclusive verdicts are applied at once, all that the button counts', async () => {
  const unknown = exampleJob({ state: 'needsYou', counts: { ...counts, unknown: 643, rows: 693, waiting: 0 } });
  let found: ChannelResult<'job:verdicts'> = noVerdicts;
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(unknown),
    'job:rows': () => ({ total: 2, rows: [row(1, {}), row(2, {})] }),
    'job:verdicts': () => found,
    'job:look': () => {
      const sums = { exists: 1, absent: 640, several: 0, unclear: 2 };
      found = {
        total: 643,
        sums,
        // The page of them that is shown.
        verdicts: [
          { row: 1, verdict: 'exists', leadId: 'L-9', evidence: 'Lead L-9 has all values.', at: 1 },
          { row: 2, verdict: 'absent', leadId: null, evidence: 'No lead has its values.', at: 1 },
        ],
      };
      return { ...sums, leads: 40, looked: 40 };
    },
    'job:applyVerdicts': () => exampleJob({ counts: { ...counts, created: 51, waiting: 49 }, sequence: 2 }),
  });
  await expect.element(screen.getByText(/One request reads the leads of the campaign\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Look for them in the service' }).click();
  await expect.element(screen.getByText(/Lead L-9 has all values\./)).toBeVisible();
  await expect.element(screen.getByText('1 found, 640 not there, 2 unclear.')).toBeVisible();
  expect(host.calls('job:applyVerdicts')).toHaveLength(0);
  await screen.getByRole('button', { name: 'Link 1, send 640 once' }).click();
  await expect.poll(() => host.calls('job:applyVerdicts').length).toBe(1);
  await expect.element(screen.getByText('Linked 1 row', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('640 rows in the queue, to be sent once')).toBeVisible();
});

test('a look for unknown rows says what it waits for, and ends without a failure when it is cancelled', async () => {
  const looking = Promise.withResolvers<never>();
  const { screen, host } = await showJob({
    'job:get': () =>
      exampleJobDetail(exampleJob({ state: 'needsYou', counts: { ...counts, unknown: 1, waiting: 49 } })),
    'job:rows': () => ({ total: 1, rows: [row(1, {})] }),
    'job:look': () => looking.promise,
  });
  await expect.element(screen.getByText('needs your decision')).toBeVisible();
  await expect.element(screen.getByText(/^It was sent, .* It is not sent again/)).toBeVisible();
  await screen.getByRole('button', { name: 'Look for it in the service' }).click();
  await expect.element(screen.getByText(/as soon as requests of the last minute have had time to end\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel', exact: true }).click();
  looking.reject(failure({ code: 'cancelled', message: 'Cancelled.' }));
  await expect.element(screen.getByText(/One request reads the leads of the campaign\./)).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  expect(host.calls('job:look')).toHaveLength(1);
});

test('a row that was sent today names its day from midnight on, while the page stays open', async () => {
  const now = Date.UTC(2026, 10, 17, 22, 58);
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const unknown = exampleJob({ state: 'needsYou', counts: { ...counts, unknown: 1 } });
  const { screen } = await showJob({
    'job:get': () => exampleJobDetail(unknown),
    'job:rows': () => ({ total: 1, rows: [row(1, { at: now })] }),
  });
  await expect.element(screen.getByText('23:58:00, attempt 1', { exact: true })).toBeVisible();
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  await expect
    .element(screen.getByText(`${format.dayAndMonth(now)} 23:58:00, attempt 1`, { exact: true }))
    .toBeVisible();
});
