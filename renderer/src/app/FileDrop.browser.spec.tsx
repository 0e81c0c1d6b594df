import { expect, test } from 'vitest';
import { exampleAccount, exampleJob } from '../testing/examples.ts';
import { show } from '../testing/show.tsx';
import { FileDrop } from './FileDrop.tsx';

test('a notification of the system leads to its subject in its account, and a task to the account in use', async () => {
  const accounts = ['practice', 'other'].map((id) => exampleAccount({ id }));
  const inUse = { activeId: 'practice' };
  const { host } = await show(<FileDrop />, {
    'account:list': () => ({ accounts, ...inUse }),
    'account:activate': ({ accountId }) => ({ accounts, activeId: (inUse.activeId = accountId) }),
    'job:list': () => ({ jobs: [exampleJob({ id: 'job-1' })] }),
  });
  host.emit('host:show', { page: 'quota', accountId: null, id: null });
  await expect.poll(() => window.location.hash).toBe('#/quota');
  expect(inUse.activeId).toBe('practice');
  host.emit('host:show', { page: 'jobs', accountId: 'other', id: 'job-1' });
  await expect.poll(() => window.location.hash).toBe('#/jobs/job-1');
  expect(inUse.activeId).toBe('other');
});

test('a notification of an import that was deleted says so, and leads to the imports that are there', async () => {
  const { screen, host } = await show(<FileDrop />, { 'job:list': () => ({ jobs: [] }) });
  host.emit('host:show', { page: 'jobs', accountId: exampleAccount().id, id: 'job-1' });
  await expect.element(screen.getByText('This import was deleted')).toBeVisible();
  expect(window.location.hash).toBe('#/jobs');
});

test('a folder without a file is said to hold none, and does not leave the window covered', async () => {
  const { screen } = await show(<FileDrop />);
  const dataTransfer = new DataTransfer();
  // What systems put into folders is passed over.
  dataTransfer.items.add(new File([], 'Thumbs.db'));
  const drag = (kind: string, target: Element | undefined) =>
    target?.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  const covering = () => document.elementFromPoint(40, 40)?.closest('section') ?? null;
  drag('dragenter', document.body);
  await expect.poll(covering).not.toBeNull();
  const zone = document.elementFromPoint(40, 40) ?? undefined;
  for (const kind of ['dragenter', 'dragover', 'drop']) drag(kind, zone);
  await expect.element(screen.getByText('Nothing to import was dropped.')).toBeVisible();
  await expect.poll(covering).toBeNull();
});
