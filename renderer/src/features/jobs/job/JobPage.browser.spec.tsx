import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import type { JobDetail, RowAnswer } from '../../../../../shared/contract/jobs/jobs.ts';
import { format } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { chooseItem } from '../../../testing/choose.ts';
import { exampleBudget, exampleJob, exampleJobDetail, exampleQuota } from '../../../testing/examples.ts';
import { failing, failure } from '../../../testing/host.ts';
import { counts, row, showJob } from './job-page-fixture.tsx';

test('a job that is being read says so; one that cannot be read can be tried again', async () => {
  const later = Promise.withResolvers<JobDetail>();
  const { screen, host } = await showJob({ 'job:get': () => later.promise });
  await expect.element(screen.getByRole('status', { name: 'The job is loading' })).toBeInTheDocument();
  later.reject(failure({ code: 'notFound', message: 'This job is not here any more. Go back to the list.' }));
  await expect.element(screen.getByText('This job is not here any more.')).toBeVisible();
  host.answer({ 'job:get': () => exampleJobDetail(exampleJob()) });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: /Nordlys customers/ })).toBeVisible();
});

test('a job that is deleted on its own page gives way to the list', async () => {
  location.hash = placeHref('jobs', 'job-1');
  const stopped = exampleJob({ name: 'Nordlys', state: 'stopped' });
  const { screen, host } = await showJob({ 'job:get': () => exampleJobDetail(stopped) });
  const deleted = Promise.withResolvers<Record<string, never>>();
  host.answer({
    'job:get': failing({ code: 'notFound', message: 'This import is not here.' }),
    'job:delete': () => deleted.promise,
  });
  await chooseItem(screen, 'More for Nordlys', 'Delete…');
  await screen.getByRole('button', { name: /^Delete .* and their answers$/ }).click();
  // The page hears that the job is gone before its call is answered.
  host.emit('job:removed', { accountId: 'practice', jobId: 'job-1' });
  await expect.element(screen.getByText('This import is not here.')).toBeInTheDocument();
  deleted.resolve({});
  await expect.poll(() => location.hash).toBe(placeHref('jobs'));
  await expect.element(screen.getByText('“Nordlys” is deleted')).toBeVisible();
});

test('who has gone elsewhere while a large job was deleted stays there', async () => {
  location.hash = placeHref('jobs', 'job-1');
  const stopped = exampleJob({ name: 'Nordlys', state: 'stopped' });
  const deleted = Promise.withResolvers<Record<string, never>>();
  const { screen } = await showJob({
    'job:get': () => exampleJobDetail(stopped),
    'job:delete': () => deleted.promise,
  });
  await chooseItem(screen, 'More for Nordlys', 'Delete…');
  await screen.getByRole('button', { name: /^Delete .* and their answers$/ }).click();
  location.hash = placeHref('quota');
  deleted.resolve({});
  await expect.element(screen.getByText('“Nordlys” is deleted')).toBeVisible();
  expect(location.hash).toBe(placeHref('quota'));
});

test('a result file that could not be saved beside the imported one is named, and tried again on a click', async () => {
  const trouble = '“nordlys-result.csv” was not written: the disk is full. Make room, then save it again.';
  const resultFile = { state: 'failed' as const, name: '', savedAt: null, trouble };
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(exampleJob({ state: 'complete', resultFile })),
    'job:keepResult': () => ({}),
  });
  await expect.element(screen.getByText('The result file was not saved beside nordlys.csv.')).toBeVisible();
  await expect.element(screen.getByText(/the disk is full/)).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  expect(host.calls('job:keepResult')).toEqual([{ jobId: 'job-1' }]);
});

test.each([
  ['the lowest one while nothing is known', null, ', limit 240'],
  ['the one that follows from the quota of the day', 1_440_000, ', limit 1,000'],
  ['none for a service without one', 9_000, ''],
])('the limit of the chart before an answer shows it is %s', async (_title, limit, words) => {
  const { daily } = exampleBudget();
  const { screen } = await showJob({
    'quota:snapshot': () => exampleQuota({ services: [exampleBudget({ minute: null, daily: { ...daily, limit } })] }),
  });
  await expect.element(screen.getByText(new RegExp(`^since [^,]*${words}$`))).toBeVisible();
});

