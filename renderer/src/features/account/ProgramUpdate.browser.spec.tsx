import { expect, test } from 'vitest';
import { NO_UPDATES, type UpdateState } from '../../../../shared/contract/host/updates.ts';
import type { Answers } from '../../testing/host.ts';
import { showPage } from '../../testing/show.tsx';
import { ProgramUpdate } from './ProgramUpdate.tsx';

const update = (change: Partial<UpdateState>): UpdateState => ({
  ...NO_UPDATES,
  isOffered: true,
  way: 'install',
  version: '1.1.0',
  ...change,
});

async function showUpdate(first: Partial<UpdateState>, answers: Answers = {}) {
  const { screen, host } = await showPage(<ProgramUpdate />, { 'host:updates': () => update(first), ...answers });
  return { box: screen.getByRole('region', { name: 'Version of the program' }), host };
}

test('looks for a newer version, loads it when told to, and lets a person choose when it is installed', async () => {
  const wanted: string[] = [];
  const { box, host } = await showUpdate(
    { state: 'unknown', version: null },
    {
      'host:lookForUpdate': () => update({ state: 'found', bytesTotal: 120_000_000 }),
      'host:loadUpdate': () => update({ state: 'ready', imports: 2 }),
      'host:installUpdate': ({ when }) => {
        wanted.push(when);
        return update({ state: when === 'whenIdle' ? 'due' : 'ready', imports: 2 });
      },
    },
  );
  await expect.element(box.getByText('No look for a newer version yet.')).toBeVisible();
  await box.getByRole('button', { name: 'Look for a new version' }).click();
  await box.getByRole('button', { name: 'Load it, 120 MB' }).click();
  await expect.element(box.getByText(/2 imports that run are paused for a minute, and no row is lost/)).toBeVisible();
  await box.getByRole('button', { name: 'When imports have ended' }).click();
  await expect.element(box.getByText(/as soon as no import, export or change of a segment runs/)).toBeVisible();
  await box.getByRole('button', { name: 'Not by itself' }).click();
  await box.getByRole('button', { name: 'Pause, update, go on' }).click();
  await expect.poll(() => wanted).toEqual(['whenIdle', 'notYet', 'now']);
  host.emit('host:updatesChanged', update({ state: 'loading', bytes: 30_000_000, bytesTotal: 120_000_000 }));
  await expect.element(box.getByText('Loading version 1.1.0: 30 MB of 120 MB.')).toBeVisible();
});

test('says that an update ends the exports that run, and offers to wait for them', async () => {
  const { box, host } = await showUpdate({ state: 'ready', exports: 1 });
  await expect
    .element(box.getByText(/The export that runs is ended; the leads that have arrived are kept/))
    .toBeVisible();
  await expect.element(box.getByRole('button', { name: 'When exports have ended' })).toBeVisible();
  host.emit('host:updatesChanged', update({ state: 'ready', imports: 1, exports: 2 }));
  await expect.element(box.getByText(/The import that runs is paused .* 2 exports that run are ended/)).toBeVisible();
  await expect.element(box.getByRole('button', { name: 'When imports and exports have ended' })).toBeVisible();
  await expect.element(box.getByRole('button', { name: 'Update now' })).toBeVisible();
});

test('says what an update does to changes of segments and to files that are being saved', async () => {
  const { box, host } = await showUpdate({ state: 'ready', changes: 1 });
  await expect
    .element(box.getByText(/The change of a segment that runs is paused .* no batch is sent twice\.$/))
    .toBeVisible();
  await expect.element(box.getByRole('button', { name: 'Pause, update, go on' })).toBeVisible();
  await expect.element(box.getByRole('button', { name: 'When changes of segments have ended' })).toBeVisible();
  host.emit('host:updatesChanged', update({ state: 'ready', saves: 1 }));
  await expect
    .element(box.getByText(/takes a minute\. What is being saved is not written: save it again\.$/))
    .toBeVisible();
  await expect.element(box.getByRole('button', { name: 'When saves have ended' })).toBeVisible();
  await expect.element(box.getByRole('button', { name: 'Update now' })).toBeVisible();
  host.emit('host:updatesChanged', update({ state: 'ready', imports: 1, exports: 1, saves: 1 }));
  await expect.element(box.getByRole('button', { name: 'When all work has ended' })).toBeVisible();
});

test('says what went wrong with an update, and offers none to load where the system installs it', async () => {
  const trouble = 'The list of versions at the place for updates is not signed by the makers of Lead Console.';
  const { box } = await showUpdate({ state: 'found', way: 'system', trouble });
  await expect.element(box.getByRole('alert')).toHaveTextContent(trouble);
  await expect.element(box.getByText(/The software management of this computer installs it/)).toBeVisible();
  expect(box.getByRole('button').elements()).toHaveLength(1);
});
