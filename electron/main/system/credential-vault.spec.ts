import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { onWindows } from '../../core/foundation/held-files-fixture.ts';
import { openCredentialVault, type SafeStorage } from './credential-vault.ts';
import type { SecretStore } from '../../core/foundation/ports.ts';
import { isForOwnerOnly } from '../../core/foundation/this-system-fixture.ts';

const PASSWORD = 'correct horse battery staple';
let folder: string;
let path: string;
let logged: string[];
beforeEach(() => {
  folder = specFolder('vault');
  path = join(folder, 'credentials.json');
  logged = [];
});

/** Turns the bytes round: enough to tell what was encrypted from what was not. */
function keyring(change: Partial<SafeStorage> = {}): SafeStorage {
  return {
    isAsyncEncryptionAvailable: async () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptStringAsync: async (text) => Buffer.from(`locked:${text}`).reverse(),
    async decryptStringAsync(encrypted) {
      const text = Buffer.from(encrypted).reverse().toString();
      if (!text.startsWith('locked:')) throw new Error('not ours');
      return { result: text.slice(7), shouldReEncrypt: false };
    },
    ...change,
  };
}

/** Its limits are reached by hand. */
let limits: (() => void)[] = [];
const clock = {
  after(_milliseconds: number, callback: () => void) {
    limits.push(callback);
    return { cancel: () => void (limits = limits.filter((one) => one !== callback)) };
  },
};

function open(safeStorage: SafeStorage, platform: NodeJS.Platform = 'linux') {
  const bug = (_where: string, error: unknown) => {
    logged.push(String(error instanceof Error ? error.stack : error));
    return 'id';
  };
  return openCredentialVault({ safeStorage, platform, path, log: { bug, note: (text) => logged.push(text) }, clock });
}

describe('where the system protects passwords', () => {
  it('keeps them encrypted, for the owner only, for the next start', async () => {
    const vault = open(keyring());
    expect(vault.protection).toBe('os');
    expect(await vault.write('a', PASSWORD)).toBe('os');
    expect(isForOwnerOnly(path)).toBe(true);
    expect(readdirSync(folder)).toEqual(['credentials.json']);
    expect(readFileSync(path, 'utf8')).not.toContain(PASSWORD);
    expect(readFileSync(path, 'utf8')).not.toContain(Buffer.from(PASSWORD).toString('base64'));
    expect(await open(keyring()).read('a')).toBe(PASSWORD);
  });

  it('writes at the same time without losing one', async () => {
    const vault = open(keyring());
    const ids = Array.from({ length: 20 }, (_, index) => `account-${index}`);
    await Promise.all(ids.map((id) => vault.write(id, `${PASSWORD} ${id}`)));
    await Promise.all(ids.slice(0, 10).map((id) => vault.remove(id)));
    const next = open(keyring());
    for (const [index, id] of ids.entries()) expect(await next.read(id)).toBe(index < 10 ? null : `${PASSWORD} ${id}`);
  });

  it('keeps the entry that a locked keyring cannot decrypt', async () => {
    await open(keyring()).write('a', PASSWORD);
    const locked = open(keyring({ decryptStringAsync: async () => Promise.reject(new Error('locked')) }));
    expect(await locked.read('a')).toBeNull();
    expect(await open(keyring()).read('a')).toBe(PASSWORD);
  });

  it('encrypts again when the system asks for it', async () => {
    await open(keyring()).write('a', PASSWORD);
    const before = readFileSync(path, 'utf8');
    const renewing = keyring({
      decryptStringAsync: async () => ({ result: PASSWORD, shouldReEncrypt: true }),
      encryptStringAsync: async () => Buffer.from('with the new key'),
    });
    expect(await open(renewing).read('a')).toBe(PASSWORD);
    expect(readFileSync(path, 'utf8')).not.toBe(before);
    expect(readFileSync(path, 'utf8')).toContain(Buffer.from('with the new key').toString('base64'));
  });

  it.each([
    ['sign-out', async (vault: SecretStore) => vault.remove('a'), null],
    ['next password', async (vault: SecretStore) => vault.write('a', 'the next one'), 'the next one'],
  ])('does not bring a former password back that it encrypts again during a %s', async (_what, change, then) => {
    await open(keyring()).write('a', PASSWORD);
    const renewing = open(
      keyring({
        async decryptStringAsync() {
          await change(open(keyring()));
          return { result: PASSWORD, shouldReEncrypt: true };
        },
      }),
    );
    await renewing.read('a');
    expect(await open(keyring()).read('a')).toBe(then);
  });

  it('falls back to memory, and says so, when it cannot be written', async () => {
    const vault = open(keyring({ encryptStringAsync: async () => Promise.reject(new Error('keyring gone')) }));
    expect(await vault.write('a', PASSWORD)).toBe('session');
    expect(await vault.read('a')).toBe(PASSWORD);
    expect(existsSync(path)).toBe(false);
    expect(logged.join()).not.toContain(PASSWORD);
  });

  it.each([
    ['encrypts nothing', { encryptStringAsync: async () => Promise.reject(new Error('keyring gone')) }],
    ['is locked', { isAsyncEncryptionAvailable: async () => false }],
    ['is another one', { getSelectedStorageBackend: () => 'basic_text' }],
  ])('forgets a former password with the new one while the keyring %s', async (_how, change) => {
    await open(keyring()).write('a', 'the former one');
    await open(keyring()).write('b', PASSWORD);
    expect(await open(keyring(change)).write('a', PASSWORD)).toBe('session');
    const next = open(keyring());
    expect(await next.read('a')).toBeNull();
    expect(await next.read('b')).toBe(PASSWORD);
  });

  it('forgets a password at a sign-out on a day without its keyring', async () => {
    await open(keyring()).write('a', PASSWORD);
    await open(keyring({ getSelectedStorageBackend: () => 'basic_text' })).remove('a');
    expect(await open(keyring()).read('a')).toBeNull();
  });

  it('keeps a password that the system does not encrypt again', async () => {
    await open(keyring()).write('a', PASSWORD);
    const failing = keyring({
      decryptStringAsync: async () => ({ result: PASSWORD, shouldReEncrypt: true }),
      encryptStringAsync: async () => Promise.reject(new Error('keyring gone')),
    });
    expect(await open(failing).read('a')).toBe(PASSWORD);
    expect(await open(keyring()).read('a')).toBe(PASSWORD);
  });

  it('has no password while the system does not let it read the file, and keeps the program from nothing else', async () => {
    mkdirSync(path);
    const vault = open(keyring());
    expect(await vault.read('a')).toBeNull();
    expect(logged.join()).toContain('EISDIR');
    expect(await vault.write('a', PASSWORD)).toBe('session');
    expect(await vault.read('a')).toBe(PASSWORD);
  });

  it('waits while another program holds the file for a moment, as a virus scanner of Windows does', async () => {
    await open(keyring()).write('a', PASSWORD);
    using windows = onWindows();
    windows.hold(/credentials\.json$/, ['EBUSY', 'EPERM'], 3);
    expect(await open(keyring()).read('a')).toBe(PASSWORD);
    expect([windows.refused.length, logged]).toEqual([3, []]);
  });

  it('renames a file that it cannot read', async () => {
    writeFileSync(path, '{"version":2}');
    const vault = open(keyring());
    expect(await vault.read('a')).toBeNull();
    expect(readFileSync(`${path}.unreadable`, 'utf8')).toBe('{"version":2}');
  });
});