test('a job that ended within a minute says how many rows it sent, and a longer one its rate', async () => {
  const sent = { ...counts, rows: 50, waiting: 0 };
  const ended = (seconds: number) =>
    exampleJobDetail(exampleJob({ state: 'complete', counts: sent, createdAt: 0, endedAt: seconds * 1000 }));
  const { screen, host } = await showJob({ 'job:get': () => ended(12) });
  await expect.element(screen.getByText('in less than a minute')).toBeVisible();
  host.emit('job:progress', { ...ended(120).summary, sequence: 2 });
  await expect.element(screen.getByText('25 a minute')).toBeVisible();
  // A refused row was repaired and sent the next day.
  host.emit('job:progress', { ...ended(24 * 3600).summary, sequence: 3 });
  await expect.element(screen.getByText('less than 1 a minute')).toBeVisible();
  await expect.element(screen.getByText('on average, pauses included')).toBeVisible();
});

test('a job that waits shows no rate from before, and no time at which it continues that has passed', async () => {
  const waiting = (resumeAt: number, sequence: number) =>
    exampleJob({ state: 'waiting', holdKind: 'minute', reason: 'Busy.', ratePerMinute: 128, resumeAt, sequence });
  const { screen, host } = await showJob({ 'job:get': () => exampleJobDetail(waiting(Date.now() + 3_600_000, 1)) });
  await expect.element(screen.getByText('not sending')).toBeVisible();
  expect(screen.getByText('128 a minute').elements()).toEqual([]);
  await expect.element(screen.getByText(/, automatically$/)).toBeVisible();
  host.emit('job:progress', waiting(Date.now() - 1000, 2));
  await expect.element(screen.getByText('any moment')).toBeVisible();
});

test('a job that waits for the next day says that it goes on earlier if it may', async () => {
  const waiting = exampleJob({
    state: 'waiting',
    holdKind: 'daily',
    reason: 'Used up.',
    resumeAt: Date.now() + 3_600_000,
  });
  const { screen } = await showJob({ 'job:get': () => exampleJobDetail(waiting) });
  await expect.element(screen.getByText(/, or earlier if the quota allows$/)).toBeVisible();
});

test('a short reason stands beside the state, a long one in full below the head', async () => {
  const short = exampleJob({ state: 'waiting', holdKind: 'minute', reason: 'Busy.' });
  const { screen, host } = await showJob({ 'job:get': () => exampleJobDetail(short) });
  await expect.element(screen.getByText('Busy.')).toBeInTheDocument();
  const reason =
    '127.0.0.1 refuses the connection: no service is listening there. Check the address, or wait until it listens.';
  host.emit('job:progress', { ...short, reason, sequence: 2 });
  await expect.element(screen.getByText(reason)).toBeVisible();
  const said = screen.getByText(reason).elements();
  expect(said.map((element) => element.scrollWidth > element.clientWidth)).toEqual([false]);
});

test('a job whose answers could not be written asks for the program to stay open', async () => {
  const held = exampleJob({ state: 'needsYou', holdKind: 'journal', reason: 'The disk is full. Free some space.' });
  const { screen, host } = await showJob({ 'job:get': () => exampleJobDetail({ ...held, unwritten: 11 }) });
  await expect
    .element(
      screen.getByText(/^Do not close .* then: 11 rows were sent, and their answers are not written down yet\.$/),
    )
    .toBeVisible();
  host.emit('job:progress', { ...held, sequence: 2 });
  await expect.element(screen.getByText(/Do not close/)).not.toBeInTheDocument();
});

test('a job that needs the password says after how many sent rows it is paused, not at which row', async () => {
  const sent = { ...counts, created: 500, refused: 9, unknown: 3, skipped: 40, excluded: 20, waiting: 428, rows: 1000 };
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(exampleJob({ state: 'waiting', holdKind: 'auth', reason: 'No.', counts: sent })),
  });
  await expect.element(screen.getByText(/The job is paused after 512 rows\. The other rows wait\./)).toBeVisible();
  // Some of them perhaps after the service had refused them.
  await expect.element(screen.getByText('20 left out', { exact: true })).toBeVisible();
  const none = { ...sent, created: 0, refused: 0, unknown: 0, waiting: 940 };
  host.emit(
    'job:progress',
    exampleJob({ state: 'waiting', holdKind: 'auth', reason: 'No.', counts: none, sequence: 2 }),
  );
  await expect.element(screen.getByText(/The job is paused before its first row\./)).toBeVisible();
});

test('Pause becomes Resume when the job says that it is paused, and a failure is shown', async () => {
  const paused = exampleJob({ state: 'paused', reason: 'Paused.', onTheirWay: 4, sequence: 2 });
  const { screen, host } = await showJob({
    'job:pause': () => paused,
    'job:resume': failing({ code: 'file', message: 'The journal is full. Free some space.', reason: 'ENOSPC' }),
  });
  await screen.getByRole('button', { name: 'Pause' }).click();
  expect(host.calls('job:pause')).toEqual([{ jobId: 'job-1' }]);
  await expect.element(screen.getByText('4 of them on their way')).toBeVisible();
  await expect.element(screen.getByText('answers still to come')).toBeVisible();
  await screen.getByRole('button', { name: 'Resume' }).click();
  await expect.element(screen.getByText('The journal is full.')).toBeVisible();
  await expect.element(screen.getByText('Free some space.')).toBeVisible();
});

