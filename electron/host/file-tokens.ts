import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { GrantedFile } from '../core/foundation/ports.ts';

/**
 * Files that the person chose. The page gets a token and a name to show; only the core gets the path. So a page under
 * foreign control cannot name a file that the person did not choose.
 */
export interface FileTokens {
  add(path: string, access: GrantedFile['access'], name?: string): GrantedFile;
  find(token: string, access: GrantedFile['access']): GrantedFile | null;
  /** Every file granted so far, for a core that starts again. */
  all(): readonly GrantedFile[];
}

export function createFileTokens(onGrant: (file: GrantedFile) => void): FileTokens {
  const files = new Map<string, GrantedFile>();
  return {
    add(path, access, name = basename(path)) {
      const file: GrantedFile = { token: `file-${randomUUID()}`, path, name, access };
      files.set(file.token, file);
      onGrant(file);
      return file;
    },
    find(token, access) {
      const file = files.get(token);
      return file?.access === access ? file : null;
    },
    all: () => [...files.values()],
  };
}