describe('where the system does not protect them', () => {
  it.each(['basic_text', 'unknown', 'gnome_keyring_of_tomorrow'])(
    'keeps them in memory on Linux with %s',
    async (backend) => {
      const vault = open(keyring({ getSelectedStorageBackend: () => backend }));
      expect(vault.protection).toBe('session');
      expect(await vault.write('a', PASSWORD)).toBe('session');
      expect(await vault.read('a')).toBe(PASSWORD);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('keeps them in memory when encryption is not available, or asking fails', async () => {
    for (const isAsyncEncryptionAvailable of [async () => false, async () => Promise.reject(new Error('no'))]) {
      const vault = open(keyring({ isAsyncEncryptionAvailable }), 'win32');
      expect(await vault.write('a', PASSWORD)).toBe('session');
      expect(await vault.read('a')).toBe(PASSWORD);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('asks the system only when a password is needed, and waits for one that hangs up to a limit', async () => {
    let asked = 0;
    const hanging = keyring({
      isAsyncEncryptionAvailable() {
        asked += 1;
        return new Promise(() => undefined);
      },
    });
    const vault = open(hanging);
    expect(await vault.read('a')).toBeNull();
    expect(asked).toBe(0);
    const written = vault.write('a', PASSWORD);
    for (const reached of limits.splice(0)) reached();
    expect([await written, asked]).toEqual(['session', 1]);
  });

  it('asks for the backend on Linux only', async () => {
    const getSelectedStorageBackend = () => {
      throw new Error('Linux only');
    };
    expect(open(keyring({ getSelectedStorageBackend }), 'darwin').protection).toBe('os');
  });

  it('forgets a removed one', async () => {
    const vault = open(keyring({ getSelectedStorageBackend: () => 'basic_text' }));
    await vault.write('a', PASSWORD);
    await vault.remove('a');
    expect(await vault.read('a')).toBeNull();
  });
});

it('never asks Electron for plain text', () => {
  const sources = ['credential-vault.ts', '../desktop.ts', '../main.ts'].map((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8'),
  );
  for (const source of sources) expect(source).not.toContain('setUsePlainTextEncryption');
});
