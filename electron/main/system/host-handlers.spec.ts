import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_UPDATES } from '../../../shared/contract/host/updates.ts';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { createFileTokens } from '../../host/file-tokens.ts';
import { externalLinks } from '../guards/external-links.ts';
import { chosenFile, createDesktopHandlers } from './host-handlers.ts';
import { helpAddresses } from '../guards/policies.ts';

const root = specFolder('host-handlers');
writeFileSync(join(root, 'leads.csv'), 'a;b\n');

const OFF = { isOffered: true, isSet: false };

function setUp(
  answers: {
    open?: string | null;
    several?: readonly string[];
    save?: string | null;
    folder?: string;
    pdf?: string;
    invitation?: string;
  } = {},
) {
  const granted: string[] = [];
  const offered: string[] = [];
  const asked: string[] = [];
  const copied: string[] = [];
  const tokens = createFileTokens((file) => granted.push(`${file.access} ${file.path}`));
  const handlers = createDesktopHandlers({
    version: '1',
    platform: 'linux',
    protection: 'session',
    tokens,
    saveFolder: '/home/kim/Downloads',
    dialogs: {
      async chooseFile(wanted) {
        asked.push(wanted);
        return answers.open ?? null;
      },
      chooseFiles: async () => answers.several ?? [],
      async chooseTarget(path) {
        offered.push(path);
        return answers.save ?? null;
      },
      chooseFolder: async () => answers.folder ?? null,
    },
    openLeads: (path) => chosenFile(tokens, path),
    loginStart: { state: () => OFF, set: (isSet) => ({ ...OFF, isSet }) },
    updates: {
      state: NO_UPDATES,
      look: async () => NO_UPDATES,
      load: async () => NO_UPDATES,
      install: async () => NO_UPDATES,
    },
    copyText: async (text) => void copied.push(text),
    invitation: async () => answers.invitation ?? null,
    async printPdf() {
      if (answers.pdf === undefined) throw new Error('nothing is printed');
      return Buffer.from(answers.pdf);
    },
  });
  return { handlers, tokens, granted, offered, asked, copied };
}

it('an invitation of a team goes to the clipboard, never to the page', async () => {
  const agreed = setUp({ invitation: 'lead-team-1:secret' });
  expect(await agreed.handlers['host:copyInvitation']({})).toEqual({ isCopied: true });
  expect(agreed.copied).toEqual(['lead-team-1:secret']);
  const cancelled = setUp({});
  expect(await cancelled.handlers['host:copyInvitation']({})).toEqual({ isCopied: false });
  expect(cancelled.copied).toEqual([]);
});

