import { expect, onTestFinished, test, vi } from 'vitest';
import { jobSummarySchema } from '../../../../shared/contract/jobs/jobs.ts';
import { show } from '../../testing/show.tsx';
import { JobNotifier } from './JobNotifier.tsx';

const counts = { rows: 3, created: 3, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 0 };

function job(state: 'running' | 'complete') {
  return jobSummarySchema.parse({
    ...{ id: 'job-1', accountId: 'practice', name: 'Customers', fileName: 'customers.csv', campaignCode: 'DK-1' },
    ...{ poolName: null, state, reason: '', counts, createdAt: 0, endedAt: null, ratePerMinute: 0, rateReason: '' },
    ...{ finishAt: null, resumeAt: null, sequence: 1 },
  });
}

/** The browser's notifications, as far as the page uses them. */
class Shown extends EventTarget {
  static readonly permission = 'granted';
  static readonly all: Shown[] = [];
  readonly title: string;
  readonly body: string;
  readonly close = vi.fn<() => void>();
  constructor(title: string, { body }: { body: string }) {
    super();
    this.title = title;
    this.body = body;
    Shown.all.push(this);
  }
}

async function setUp(host: 'browser' | 'desktop') {
  Shown.all.length = 0;
  vi.stubGlobal('Notification', Shown);
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    focus.mockRestore();
  });
  let isAsked = false;
  const shown = await show(<JobNotifier />, {
    'host:info': () => {
      isAsked = true;
      return { host, version: '1', platform: 'linux', protection: 'session' };
    },
  });
  await expect.poll(() => isAsked).toBe(true);
  return { ...shown, focus };
}

/** The answer about the host may come later than the first snapshots. */
async function complete({ host }: Awaited<ReturnType<typeof setUp>>, isDue: () => boolean): Promise<void> {
  await expect
    .poll(() => {
      host.emit('job:progress', job('running'));
      host.emit('job:progress', job('complete'));
      return isDue();
    })
    .toBe(true);
}

test('a person who looks elsewhere is told of the end of a job, and one press leads to it', async () => {
  const page = await setUp('browser');
  await complete(page, () => Shown.all.length > 0);
  expect(Shown.all[0]).toMatchObject({ title: 'Customers is complete', body: '3 of 3 rows were created.' });
  Shown.all[0]?.dispatchEvent(new Event('click'));
  expect(window.location.hash).toBe('#/jobs/job-1');
  expect(Shown.all[0]?.close).toHaveBeenCalledOnce();
  const before = Shown.all.length;
  page.focus.mockReturnValue(true);
  await complete(page, () => true);
  expect(Shown.all).toHaveLength(before);
});

test('on the desktop the program does it', async () => {
  const page = await setUp('desktop');
  await complete(page, () => true);
  expect(Shown.all).toEqual([]);
});
