import { wallClockAt } from './service-time.ts';

/** Characters of a lead pool's name. */
const LONGEST = 200;

/** What a name of a lead pool is made of. */
export interface PoolBasis {
  readonly fileName: string;
  /** IANA name of the account's time zone. */
  readonly zone: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/** With the month in it: the service's own advice is a scheme with an incremental part. */
const USUAL_SCHEME = '{file} {month}';
/** As 2026-10, 202610, 20261031 and 31.10.2026: such a file has the incremental part in its name. */
const DATED =
  /(?<!\d)(?:20\d\d[ .-]?(?:0[1-9]|1[0-2])(?:[ .-]?(?:0[1-9]|[12]\d|3[01]))?|(?:0?[1-9]|[12]\d|3[01])[ .-](?:0?[1-9]|1[0-2])[ .-]20\d\d)(?!\d)/;

/**
 * Name of the lead pool that is suggested for an import. A pool of its own can be undone and counted in the service.
 */
export function suggestedPoolName(fileName: string, zone: string, now: number): string {
  const basis = { fileName, zone, now };
  return poolNameOf(DATED.test(partsOf(basis).file) ? '{file}' : USUAL_SCHEME, basis);
}

/** The name that a scheme makes for an import: `{file}`, `{month}` and `{day}` stand for the file's name and the date. */
export function poolNameOf(scheme: string, basis: PoolBasis): string {
  const parts = partsOf(basis);
  const name = scheme.replaceAll(/\{(file|month|day)\}/g, (_, part: keyof typeof parts) => parts[part]);
  return name.trim().slice(0, LONGEST).trim() || parts.file;
}

/** The scheme behind a name: the date and the name of the file, where they stand in it, are made anew for each import. */
export function poolSchemeOf(name: string, basis: PoolBasis): string {
  const { file, month, day } = partsOf(basis);
  const parts: Readonly<Record<string, string>> = { [day]: '{day}', [month]: '{month}', [file]: '{file}' };
  const escaped = file.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  // In one pass: the placeholders have letters that a file may be named with. "m" in "Fair" stands for no file.
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?!-?[\\p{L}\\p{N}])|${day}|${month}`, 'gu');
  let isFileFound = false;
  return name
    .replaceAll(found, (part) => {
      if (part === file && isFileFound) return part;
      isFileFound ||= part === file;
      return parts[part] ?? part;
    })
    .slice(0, LONGEST);
}

function partsOf({ fileName, zone, now }: PoolBasis) {
  const base = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replaceAll(/(?<=\d)[_-](?=\d)/g, '-')
    .replaceAll(/(?<!\d)[_-]+|[_-]+(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60)
    .replace(/[\s\p{Pd}\p{Ps},;:&+]+$/u, '');
  const day = dayIn(zone, now);
  return { file: base === '' ? 'Import' : base, month: day.slice(0, 7), day };
}

/** `yyyy-MM-dd` of a moment on the wall clock of `timeZone`. */
export function dayIn(timeZone: string, moment: number): string {
  const { year, month, day } = wallClockAt(moment, timeZone);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