test('the counts follow the events', async () => {
  const { screen, host } = await showJob();
  await expect.element(screen.getByRole('img', { name: /Created 50,/ }).first()).toBeVisible();
  // Rows wait, and some may be on their way.
  await expect.element(screen.getByText('none so far')).toBeVisible();
  host.emit('job:progress', exampleJob({ counts: { ...counts, created: 99, waiting: 1 }, sequence: 2 }));
  await expect.element(screen.getByRole('img', { name: /Created 99,/ }).first()).toBeVisible();
  host.emit('job:progress', exampleJob({ counts: { ...counts, created: 99, excluded: 1, waiting: 0 }, sequence: 3 }));
  await expect.element(screen.getByText('none needs you')).toBeVisible();
});

test('stopping asks first, and says how many rows stay unsent', async () => {
  const { screen, host } = await showJob({
    'job:stop': () =>
      exampleJob({ state: 'stopped', counts: { ...counts, skipped: 50, waiting: 0 }, endedAt: 1, sequence: 2 }),
  });
  await screen.getByRole('button', { name: 'Stop…' }).click();
  expect(host.calls('job:stop')).toEqual([]);
  await expect.element(screen.getByText(/^Some of the 50 rows without an answer may be on their way;/)).toBeVisible();
  await screen.getByRole('button', { name: 'Stop, leave up to 50 rows unsent' }).click();
  await expect.element(screen.getByRole('button', { name: 'Pause' })).not.toBeInTheDocument();
  expect(host.calls('job:stop')).toEqual([{ jobId: 'job-1' }]);
});

const held = exampleJob({ state: 'needsYou', holdKind: 'older', reason: 'The journal forgot 3 rows.', counts });
const goesOn = () => exampleJob({ state: 'running', counts, sequence: 2 });

test('a job whose sends are not known for sure goes on only when a person says so', async () => {
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(held),
    'job:resume': goesOn,
  });
  await expect.element(screen.getByRole('button', { name: 'Resume' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Go on…' }).click();
  expect(host.calls('job:resume')).toEqual([]);
  await screen.getByRole('button', { name: 'Send 50 waiting rows' }).click();
  await expect.poll(() => host.calls('job:resume')).toEqual([{ jobId: 'job-1', goOn: true }]);
});

test('a job that waits for the service’s count says why, and goes on without it when a person says so', async () => {
  const reason = 'Waits for the service’s count of leads. It failed (500).';
  const waits = exampleJob({ state: 'waiting', holdKind: 'count', reason, counts });
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(waits),
    'job:resume': goesOn,
  });
  await expect.element(screen.getByText(reason)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  await screen.getByRole('button', { name: 'Go on…' }).click();
  await expect.element(screen.getByText('Go on without the service’s count?')).toBeVisible();
  await screen.getByRole('button', { name: 'Send 50 waiting rows' }).click();
  await expect.poll(() => host.calls('job:resume')).toEqual([{ jobId: 'job-1', goOn: true }]);
});

test('what the service’s count could not show is said with the job', async () => {
  const sentence = 'This service does not say how many leads it counted.';
  const { screen } = await showJob({
    'job:get': () => exampleJobDetail(exampleJob({ counts }), { countNotes: [sentence] }),
  });
  await expect.element(screen.getByText(sentence)).toBeVisible();
});

test('the waiting rows of such a job are compared with the campaign first, and go when that shows something', async () => {
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(held),
    'job:compareWaiting': () => ({ leftOut: 0, leads: 9, doubt: 'The leads show no phones.' }),
    'job:resume': goesOn,
  });
  await screen.getByRole('button', { name: 'Go on…' }).click();
  const compare = screen.getByRole('button', { name: 'Compare, then send the rest' });
  await compare.click();
  await expect.element(screen.getByText('The leads show no phones.')).toBeVisible();
  expect(host.calls('job:resume')).toEqual([]);
  host.answer({
    'job:compareWaiting': () => ({ leftOut: 3, leads: 9, doubt: null }),
    'job:resume': failing({ code: 'validation', message: 'The journal cannot be written.', issues: [] }),
  });
  await compare.click();
  await expect.element(screen.getByText('3 rows left out')).toBeVisible();
  expect(host.calls('job:resume')).toEqual([{ jobId: 'job-1', goOn: true }]);
  // They were not sent after all: nothing says that they were.
  await expect.element(screen.getByText('The journal cannot be written.')).toBeVisible();
  expect(screen.getByText(/rows are sent/).elements()).toEqual([]);
});

