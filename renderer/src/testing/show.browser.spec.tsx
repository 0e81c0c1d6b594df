import { expect, test } from 'vitest';
import { startRefetch, useChannel } from '../bridge/index.ts';
import { FailureNote, toast, useDensity } from '../ui/index.ts';
import { failing } from './host.ts';
import { exampleJob } from './examples.ts';
import { show } from './show.tsx';

function JobNames() {
  const { data, error, refetch } = useChannel('job:list', {});
  const density = useDensity();
  if (error !== null) return <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />;
  return (
    <ul data-density={density}>
      {data?.jobs.map((job) => (
        <li key={job.id}>
          {job.name}, {job.counts.created} created
        </li>
      ))}
    </ul>
  );
}

test('answers come when the spec lets them, events change them, and toasts are seen', async () => {
  const later = Promise.withResolvers<{ jobs: ReturnType<typeof exampleJob>[] }>();
  const { screen, host } = await show(<JobNames />, { 'job:list': () => later.promise });
  await expect.element(screen.getByRole('list')).toBeEmptyDOMElement();
  later.resolve({ jobs: [exampleJob()] });
  await expect.element(screen.getByText('Nordlys customers, 50 created')).toBeVisible();

  const counts = { ...exampleJob().counts, created: 60, waiting: 40 };
  host.emit('job:progress', exampleJob({ counts, sequence: 2 }));
  await expect.element(screen.getByText('Nordlys customers, 60 created')).toBeVisible();

  host.emit('preferences:changed', { colorScheme: 'light', density: 'compact' });
  await expect.element(screen.getByRole('list')).toHaveAttribute('data-density', 'compact');
  toast('Saved.');
  await expect.element(screen.getByText('Saved.')).toBeVisible();
});

test('a failed call can be tried again', async () => {
  const { screen, host } = await show(<JobNames />, {
    'job:list': failing('The jobs could not be read.'),
  });
  await expect.element(screen.getByText('The jobs could not be read.')).toBeVisible();
  host.answer({ 'job:list': () => ({ jobs: [exampleJob()] }) });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nordlys customers, 50 created')).toBeVisible();
  expect(host.calls('job:list')).toHaveLength(2);
});
