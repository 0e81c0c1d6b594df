import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { EVERYTHING } from '../../shared/domain/service/queries/query-fixture.ts';
import { AUTHORITY } from '../core/api/simulation/spec-certificates.ts';
import { startBrowserHost } from './browser-host.ts';
import { SPEC_HOST, visit } from './visitor-fixture.ts';
import { hasModes } from '../core/foundation/this-system-fixture.ts';

const root = specFolder('kept-files');
const dataFolder = join(root, 'data');
const pageFolder = join(root, 'page');

/** The files in the table of docs/privacy.md, as patterns. */
const listed = [...readFileSync('docs/privacy.md', 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => ({
  name,
  pattern: new RegExp(
    `^${name
      .replace(/[.]/g, '\\.')
      .replace(/<name>/g, '[^/]+')
      .replace(/<(id|time)>/g, '[\\w@.:%-]+')}(-wal|-shm|-journal)?$`,
  ),
}));
/** Files of the desktop app and of repaired damage, which no use of this host creates. */
const NOT_HERE = [
  ...['credentials.json', 'window/<name>', 'update/<name>'],
  ...['account/<id>/journal.damaged-<time>.sqlite', 'account/<id>/journal.before-<versions>.sqlite'],
  ...['account/<id>/reading/<name>/<name>', 'account/<id>/reading/<id>.lock', 'reading/<name>/<name>'],
  ...['reading/<id>.lock', 'drafts/<id>.lock', 'settings.json.unreadable-<time>', 'logs/<name>'],
];

it(
  'meets every file of the data folder in docs/privacy.md, and nothing there that does not exist',
  { timeout: 60_000 },
  async () => {
    const seen = new Map<string, number>();
    const look = () => {
      for (const entry of readdirSync(dataFolder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        const mode = statSync(path, { throwIfNoEntry: false })?.mode;
        if (entry.isFile() && mode !== undefined)
          seen.set(relative(dataFolder, path).replaceAll('\\', '/'), hasModes ? mode & 0o077 : 0);
      }
    };
    mkdirSync(pageFolder);
    writeFileSync(join(pageFolder, 'index.html'), 'page');
    const host = await startBrowserHost({ ...SPEC_HOST, dataFolder, pageFolder, practice: true });
    const browser = await visit(host);
    const { activeId } = await browser.value('account:list', {});
    const company = await browser.upload('company.pem', AUTHORITY);
    await browser.value('network:chooseCertificates', { token: company.token });
    await browser.value('account:testAgain', { callId: 'test', accountId: activeId ?? '' });
    const { token } = await browser.upload('leads.csv', 'FullName,Phone\nKim,+4530123456\nBo,+4530123457\n');
    const draft = await browser.value('import:open', { token });
    const plan = { campaignCode: 'EU-MESSE-26', poolName: null, stopAfterSameRefusal: 0 };
    await browser.value('import:saveDraft', { draftId: draft.id, plan });
    await browser.value('check:run', { draftId: draft.id });
    look();
    const job = await browser.value('import:start', { draftId: draft.id });
    look();
    const target = await browser.value('host:chooseTarget', { suggestedName: 'result.csv' });
    await browser.value('job:saveResult', { callId: 'save', jobId: job.id, token: target.target?.token ?? '' });
    const query = { ...EVERYTHING, projects: ['EU-MESSE-26'] };
    const { id } = await browser.value('export:start', { query });
    await expect
      .poll(async () => (await browser.value('export:get', { exportId: id })).state, { timeout: 20_000 })
      .not.toBe('running');
    look();
    await browser.leave();
    await host.close();
    look();
    const strange = [...seen.keys()].filter((name) => !listed.some(({ pattern }) => pattern.test(name)));
    expect(strange).toEqual([]);
    const met = listed.filter(({ pattern }) => [...seen.keys()].some((name) => pattern.test(name)));
    expect(listed.map(({ name }) => name).filter((name) => !NOT_HERE.includes(name))).toEqual(
      met.map(({ name }) => name).filter((name) => !NOT_HERE.includes(name)),
    );
    expect([...seen].filter(([, others]) => others !== 0).map(([name]) => name)).toEqual([]);
  },
);
