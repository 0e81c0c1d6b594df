import { basename, extname } from 'node:path';
import { firstCharacters } from '../../shared/domain/words/first-characters.ts';

/** UTF-16 units of the longest name. */
const LONGEST = 200;

/** What no name on Windows contains. */
// oxlint-disable-next-line no-control-regex
const RESERVED = /[\u0000-\u001f"<>|:*?]/g;
/** Windows takes these for devices, whatever ending they have. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i;
/** Windows cuts these off. */
const ENDING = /[. ]+$/;

/** Whether programs on Windows open a file with this name. Node makes others there, too, and then nobody can open or remove them. */
export function opensOnWindows(name: string): boolean {
  return [RESERVED, DEVICE, ENDING].every((rule) => name.search(rule) === -1);
}

/** The file name at the end of a path, with `_` for control, direction and reserved characters; empty when no name is left. */
export function plainName(name: string): string {
  const last = basename(name.replaceAll('\\', '/'));
  const plain = last
    .replace(RESERVED, '_')
    .replace(/[\u007f\u202a-\u202e\u2066-\u2069]/g, '_')
    .trim();
  if (plain === '.' || plain === '..') return '';
  const kept = plain.replace(ENDING, '');
  const named = DEVICE.test(kept) ? `_${kept}` : kept;
  // A lone surrogate, even one that the cut has just made, is not allowed in a header.
  return shortened(named).toWellFormed();
}

/** Keeps the extension. */
function shortened(name: string): string {
  if (name.length <= LONGEST) return name;
  const extension = extname(name).slice(0, 16);
  return firstCharacters(name, LONGEST - extension.length) + extension;
}
