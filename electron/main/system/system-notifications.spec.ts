import { expect, it } from 'vitest';
import type { EventPayload } from '../../../shared/contract/channels.ts';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';
import { RecordingElectron } from '../recording-electron-fixture.ts';
import { NOTHING_RUNS } from '../work/running-work.ts';
import { showNotification, SystemNotifications } from './system-notifications.ts';

const alert = {
  id: 'exhausted POST leads 1',
  kind: 'exhausted',
  service: 'POST leads',
  title: 'Leads runs out at about 14:30',
  text: 'The reset is at 08:01. Pause a job, or plan it for after the reset.',
  raisedAt: 0,
  isSeen: false,
} as const;

const counts = { rows: 3, created: 3, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 0 };
const job = jobSummary({ reason: 'The password is needed.', counts });

function setUp(desktop: { isWatched?: boolean; isSupported?: boolean } = {}) {
  const shown: { title: string; body: string; isOpen: boolean; click(): void }[] = [];
  const opened: unknown[] = [];
  const notifications = new SystemNotifications({
    isWatched: () => desktop.isWatched ?? false,
    show(text, click) {
      if (desktop.isSupported === false) return null;
      const notification = { ...text, isOpen: true, click };
      shown.push(notification);
      return { close: () => void (notification.isOpen = false) };
    },
    openWindow: (place) => void opened.push(place),
  });
  const see = (change: 'raised' | 'takenBack', event: Partial<EventPayload<'quota:alert'>> = {}) =>
    notifications.see({
      name: 'quota:alert',
      payload: { accountId: 'one', accountName: 'Nordlys', change, alert, ...event },
    });
  const hear = (state: 'running' | 'complete' | 'needsYou') =>
    notifications.see({ name: 'job:progress', payload: { ...job, state } });
  return { notifications, shown, see, hear, opened };
}

it('shows an alert while nobody looks at the window, and closes it when its cause is gone', () => {
  const { shown, see } = setUp();
  see('raised');
  see('raised', { accountId: 'two', accountName: 'Fjord' });
  expect(shown).toMatchObject([
    { title: alert.title, body: `Nordlys: ${alert.text}`, isOpen: true },
    { title: alert.title, body: `Fjord: ${alert.text}`, isOpen: true },
  ]);
  see('takenBack');
  expect(shown.map(({ isOpen }) => isOpen)).toEqual([false, true]);
});

it('leaves it to the page while a person looks at it', () => {
  const { shown, see } = setUp({ isWatched: true });
  see('raised');
  expect(shown).toEqual([]);
});

it('opens the window when it is pressed', () => {
  const { shown, see, opened } = setUp();
  see('raised');
  shown[0]?.click();
  expect(opened).toHaveLength(1);
  expect(shown[0]?.isOpen).toBe(false);
});

it('closes every notification at the end, and ignores other events and a system without notifications', () => {
  const { notifications, shown, see } = setUp();
  see('raised');
  notifications.see({ name: 'core:state', payload: { state: 'running', message: '' } });
  notifications.closeAll();
  expect(shown.map(({ isOpen }) => isOpen)).toEqual([false]);
  const silent = setUp({ isSupported: false });
  silent.see('raised');
  silent.see('takenBack');
  expect(silent.shown).toEqual([]);
});

it('says that a job needs somebody until it goes on, and that it is complete until it is deleted', () => {
  const { notifications, shown, hear } = setUp();
  hear('running');
  hear('needsYou');
  expect(shown).toMatchObject([{ title: 'Customers needs you', body: 'The password is needed.', isOpen: true }]);
  hear('running');
  expect(shown.map(({ isOpen }) => isOpen)).toEqual([false]);
  hear('complete');
  expect(shown.at(-1)).toMatchObject({ title: 'Customers is complete', isOpen: true });
  notifications.see({ name: 'job:removed', payload: { accountId: 'one', jobId: 'job-1' } });
  expect(shown.map(({ isOpen }) => isOpen)).toEqual([false, false]);
});

it('leads to the job or the quota that it is about, in its account', () => {
  const { shown, see, hear, opened } = setUp();
  see('raised');
  hear('running');
  hear('complete');
  for (const one of shown) one.click();
  expect(opened).toEqual([
    { page: 'quota', accountId: 'one', id: null },
    { page: 'jobs', accountId: job.accountId, id: 'job-1' },
  ]);
});

it('says that jobs were paused, and leaves it there when the program has gone', () => {
  const { notifications, shown } = setUp({ isWatched: true });
  notifications.tellParked({ ...NOTHING_RUNS, imports: 2 });
  notifications.closeAll();
  const body: unknown = expect.stringMatching(/^2 imports were paused/);
  expect(shown).toMatchObject([{ title: 'Lead Console has quit', body, isOpen: true }]);
});

it('writes down once that the system showed none, and hears the click of one that it shows', () => {
  const electron = new RecordingElectron();
  const noted: string[] = [];
  let clicks = 0;
  const text = { title: 'Quota', body: 'runs out' };
  showNotification(electron.parts, text, () => (clicks += 1), { note: (line) => void noted.push(line) });
  const [given, shown] = electron.argsOf('Notification')[0] ?? [];
  const events = shown as NodeJS.EventEmitter;
  for (let times = 0; times < 2; times += 1) events.emit('failed', {}, 'not signed');
  events.emit('click');
  expect([given, noted, clicks]).toEqual([text, ['a notification was not shown: not signed'], 1]);
});