describe('files chosen on the desktop', () => {
  it('are named on the clipboard in a line for DuckDB, once they are saved; the page hears nothing of the place', async () => {
    const { handlers, copied } = setUp({ save: "/home/kim/Kim's/leads.parquet" });
    const { target } = await handlers['host:chooseTarget']({ suggestedName: 'leads.parquet' });
    expect(await handlers['host:copyDuckDbLine']({ token: target?.token ?? '' })).toEqual({});
    expect(copied).toEqual(["SELECT * FROM read_parquet('/home/kim/Kim''s/leads.parquet');"]);
    await expect(handlers['host:copyDuckDbLine']({ token: 'file-00000000' })).rejects.toThrow('Save it again');
  });

  it('can be several spreadsheets at once, each with a token of its own', async () => {
    const paths = ['first.csv', 'second.csv'].map((name) => join(root, name));
    for (const path of paths) writeFileSync(path, 'Phone\n1\n');
    const { handlers, granted } = setUp({ several: paths });
    const { files } = await handlers['host:chooseFiles']({});
    expect(files.map(({ name }) => name)).toEqual(['first.csv', 'second.csv']);
    expect(new Set(files.map(({ token }) => token)).size).toBe(2);
    // Their sizes are read at the same time.
    expect(granted.toSorted()).toEqual(paths.map((path) => `read ${path}`));
    expect(await setUp().handlers['host:chooseFiles']({})).toEqual({ files: [] });
  });

  it('reach the page as a token and a name; only the core gets the path', async () => {
    const path = join(root, 'leads.csv');
    const { handlers, granted } = setUp({ open: path });
    const { file } = await handlers['host:chooseFile']({});
    expect(file).toEqual({ token: expect.stringMatching(/^file-[0-9a-f-]{36}$/), name: 'leads.csv', size: 4 });
    expect(granted).toEqual([`read ${path}`]);
  });

  it('are spreadsheets, or mappings when one is wanted', async () => {
    const { handlers, asked } = setUp();
    await handlers['host:chooseFile']({});
    await handlers['host:chooseFile']({ wanted: 'template' });
    expect(asked).toEqual(['spreadsheet', 'template']);
  });

  it('may be a folder, of which the page gets a token and a name, too', async () => {
    const { handlers, granted, tokens } = setUp({ folder: '/home/kim/leads' });
    const { folder } = await handlers['host:chooseFolder']({});
    expect(folder).toEqual({ token: expect.stringMatching(/^file-[0-9a-f-]{36}$/), name: 'leads' });
    expect(granted).toEqual(['folder /home/kim/leads']);
    expect(tokens.find(folder?.token ?? '', 'write')).toBeNull();
  });

  it('are none when the person cancels', async () => {
    const { handlers, granted } = setUp();
    expect(await handlers['host:chooseFile']({})).toEqual({ file: null });
    expect(await handlers['host:chooseTarget']({ suggestedName: 'x.csv' })).toEqual({ target: null });
    expect(await handlers['host:chooseFolder']({})).toEqual({ folder: null });
    expect(granted).toEqual([]);
  });

  it.each([
    [join(root, 'gone.csv'), 'missing', /"gone.csv" is gone/],
    [root, 'folder', /is a folder/],
  ])('says what is wrong with %s', async (path, reason, words) => {
    const { tokens, granted } = setUp();
    await expect(chosenFile(tokens, path)).rejects.toMatchObject({
      error: { code: 'file', reason, message: expect.stringMatching(words) },
    });
    expect(granted).toEqual([]);
  });

  it('are saved where the dialog says; the page suggests a name, never a folder', async () => {
    const { handlers, offered, granted } = setUp({ save: '/home/kim/out.csv' });
    const { target } = await handlers['host:chooseTarget']({ suggestedName: '../../.ssh/authorized_keys' });
    expect(offered).toEqual([join('/home/kim/Downloads', 'authorized_keys')]);
    expect(target?.name).toBe('out.csv');
    expect(granted).toEqual(['write /home/kim/out.csv']);
  });

  it('keeps reading and writing apart', async () => {
    const { tokens } = setUp();
    const { token } = await chosenFile(tokens, join(root, 'leads.csv'));
    expect(tokens.find(token, 'read')).not.toBeNull();
    expect(tokens.find(token, 'write')).toBeNull();
  });
});

describe('a page saved as PDF', () => {
  it('is written where the dialog says; the page learns the name alone', async () => {
    const path = join(root, 'receipt.pdf');
    const { handlers, offered, granted } = setUp({ save: path, pdf: '%PDF' });
    expect(await handlers['host:savePdf']({ suggestedName: '../../x.pdf' })).toEqual({ name: 'receipt.pdf' });
    expect(offered).toEqual([join('/home/kim/Downloads', 'x.pdf')]);
    expect(readFileSync(path, 'utf8')).toBe('%PDF');
    expect(granted).toEqual([]);
  });

  it('is not printed when the person cancels', async () => {
    expect(await setUp().handlers['host:savePdf']({ suggestedName: 'x.pdf' })).toEqual({ name: null });
  });

  it('says why it was not written', async () => {
    const { handlers } = setUp({ save: join(root, 'no', 'receipt.pdf'), pdf: '%PDF' });
    await expect(handlers['host:savePdf']({ suggestedName: 'x.pdf' })).rejects.toMatchObject({
      error: { code: 'file', message: expect.stringContaining('receipt.pdf') },
    });
  });
});

describe('links', () => {
  const log = { bug: () => 'id', note: () => undefined };

  it('open no other address', async () => {
    const opened: string[] = [];
    const open = externalLinks(async (address) => void opened.push(address), log);
    for (const address of ['https://example.com/', 'file:///etc/passwd', 'javascript:1', `${helpAddresses.guide}?x`])
      await expect(open(address)).rejects.toMatchObject({ error: { code: 'forbidden' } });
    expect(opened).toEqual([]);
  });

  it('name the address when there is no browser', async () => {
    const open = externalLinks(async () => Promise.reject(new Error('no')), log);
    await expect(open(helpAddresses.guide)).rejects.toMatchObject({
      error: { code: 'notFound', message: expect.stringContaining(helpAddresses.guide) },
    });
  });
});
