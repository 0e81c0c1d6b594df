import { STORAGE_WORDS, storageTrouble } from '../core/foundation/failure.ts';

/** Why a host cannot start, in one to three plain sentences for the terminal or a message box. */
export class HostTrouble extends Error {
  override readonly name: string = 'HostTrouble';
}

/** The `code` of a system error, for example `ENOENT`; empty when there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** For a person: why the program could not start. */
export function whyNotStarted(error: unknown): string {
  if (error instanceof HostTrouble) return error.message;
  const trouble = storageTrouble(error);
  if (trouble !== null) {
    const { cause, remedy } = STORAGE_WORDS[trouble];
    return `Lead Console could not start. ${cause}. ${remedy}, or choose another folder with --data-dir.`;
  }
  return `Lead Console could not start: ${codeOf(error) || (error instanceof Error ? error.message : String(error))}.`;
}
