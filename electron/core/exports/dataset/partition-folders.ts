// Why: decision 0130.
import { createHash } from 'node:crypto';

/** The name that Hive, Spark and DuckDB read as "no value". */
export const NO_VALUE = '__HIVE_DEFAULT_PARTITION__';

/**
 * Bytes of a folder's name. Most file systems take 255; one under an encrypted home folder takes 143.
 */
const NAME_BYTES = 140;
/** Bytes that are left of a name that is cut; what follows makes it unlike every other. */
const CUT_BYTES = 100;

/** What Hive escapes, and what Windows takes in no name. */
const ESCAPED = /["#%'*/:=?\\{}[\]^<>|]/;

/**
 * The folders of the campaigns of one dataset: `campaign=<code>`, percent-encoded as Hive does. A reader that decodes it
 * has the code again. Two codes never share a folder, on file systems that do not tell upper from lower case either.
 */
export class CampaignFolders {
  readonly #folders = new Map<string | null, string>();
  readonly #taken = new Map<string, string | null>();

  /** @param known the folders that the dataset has: a campaign keeps its folder */
  constructor(known: Iterable<readonly [campaign: string | null, folder: string]>) {
    this.#take(null, nameOf(NO_VALUE));
    for (const [campaign, folder] of known) this.#take(campaign, folder);
  }

  /** The folder of a campaign; null for leads without one. */
  of(campaign: string | null): string {
    const known = this.#folders.get(campaign);
    if (known !== undefined) return known;
    for (const folder of candidates(campaign ?? '')) {
      if (this.#taken.has(folded(folder))) continue;
      this.#take(campaign, folder);
      return folder;
    }
    throw new Error('There is always another name.');
  }

  #take(campaign: string | null, folder: string): void {
    this.#folders.set(campaign, folder);
    this.#taken.set(folded(folder), campaign);
  }
}

/** The folder of a day inside that of a campaign. */
export function dayFolder(day: string | null): string {
  return `day=${day ?? NO_VALUE}`;
}

const day = /^(\d{4})-(\d{2})-(\d{2})(?=$|[T ])/;

/** `yyyy-MM-dd` as it is written in a time of the service; null for a text that holds no day of the calendar. */
export function dayOf(time: string | null): string | null {
  const parts = day.exec(time ?? '');
  if (parts === null) return null;
  const [text] = parts;
  const found = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(found.getTime()) && found.toISOString().startsWith(text) ? text : null;
}

/** Names for a campaign, the plainest first. All but the last kind decode to the code. */
function* candidates(campaign: string): Generator<string> {
  const code = campaign.toWellFormed();
  for (const letters of [false, true]) {
    const name = nameOf(encoded(code, letters));
    if (Buffer.byteLength(name) <= NAME_BYTES) yield name;
  }
  for (let attempt = 0; ; attempt += 1) {
    const mark = createHash('sha256').update(`${attempt}${campaign}`).digest('hex').slice(0, 16);
    yield `${cut(nameOf(encoded(code, false)))}~${mark}`;
  }
}

function nameOf(value: string): string {
  return `campaign=${value}`;
}

/** @param letters also escapes ASCII letters: their codes differ where file systems take the letters for the same */
function encoded(code: string, letters: boolean): string {
  let text = '';
  for (const character of code) {
    const mustEscape = isControl(character) || ESCAPED.test(character) || (letters && /[A-Za-z]/.test(character));
    text += mustEscape ? escaped(character) : character;
  }
  // Windows drops a dot or a blank at the end of a name.
  return text.replace(/[. ]$/, escaped);
}

function isControl(character: string): boolean {
  return character <= '\u001f' || character === '\u007f';
}

/** Escapes an ASCII character. */
function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

function cut(name: string): string {
  let text = '';
  let bytes = 0;
  for (const [part] of name.matchAll(/%[0-9A-F]{2}|[^]/gu)) {
    bytes += Buffer.byteLength(part);
    if (bytes > CUT_BYTES) break;
    text += part;
  }
  return text;
}

/** Equal for names that some file system takes for one. */
function folded(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