test('a comparison that ends after the dialog was closed sends nothing', async () => {
  const compared = Promise.withResolvers<{ leftOut: number; leads: number; doubt: null }>();
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(held),
    'job:compareWaiting': () => compared.promise,
    'call:cancel': () => ({ cancelled: false }),
    'job:resume': goesOn,
  });
  await screen.getByRole('button', { name: 'Go on…' }).click();
  await screen.getByRole('button', { name: 'Compare, then send the rest' }).click();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => host.calls('call:cancel')).toHaveLength(1);
  compared.resolve({ leftOut: 3, leads: 9, doubt: null });
  await new Promise((resolve) => window.setTimeout(resolve, 300));
  expect(host.calls('job:resume')).toEqual([]);
});

test('of many answers the last ones are listed, and a failure to read them is said', async () => {
  const kept: RowAnswer[] = [{ row: 9, line: 10, decision: 'leave', at: Date.now() }];
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(exampleJob({ state: 'complete' })),
    'job:answers': () => ({ total: 250, answers: kept }),
  });
  await expect.element(screen.getByText('Your last 1 answers')).toBeVisible();
  host.answer({
    'job:answers': failing({ code: 'file', reason: 'broken', message: 'The disk is broken. Nothing was changed.' }),
  });
  host.emit('job:figures', { accountId: exampleJob().accountId, jobId: 'job-1' });
  await expect.element(screen.getByText('The disk is broken.')).toBeVisible();
});

test('a job is renamed, and takes another share while it runs', async () => {
  const { screen, host } = await showJob({
    'job:rows': () => ({ total: 1, rows: [row(1, { state: 'created', leadId: 'L-1' })] }),
    'job:rename': ({ name }) => exampleJob({ name, sequence: 2 }),
    'job:share': ({ share }) => exampleJob({ terms: { ...USUAL_TERMS, share }, sequence: 3 }),
  });
  await expect.element(screen.getByRole('cell', { name: 'L-1' })).toBeVisible();
  await chooseItem(screen, 'More for Nordlys customers', 'Rename…');
  await screen.getByRole('dialog').getByRole('textbox').fill('Nordlys November');
  await screen.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: /Nordlys November/ })).toBeVisible();
  await screen.getByRole('button', { name: 'share 100 %' }).click();
  screen.getByRole('slider', { name: 'Share of the limit, percent' }).element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => host.calls('job:share')).toEqual([{ jobId: 'job-1', share: 95 }]);
});

test('rows that were next are not listed as created leads while the created ones are read', async () => {
  const job = (created: number) => exampleJob({ counts: { ...counts, created, waiting: 100 - created } });
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(job(0)),
    'job:rows': ({ state }) =>
      state === 'waiting' ? { total: 1, rows: [row(7, { state: 'ready' })] } : new Promise(() => undefined),
  });
  await expect.element(screen.getByRole('table', { name: 'Next rows' }).getByText('Firm 7')).toBeVisible();
  host.emit('job:progress', { ...job(1), sequence: 9 });
  await expect.element(screen.getByText('1, the last ones first')).toBeVisible();
  await expect.element(screen.getByText('Firm 7')).not.toBeInTheDocument();
});

test('rows of a job that sent none are listed in the order of the file, and not called next', async () => {
  const { screen } = await showJob({
    'job:get': () =>
      exampleJobDetail(exampleJob({ state: 'stopped', counts: { ...counts, created: 0, skipped: 100, waiting: 0 } })),
    'job:rows': () => ({ total: 1, rows: [row(7, { state: 'skipped' })] }),
  });
  await expect.element(screen.getByText('in the order of the file')).toBeVisible();
});

test('the chart of a long job names the first minute that it shows, not the start of the job', async () => {
  const now = Date.UTC(2026, 10, 22, 12);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const job = exampleJob({ createdAt: now - 20 * 3_600_000 });
  const { screen, host } = await showJob({
    'job:get': () => exampleJobDetail(job, { perMinute: [{ minute: now - 4 * 3_600_000, rows: 200 }] }),
  });
  await expect.element(screen.getByText(/^since 09:00/)).toBeVisible();
  host.answer({ 'job:get': () => exampleJobDetail(job) });
  host.emit('job:figures', { accountId: job.accountId, jobId: job.id });
  await expect
    .element(screen.getByText(new RegExp(`^since ${format.dayAndMonth(now - 20 * 3_600_000)} 17:00`)))
    .toBeVisible();
});
