import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ZipArchive } from '../files/workbooks/zip-archive.ts';
import {
  connect,
  connected,
  context,
  errorOf,
  folder,
  replaceService,
  service,
  setUpProgram,
  startProgram,
} from './account-fixture.ts';

setUpProgram();

/** Every file of a ZIP by its name. */
async function unzipped(path: string): Promise<Record<string, string>> {
  const descriptor = openSync(path, 'r');
  try {
    const archive = ZipArchive.open(descriptor, statSync(path).size, 'bundle.zip');
    const files: Record<string, string> = {};
    for (const name of archive.entries.keys()) files[name] = await archive.text(name);
    return files;
  } finally {
    closeSync(descriptor);
  }
}

describe('the diagnostics bundle', () => {
  const VALUES = ['Karlotta Kvitfjell', '+4791827364', 'hemmeligfelt'];

  it('holds no lead value, name, user, password or token, and is saved as it was shown', async () => {
    await replaceService({ leads: 10, username: 'nordlys-import', password: 'Tr0ub4dor&3' });
    const feature = await startProgram();
    const credentials = { username: 'nordlys-import', password: 'Tr0ub4dor&3' };
    const { account } = await feature.handlers['account:connect']({ address: service.url, ...credentials }, context);
    await feature.handlers['account:rename'](
      { accountId: account?.id ?? '', name: 'nordlys-import.fjordkraft.example' },
      context,
    );
    const { session, features } = feature.active.get();
    const { users } = await features['account:users']({}, context);
    await features['account:orgUnit']({ orgCode: 'København Syd', include: ['users'] }, context);
    const lead = {
      campaignCode: 'EU-MESSE-26',
      poolName: null,
      data: { FirstName: VALUES[0] ?? '', Phone: VALUES[1] ?? '' },
    };
    await session.api.createLead(lead, { lane: 'import', beforeSend: () => undefined });
    service.faults.add({
      kind: 'status',
      status: 400,
      body: JSON.stringify({ message: `Bad ${VALUES[0]} ${credentials.password}` }),
      match: { method: 'POST', path: '/leads' },
    });
    await session.api.createLead(lead, { lane: 'import', beforeSend: () => undefined });
    mkdirSync(join(folder, 'logs'));
    const logged = `2026-11-22T08:00:00.000Z bug 1a2b in import:start: TypeError: ${VALUES[0]} is no number\n    at run (/home/${VALUES[2]}/core.js:1:2)\n${VALUES[1]}\n2026-11-22T08:00:01.000Z bug 1a2c in GET nordlys-import.fjordkraft.example: Error\n`;
    writeFileSync(join(folder, 'logs', 'browser-host.log'), logged);

    const bundle = await feature.handlers['account:diagnostics'](
      { version: '1', platform: 'linux', host: 'browser' },
      context,
    );
    const shown = JSON.stringify(bundle.files);
    const token = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
    const people = users
      .flatMap(({ name, email, orgCode }) => [name, email ?? '', orgCode ?? ''])
      .filter((text) => text.length > 4);
    expect(people.length).toBeGreaterThan(5);
    const secrets = [
      ...VALUES,
      ...people,
      credentials.username,
      credentials.password,
      token,
      'fjordkraft',
      'København Syd',
      '127.0.0.1',
    ];
    for (const secret of secrets) expect(shown).not.toContain(secret);
    expect(shown).toContain('import:start: TypeError');
    expect(bundle.files.find(({ name }) => name === 'account-1-requests.csv')?.text).toContain('/orgunits/…?include');

    const diagnosticsId = bundle.id;
    const saved = await feature.handlers['account:saveDiagnostics']({ token: 'bundle.zip', diagnosticsId }, context);
    expect(saved.rows).toBe(bundle.files.length);
    expect(await unzipped(join(folder, 'bundle.zip'))).toEqual(
      Object.fromEntries(bundle.files.map(({ name, text }) => [name, text])),
    );
    await feature.handlers['account:diagnostics']({ version: '1', platform: 'linux', host: 'browser' }, context);
    const late = feature.handlers['account:saveDiagnostics']({ token: 'late.zip', diagnosticsId }, context);
    expect((await errorOf(late)).code).toBe('notFound');
  });

  it('passes over a folder that is named like a log', async () => {
    const feature = await startProgram();
    mkdirSync(join(folder, 'logs', 'odd.log'), { recursive: true });
    writeFileSync(join(folder, 'logs', 'core.log'), '2026-11-22T08:00:00.000Z bug 1a2b in import:start: TypeError\n');
    const program = { version: '1', platform: 'linux', host: 'browser' } as const;
    const { files } = await feature.handlers['account:diagnostics'](program, context);
    expect(files.map(({ name }) => name).filter((name) => name.startsWith('log-'))).toEqual(['log-core.txt']);
  });

  it('the log keeps the words of a refusal without the password, and is saved as CSV without them', async () => {
    const feature = await startProgram();
    await feature.handlers['account:connect'](connect(), context);
    const { session, features } = feature.active.get();
    service.faults.add({
      kind: 'status',
      status: 403,
      body: '{"message":"No right for Anna"}',
      match: { path: '/users' },
    });
    await session.api.listUsers();
    const entries = session.api.requestLog();
    const last = entries.at(-1);
    const { detail } = await features['account:logEntry']({ entryId: last?.id ?? 0 }, context);
    expect(detail).toMatchObject({ body: '{"message":"No right for Anna"}' });
    expect(detail?.sent).toContainEqual({ name: 'authorization', value: 'Basic •••' });
    expect(detail?.answered.map(({ name }) => name)).toContain('x-rate-limit-remaining');
    expect((await features['account:logEntry']({ entryId: 99_999 }, context)).detail).toBeNull();
    const saved = await features['account:saveLog']({ token: 'log.csv', entryIds: [last?.id ?? 0] }, context);
    expect(saved.rows).toBe(1);
    const csv = readFileSync(join(folder, 'log.csv'), 'utf8');
    expect(csv).toMatch(/^\ufefftime,method,path.*\r\n.*,GET,\/users,GET users,person,403,refused \(403\)/);
    expect(csv).not.toContain('Anna');
  });

  it('storage is counted by what lies in the folder', async () => {
    const { feature, accountId } = await connected();
    mkdirSync(join(folder, 'account', accountId, 'results'), { recursive: true });
    writeFileSync(join(folder, 'account', accountId, 'results', 'a.sqlite'), 'x'.repeat(1000));
    const storage = await feature.handlers['account:storage']({ accountId }, context);
    expect(storage.parts[0]).toEqual({ what: 'results', bytes: 1000 });
    expect(storage.parts[1]?.bytes).toBeGreaterThan(1000);
    expect(storage.bytes).toBe(storage.parts.reduce((sum, { bytes }) => sum + bytes, 0));
  });
});
