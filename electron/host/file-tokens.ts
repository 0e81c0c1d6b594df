import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { GrantedFile } from '../core/foundation/ports.ts';

export type FileTokens = ReturnType<typeof createFileTokens>;

/**
 * Files that the person chose. The page gets a token and a name to show; only the core gets the path. So a page under
 * foreign control cannot name a file that the person did not choose.
 */
export function createFileTokens(onGrant: (file: GrantedFile) => void) {
  const files = new Map<string, GrantedFile>();
  return {
    add(path: string, access: GrantedFile['access'], name = basename(path)): GrantedFile {
      const file: GrantedFile = { token: `file-${randomUUID()}`, path, name, access };
      files.set(file.token, file);
      onGrant(file);
      return file;
    },
    find(token: string, access: GrantedFile['access']): GrantedFile | null {
      const file = files.get(token);
      return file?.access === access ? file : null;
    },
    /** Every file granted so far, for a core that starts again. */
    all: (): readonly GrantedFile[] => [...files.values()],
  };
}
