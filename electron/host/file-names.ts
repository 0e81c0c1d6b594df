import { basename, extname } from 'node:path';

const LONGEST = 200;

/** The last part of a name without what could confuse a file system, a header or a reader; empty when nothing is left. */
export function plainName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'));
  // oxlint-disable-next-line no-control-regex
  const plain = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069"<>|:*?]/g, '_').trim();
  return plain === '.' || plain === '..' ? '' : shortened(plain);
}

/** Keeps the end, which says what kind of file it is. */
function shortened(name: string): string {
  if (name.length <= LONGEST) return name;
  const extension = extname(name).slice(0, 16);
  // Half of a character beyond the first 65,536 is no character.
  return name.slice(0, LONGEST - extension.length).replace(/[\ud800-\udbff]$/, '') + extension;
}
