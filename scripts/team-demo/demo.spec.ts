import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { visit } from '../../electron/loopback/visitor-fixture.ts';
import { MAPPING, PLAN } from '../campaign/imports.ts';
import { TeamDemo } from './demo.ts';

// Four programs and a database, on a machine that may be busy.
vi.setConfig({ testTimeout: 280_000 });

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

test('one lead goes through each of the three, a second time through none, and nothing is left', async () => {
  const pageFolder = specFolder('team-demo');
  writeFileSync(join(pageFolder, 'index.html'), 'page');
  const demo = await TeamDemo.open(null, 'lead', pageFolder);
  onTestFinished(() => demo[Symbol.asyncDispose]());
  expect(demo.people.map(({ name }) => name)).toEqual(['Anna', 'Bent', 'Carla']);

  for (const [number, { name, host }] of demo.people.entries()) {
    const page = await visit(host);
    const { team } = await page.value('team:state', {});
    expect(team?.colleagues.map((colleague) => colleague.name)).toContain(name);
    // Each has a lead of its own, and the one that all have.
    const rows = ['FirstName,Phone', `${name},3000000${number}`, 'Everybody,30000009', ''].join('\n');
    const { token } = await page.upload('people.csv', rows);
    const draft = await page.value('import:open', { token });
    await page.value('import:saveDraft', { draftId: draft.id, step: 'plan', mapping: MAPPING, plan: PLAN });
    const { id } = await page.value('import:start', { draftId: draft.id });
    const job = async () => (await page.value('job:list', {})).jobs.find((known) => known.id === id);
    await expect.poll(async () => (await job())?.counts.waiting, { timeout: 90_000 }).toBe(0);
    expect((await job())?.counts).toMatchObject(number === 0 ? { created: 2, skipped: 0 } : { created: 1, skipped: 1 });
    await page.leave();
  }
  const phones = demo.service.ledger.entries().map(({ data }) => String(data['Phone']).slice(-1));
  expect(phones.sort()).toEqual(['0', '1', '2', '9']);

  const ports = demo.people.map(({ host }) => host.port);
  await demo[Symbol.asyncDispose]();
  expect(existsSync(demo.folder)).toBe(false);
  expect(await Promise.all(ports.map(isOpen))).toEqual([false, false, false]);
});
