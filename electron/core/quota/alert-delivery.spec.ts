import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { QuotaAlert } from '../../../shared/contract/quota/quota-alerts.ts';
import { createMemoryLedger } from '../api/broker/ledger/ledger-store.ts';
import { openSpecServer, type SpecServer } from '../api/simulation/spec-server.ts';
import { postOn } from '../api/transport/post-json.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { PLAIN_NETWORK } from '../foundation/network-access.ts';
import { mountSmallDisk } from '../storage/small-disk-fixture.ts';
import { systemClock } from '../system/system-clock.ts';
import { AlertDelivery } from './alert-delivery.ts';

const clock = { wallNow: () => Date.UTC(2026, 10, 20, 9) };
const post = postOn({ proxyFor: async () => null, network: PLAIN_NETWORK, clock: systemClock });
const alert: QuotaAlert = {
  id: 'exhausted POST leads 1',
  kind: 'exhausted',
  service: 'POST leads',
  title: 'Leads runs out at about 14:35',
  text: 'The reset is at 07:42.',
  raisedAt: Date.UTC(2026, 10, 20, 8),
  isSeen: false,
};

let folder: string;
let server: SpecServer;
let status: number;
let location: string | null;
let address: string;

beforeEach(async () => {
  folder = specFolder('alerts');
  status = 204;
  location = null;
  server = await openSpecServer();
  server.answer = (_, response) => void response.writeHead(status, location === null ? {} : { location }).end();
  ({ address } = server);
});
afterEach(() => server.close());

it('goes to the address and into the file, after a test, also after a restart; nothing of a lead or a user is in it', async () => {
  const ledger = createMemoryLedger();
  const path = join(folder, 'alerts.jsonl');
  await new AlertDelivery(ledger, clock, post).change(address, path);
  const delivery = new AlertDelivery(ledger, clock, post);
  expect(delivery.shown).toEqual({ webhook: address, file: 'alerts.jsonl', failure: null });
  await delivery.deliver('raised', alert);
  await delivery.deliver('takenBack', { ...alert, kind: 'unknownRows', title: '2 rows of ida-holm.csv are unknown' });
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(server.heard.map(({ body }) => body)).toEqual(lines);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ program: 'Lead Console', change: 'test', at: '2026-11-20T09:00:00.000Z' }),
    {
      program: 'Lead Console',
      change: 'raised',
      kind: 'exhausted',
      title: 'Leads runs out at about 14:35',
      text: 'The reset is at 07:42.',
      at: '2026-11-20T08:00:00.000Z',
    },
    expect.objectContaining({ change: 'takenBack', title: 'Rows of an import are unknown' }),
  ]);
  expect(lines.join('')).not.toContain('ida-holm');
  expect(server.heard.map(({ headers }) => headers['authorization'])).toEqual([undefined, undefined, undefined]);
});

it('says what failed until a delivery succeeds, and follows no other address', async () => {
  const delivery = new AlertDelivery(createMemoryLedger(), clock, post);
  status = 500;
  await delivery.change(address, join(folder, 'nowhere', 'alerts.jsonl'));
  expect(delivery.shown.failure?.message).toMatch(/answered 500 to an alert\. .*alerts\.jsonl/);
  await delivery.change(address, null);
  [status, location] = [302, 'http://127.0.0.1:1/'];
  await delivery.deliver('raised', alert);
  expect(delivery.shown.failure?.message).toContain('answered 302');
  [status, location] = [200, null];
  await delivery.deliver('raised', alert);
  expect(delivery.shown.failure).toBeNull();
});

it('keeps each alert a line of its own in the file, also behind one that a full disk cut', async (context) => {
  using disk = mountSmallDisk(join(folder, 'small'), '2m');
  if (disk === null) return context.skip('this needs root and mount');
  const path = join(disk.path, 'alerts.jsonl');
  writeFileSync(path, `${'x'.repeat(4_000)}\n`);
  disk.fill(0);
  const delivery = new AlertDelivery(createMemoryLedger(), clock, post);
  await delivery.change(null, path);
  expect(delivery.shown.failure?.message).toContain('alerts.jsonl');
  expect(readFileSync(path, 'utf8')).toMatch(/[^\n]$/);
  disk.heal();
  await delivery.deliver('raised', alert);
  await delivery.deliver('raised', alert);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.slice(2).map((line) => (JSON.parse(line) as { change: string }).change)).toEqual(['raised', 'raised']);
});

it('refuses an address that others could read along, and keeps what was set', async () => {
  const delivery = new AlertDelivery(createMemoryLedger(), clock, post);
  await delivery.change(address, null);
  await expect(delivery.change('http://company.example/', null)).rejects.toThrow('over https:// only');
  await expect(delivery.change('https://ida:secret@company.example/', null)).rejects.toThrow('a password in it');
  expect(delivery.shown.webhook).toBe(address);
});
