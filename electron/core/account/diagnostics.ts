// Why: decision 0151.
import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DiagnosticsFile } from '../../../shared/contract/account/diagnostics.ts';
import type { ChannelArgs, ChannelResult } from '../../../shared/contract/channels.ts';
import type { SavedFile } from '../../../shared/contract/host/files.ts';
import { redact } from '../api/transport/redact.ts';
import { writeTarget } from '../files/writing/target-file.ts';
import { ZipWriter } from '../files/writing/zip-writer.ts';
import { notFound } from '../foundation/failure.ts';
import type { Clock, Credentials, GrantedFile } from '../foundation/ports.ts';
import { namesIn } from '../storage/own-folder.ts';
import {
  accountsFile,
  type DiagnosedAccount,
  file,
  logFile,
  quotaFile,
  requestsFile,
  testFile,
} from './diagnostics-texts.ts';

export interface DiagnosticsSource {
  readonly accounts: readonly DiagnosedAccount[];
  /** Passwords that are known now, to look for them in every file. */
  readonly credentials: readonly Credentials[];
}

/** A bundle of facts for whoever helps: shown whole, then saved as it was shown. Only the last one is held. */
export class Diagnostics {
  readonly #dataFolder: string;
  readonly #clock: Clock;
  readonly #source: () => Promise<DiagnosticsSource>;
  #last: { readonly id: string; readonly files: readonly DiagnosticsFile[] } | null = null;

  constructor(dataFolder: string, clock: Clock, source: () => Promise<DiagnosticsSource>) {
    this.#dataFolder = dataFolder;
    this.#clock = clock;
    this.#source = source;
  }

  async make(program: ChannelArgs<'account:diagnostics'>): Promise<ChannelResult<'account:diagnostics'>> {
    const source = await this.#source();
    const made = new Date(this.#clock.wallNow()).toISOString();
    const files = [
      file('program.json', 'Version and system', { made, ...program }),
      accountsFile(source.accounts),
      ...source.accounts.flatMap((account) => [testFile(account), quotaFile(account), requestsFile(account)]),
      ...this.#logs(),
    ].filter((entry) => entry !== null);
    const clean = files.map((entry) => ({ ...entry, text: masked(entry.text, source) }));
    this.#last = { id: randomUUID(), files: clean };
    return { id: this.#last.id, files: clean };
  }

  /** @throws Failure `notFound` for another bundle than the last */
  async save(diagnosticsId: string, target: GrantedFile, signal: AbortSignal): Promise<SavedFile> {
    const last = this.#last;
    if (last === null || last.id !== diagnosticsId)
      throw notFound('This bundle was replaced by a newer one. Open the diagnostics bundle again.');
    const bytes = await writeTarget({ path: target.path, overwrite: true, signal }, async (unfinished) => {
      const zip = new ZipWriter(unfinished);
      for (const { name, text } of last.files) await zip.add(name, text);
      await zip.end();
      return unfinished.bytes;
    });
    return { name: target.name, rows: last.files.length, countedRows: last.files.length, bytes };
  }

  #logs(): DiagnosticsFile[] {
    const folder = join(this.#dataFolder, 'logs');
    return namesIn(folder)
      .filter((name) => name.endsWith('.log') && lstatSync(join(folder, name)).isFile())
      .map((name) => logFile(basename(name, '.log'), readFileSync(join(folder, name), 'utf8')));
  }
}

/** Characters. Shorter names are part of too many words. */
const SHORTEST_NAME = 3;

/**
 * The last look at every file: nothing above puts a name, an address or a secret in, and what slipped through is masked
 * here.
 */
function masked(text: string, { accounts, credentials }: DiagnosticsSource): string {
  const names = accounts
    .filter(({ account }) => account.kind === 'service')
    .flatMap(({ account }) => [account.username, account.name, hostOf(account.address)]);
  const clean = credentials.reduce((left, secret) => redact(left, secret), text);
  // The longest first: a part of it that is masked before would leave the rest.
  return names
    .filter((name) => name.length >= SHORTEST_NAME)
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, name) => left.replaceAll(name, '•••'), clean);
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : address;
}
