import { basename, extname } from 'node:path';

/** UTF-16 units of the longest name. */
const LONGEST = 200;

/** The file name at the end of a path, with `_` for control, direction and reserved characters; empty when no name is left. */
export function plainName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'));
  // oxlint-disable-next-line no-control-regex
  const plain = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069"<>|:*?]/g, '_').trim();
  if (plain === '.' || plain === '..') return '';
  // Windows cuts dots and blanks off the end, and takes these names for devices, whatever ending they have.
  const kept = plain.replace(/[. ]+$/, '');
  const named = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i.test(kept) ? `_${kept}` : kept;
  // Half of a pair of surrogates, also one that was cut now, has no place in a header.
  return shortened(named).toWellFormed();
}

/** Keeps the extension. */
function shortened(name: string): string {
  if (name.length <= LONGEST) return name;
  const extension = extname(name).slice(0, 16);
  // Cut between two surrogates, the first one would be left alone.
  return name.slice(0, LONGEST - extension.length).replace(/[\ud800-\udbff]$/, '') + extension;
}
