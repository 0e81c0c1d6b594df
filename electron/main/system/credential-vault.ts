// Why: decision 0045.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { inTurn } from '../../core/foundation/in-turn.ts';
import { moveFileBeside, patientlyBeside } from '../../core/foundation/patient-files.ts';
import type { Clock, Log, SecretStore } from '../../core/foundation/ports.ts';
import { replaceOwnFileBeside } from '../../core/storage/own-file.ts';
import { codeOf } from '../../host/host-trouble.ts';
import { createSessionSecrets } from '../../host/session-secrets.ts';

/** The part of Electron's safeStorage used here: the asynchronous calls, without the switch to plain text. */
export interface SafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>;
  getSelectedStorageBackend(): string;
}

/** Keyrings that the person's login protects. `basic_text` is not among them: it encrypts with a public password. */
const protectedLinuxBackends = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'];

/** Milliseconds for the system to unlock its keyring, in which a person types a password. A bus that hangs never answers. */
const PATIENCE = 60_000;

/**
 * Whether the system is known to protect passwords. `isAsyncEncryptionAvailable` is true for Linux's plain-text fallback as
 * well, so its backend is looked at. Nothing else is asked at a start: it may show the prompt of a locked keyring.
 */
function isProtected(safeStorage: SafeStorage, platform: NodeJS.Platform): boolean {
  try {
    return platform !== 'linux' || protectedLinuxBackends.includes(safeStorage.getSelectedStorageBackend());
  } catch {
    return false;
  }
}

const fileSchema = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.base64()) });
type Secrets = z.infer<typeof fileSchema>['secrets'];

export interface VaultOptions {
  readonly safeStorage: SafeStorage;
  readonly platform: NodeJS.Platform;
  /** The file with the encrypted passwords. */
  readonly path: string;
  readonly log: Log;
  readonly clock: Pick<Clock, 'after'>;
}

/**
 * Passwords encrypted by the operating system; in memory only where the system does not protect them. What the file holds of an
 * account goes with its sign-out and its next password, whatever the system says then: the old one must not come back.
 */
export function openCredentialVault({ safeStorage, platform, path, log, clock }: VaultOptions): SecretStore {
  const memory = createSessionSecrets();
  const protects = isProtected(safeStorage, platform);
  const changing = inTurn();

  /** Asked when a password is needed, and again until the system says yes. */
  async function isAvailable(): Promise<boolean> {
    if (!protects) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const limit = clock.after(PATIENCE, () => resolve(false));
    safeStorage.isAsyncEncryptionAvailable().then(resolve, () => resolve(false));
    const answer = await promise;
    limit.cancel();
    if (!answer) log.note('the system does not protect passwords now');
    return answer;
  }

  /** Changes the file, one change at a time, each from the file's present content. Null leaves it as it is. */
  function change(edit: (secrets: Secrets) => Secrets | null): Promise<void> {
    return changing(async () => {
      const changed = edit(await readSecrets(path));
      if (changed !== null) await replaceOwnFileBeside(path, JSON.stringify({ version: 1, secrets: changed }));
    });
  }

  /** @param isWanted asked of the file when the system has encrypted the password, which may take a while */
  async function keep(
    accountId: string,
    password: string,
    isWanted: (secrets: Secrets) => boolean = () => true,
  ): Promise<void> {
    const encrypted = (await safeStorage.encryptStringAsync(password)).toString('base64');
    await change((secrets) => (isWanted(secrets) ? { ...secrets, [accountId]: encrypted } : null));
  }

  function forget(accountId: string): Promise<void> {
    return change(({ [accountId]: former, ...others }) => (former === undefined ? null : others));
  }

  return {
    protection: protects ? 'os' : 'session',
    async write(accountId, password) {
      if (await isAvailable()) {
        try {
          await keep(accountId, password);
          await memory.remove(accountId);
          return 'os';
        } catch (error) {
          log.bug('keeping a password', error);
        }
      }
      await forget(accountId).catch((error: unknown) => log.bug('forgetting a former password', error));
      return memory.write(accountId, password);
    },
    async read(accountId) {
      const held = await memory.read(accountId);
      if (held !== null) return held;
      await changing(async () => undefined);
      try {
        const encrypted = (await readSecrets(path))[accountId];
        if (encrypted === undefined || !(await isAvailable())) return null;
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(encrypted, 'base64'));
        if (shouldReEncrypt)
          await keep(accountId, result, (secrets) => secrets[accountId] === encrypted).catch((error: unknown) =>
            log.bug('encrypting a password again', error),
          );
        return result;
      } catch (error) {
        // The keyring may only be locked, or the file be held by another program: so the entry stays.
        log.bug('reading a password', error);
        return null;
      }
    },
    async remove(accountId) {
      await memory.remove(accountId);
      await forget(accountId);
    },
  };
}

async function readSecrets(path: string): Promise<Secrets> {
  let text: string;
  try {
    text = await patientlyBeside(() => readFile(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw error;
  }
  try {
    return fileSchema.parse(JSON.parse(text)).secrets;
  } catch {
    // Renamed, not overwritten: a newer program may be able to read it.
    await moveFileBeside(path, `${path}.unreadable`);
    return {};
  }
}
