/**
 * Whether a text may be an id that names a file or a folder. Ids come from callers, and from data folders that were restored
 * or are shared: any other text could lead to another place.
 */
export function isPlainId(id: unknown): boolean {
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id);
}
