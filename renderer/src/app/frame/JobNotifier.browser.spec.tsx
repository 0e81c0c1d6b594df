import { expect, onTestFinished, test, vi } from 'vitest';
import { jobSummarySchema } from '../../../../shared/contract/jobs/jobs.ts';
import { exampleAccount } from '../../testing/examples.ts';
import { show } from '../../testing/show.tsx';
import { JobNotifier } from './JobNotifier.tsx';

const counts = { rows: 3, created: 3, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 0 };

function job(state: 'running' | 'complete', accountId: string) {
  return jobSummarySchema.parse({
    ...{ id: 'job-1', accountId, name: 'Customers', fileName: 'customers.csv', campaignCode: 'DK-1' },
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
  const inUse = { activeId: exampleAccount().id };
  const accounts = ['other', exampleAccount().id].map((id) => exampleAccount({ id }));
  const shown = await show(<JobNotifier />, {
    'host:info': () => {
      isAsked = true;
      return { host, version: '1', platform: 'linux', protection: 'session' };
    },
    'account:list': () => ({ accounts, ...inUse }),
    'account:activate': ({ accountId }) => ({ accounts, activeId: (inUse.activeId = accountId) }),
    'job:list': () => ({ jobs: [job('complete', 'other')] }),
  });
  await expect.poll(() => isAsked).toBe(true);
  return { ...shown, focus, inUse };
}

/** The answer about the host may come later than the first snapshots. */
async function complete(
  { host }: Awaited<ReturnType<typeof setUp>>,
  isDue: () => boolean,
  accountId = exampleAccount().id,
): Promise<void> {
  await expect
    .poll(() => {
      host.emit('job:progress', job('running', accountId));
      host.emit('job:progress', job('complete', accountId));
      return isDue();
    })
    .toBe(true);
}

test('a person who looks elsewhere is told of the end of a job, and one press leads to it', async () => {
  const page = await setUp('browser');
  await complete(page, () => Shown.all.length > 0);
  expect(Shown.all[0]).toMatchObject({ title: 'Customers is complete', body: '3 of 3 rows were created.' });
  Shown.all[0]?.dispatchEvent(new Event('click'));
  await expect.poll(() => window.location.hash).toBe('#/jobs/job-1');
  expect(Shown.all[0]?.close).toHaveBeenCalledOnce();
  const before = Shown.all.length;
  page.focus.mockReturnValue(true);
  await complete(page, () => true);
  expect(Shown.all).toHaveLength(before);
});

test('a job of another account is shown in that account, which a person may have opened meanwhile', async () => {
  const page = await setUp('browser');
  await complete(page, () => Shown.all.length > 0, 'other');
  Shown.all[0]?.dispatchEvent(new Event('click'));
  await expect.poll(() => window.location.hash).toBe('#/jobs/job-1');
  expect(page.inUse.activeId).toBe('other');
  expect(page.host.calls('account:activate')).toHaveLength(1);
  window.location.hash = '';
  Shown.all.at(-1)?.dispatchEvent(new Event('click'));
  await expect.poll(() => window.location.hash).toBe('#/jobs/job-1');
  expect(page.host.calls('account:activate')).toHaveLength(1);
});

test('on the desktop the program does it', async () => {
  const page = await setUp('desktop');
  await complete(page, () => true);
  expect(Shown.all).toEqual([]);
});
