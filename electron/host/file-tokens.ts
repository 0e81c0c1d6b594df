import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { GrantedFile } from '../core/foundation/ports.ts';

/**
 * Files the person chose. The page gets the token and a name to show; the path goes to the core and never to the page,
 * so that a page gone wrong can name no file of its own.
 */
export interface FileTokens {
  add(path: string, access: GrantedFile['access'], name?: string): GrantedFile;
  find(token: string, access: GrantedFile['access']): GrantedFile | null;
  /** Everything granted so far, for a core that starts again. */
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
