import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { duckDbLine } from '../../../shared/domain/files/duckdb-line.ts';
import type { ChosenFile } from '../../../shared/contract/host/files.ts';
import { fileFailure } from '../../core/files/foundation/file-trouble.ts';
import { writeTarget } from '../../core/files/writing/target-file.ts';
import { Failure, notFound, unusable } from '../../core/foundation/failure.ts';
import { plainName } from '../../host/file-names.ts';
import type { FileTokens } from '../../host/file-tokens.ts';
import type { HostHandlers } from '../../host/gate.ts';
import { codeOf } from '../../host/host-trouble.ts';
import type { createDialogs } from './dialogs.ts';
import type { createLoginStart } from './login-start.ts';
import type { DesktopUpdates } from '../updates/desktop-updates.ts';

export interface DesktopHandlersOptions {
  readonly version: string;
  readonly platform: string;
  readonly protection: 'os' | 'session';
  readonly tokens: FileTokens;
  /** The folder that a save dialog opens with. */
  readonly saveFolder: string;
  readonly dialogs: Pick<
    ReturnType<typeof createDialogs>,
    'chooseFile' | 'chooseFiles' | 'chooseTarget' | 'chooseFolder'
  >;
  /** As `chosenFile`, for a file of leads. */
  openLeads(path: string): Promise<ChosenFile>;
  readonly loginStart: Pick<ReturnType<typeof createLoginStart>, 'state' | 'set'>;
  readonly updates: Pick<DesktopUpdates, 'state' | 'look' | 'load' | 'install'>;
  copyText(text: string): Promise<void>;
  /** The invitation of the team, if the person agrees in a dialog of the system; else null. */
  invitation(): Promise<string | null>;
  /** The page as it prints. */
  printPdf(): Promise<Uint8Array>;
}

/** The `host:` channels on the desktop. */
export function createDesktopHandlers(options: DesktopHandlersOptions): HostHandlers {
  const { version, platform, protection, tokens, dialogs } = options;
  return {
    'host:info': async () => ({ host: 'desktop', version, platform, protection }),
    async 'host:chooseFile'({ wanted = 'spreadsheet' }) {
      const path = await dialogs.chooseFile(wanted);
      if (path === null) return { file: null };
      return { file: await (wanted === 'spreadsheet' ? options.openLeads(path) : chosenFile(tokens, path)) };
    },
    async 'host:chooseFiles'() {
      const paths = await dialogs.chooseFiles();
      return { files: await Promise.all(paths.map((path) => options.openLeads(path))) };
    },
    async 'host:chooseTarget'({ suggestedName }) {
      const path = await dialogs.chooseTarget(join(options.saveFolder, plainName(suggestedName) || 'leads.csv'));
      if (path === null) return { target: null };
      const { token, name } = tokens.add(path, 'write');
      return { target: { token, name } };
    },
    async 'host:chooseFolder'() {
      const path = await dialogs.chooseFolder();
      if (path === null) return { folder: null };
      const { token, name } = tokens.add(path, 'folder');
      return { folder: { token, name } };
    },
    async 'host:savePdf'({ suggestedName }) {
      const path = await dialogs.chooseTarget(join(options.saveFolder, plainName(suggestedName) || 'page.pdf'));
      if (path === null) return { name: null };
      const bytes = await options.printPdf();
      try {
        // The dialog has asked before it named an existing file.
        await writeTarget({ path, overwrite: true }, (file) => file.append(bytes));
      } catch (error) {
        throw fileFailure(error);
      }
      return { name: basename(path) };
    },
    'host:loginStart': async () => options.loginStart.state(),
    'host:setLoginStart': async ({ isOn }) => options.loginStart.set(isOn),
    'host:updates': async () => options.updates.state,
    'host:lookForUpdate': () => options.updates.look(),
    'host:loadUpdate': () => options.updates.load(),
    'host:installUpdate': ({ when }) => options.updates.install(when),
    async 'host:copyDuckDbLine'({ token }) {
      const file = tokens.find(token, 'write');
      if (file === null) throw notFound('The place of this file is not known any more. Save it again.');
      await options.copyText(duckDbLine(file.path));
      return {};
    },
    async 'host:copyInvitation'() {
      const invitation = await options.invitation();
      if (invitation !== null) await options.copyText(invitation);
      return { isCopied: invitation !== null };
    },
  };
}

/**
 * Grants a file to the core and returns what the page may know of it.
 * @throws Failure `file` when there is no readable file at this path.
 */
export async function chosenFile(tokens: FileTokens, path: string): Promise<ChosenFile> {
  const name = basename(path);
  let size: number;
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw unusable(`"${name}" is a folder. Choose a file.`, 'folder');
    size = found.size;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const isMissing = codeOf(error) === 'ENOENT';
    throw unusable(
      isMissing
        ? `The file "${name}" is gone. It was moved, renamed or deleted. Choose it again.`
        : `This user may not read "${name}" (${codeOf(error)}). Check its permissions, or copy it to a folder of your own.`,
      isMissing ? 'missing' : 'unreadable',
    );
  }
  const file = tokens.add(path, 'read', name);
  return { token: file.token, name, size };
}
