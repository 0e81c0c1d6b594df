import type { JobDetail, JobRow } from '../../../../../shared/contract/jobs/jobs.ts';
import { isAboutCampaign } from '../../../../../shared/domain/jobs/about-campaign.ts';

type Filled = JobDetail['filled'][number];

const PHONE = /phone|telefon|tel|mobil|tlf|number/i;
const WORDS: readonly RegExp[] = [PHONE, /mail/i, /post ?code|postcode|plz|zip|postn/i, /date|dato|datum/i];

/** Characters from which a field is found in other letter case: shorter ones are words of many sentences, as "by" or "name". */
const TELLING = 5;

/** Where the subject of a refusal ends: what follows may say "phone number" or "e-mail address" and mean no field. */
const PREDICATE = /[:;]|\s(?:is|are|was|must|may|can|cannot|has|have|does|do|should)\s/i;

/** Columns that fill the fields which the service names in its reason, as whole names; none when it names none. */
export function namedColumns(reason: string, filled: readonly Filled[]): number[] {
  if (isAboutCampaign(reason)) return [];
  const [subject = ''] = reason.split(PREDICATE, 1);
  const names = [...new Set(filled.flatMap(({ fields }) => fields))].sort((one, other) => other.length - one.length);
  const telling = names.filter(({ length }) => length >= TELLING);
  const found = [
    namesIn(subject, names, ''),
    namesIn(subject, telling, 'i'),
    namesIn(reason, names, ''),
    namesIn(
      reason,
      telling.filter((name) => !GENERAL.test(name)),
      'i',
    ),
  ].find((list) => list.length > 0);
  return filled.filter(({ fields }) => fields.some((field) => found?.includes(field))).map(({ column }) => column);
}

/** Words of any sentence: behind its subject they name no field. */
const GENERAL = /^(?:address|date|field|name|number|value)$/i;

const SIGNS = /[\\^$.*+?()[\]{}|/]/g;

/** The longest first: "Mobile phone" is not "phone", too. */
function namesIn(reason: string, names: readonly string[], flags: '' | 'i'): string[] {
  let rest = reason;
  return names.filter((name) => {
    const spelt = flags === 'i' ? name.replaceAll('-', '') : name;
    // Patterns are made only for names that occur in a reason: patterns for all names would cost the page a frame.
    if (!compared(rest, flags).includes(compared(spelt, flags))) return false;
    const letters = Array.from(spelt, (letter) => letter.replace(SIGNS, String.raw`\$&`));
    const whole = new RegExp(
      // "E-mail" is "Email", too.
      `(?<![\\p{L}\\p{N}_])${letters.join(flags === 'i' ? '-?' : '')}(?![\\p{L}\\p{N}_])`,
      `gu${flags}`,
    );
    const without = name === '' ? rest : rest.replace(whole, ' ');
    const isNamed = without !== rest;
    rest = without;
    return isNamed;
  });
}

/** The text as `namesIn` compares it. */
function compared(text: string, flags: '' | 'i'): string {
  return flags === 'i' ? text.replaceAll('-', '').toLowerCase() : text;
}

/** The column to begin with when values are repaired: one that the reason names, else the likeliest. Null: nothing is filled. */
export function columnOfReason(reason: string | null, filled: readonly Filled[]): number | null {
  const text = (reason ?? '').toLowerCase();
  const [named] = namedColumns(reason ?? '', filled);
  if (named !== undefined) return named;
  const word = WORDS.find((pattern) => pattern.test(text));
  const alike = word === undefined ? undefined : filled.find(({ fields }) => fields.some((field) => word.test(field)));
  return (alike ?? filled.find(({ fields }) => fields.some((field) => PHONE.test(field))) ?? filled[0])?.column ?? null;
}

/** The value of a cell as it would be sent: repaired, or as in the file. */
export function cellNow(row: Pick<JobRow, 'cells' | 'repair'>, column: number): string {
  return row.repair?.cells.find((cell) => cell.column === column)?.value ?? row.cells[column] ?? '';
}

/** Where a refused row stands: repaired and waiting for a person's word, repaired badly, or as it was. */
export function standingOf({ repair }: Pick<JobRow, 'repair'>): 'fixed' | 'problem' | 'refused' {
  if (repair === undefined || repair.isSent) return 'refused';
  return repair.problem === '' ? 'fixed' : 'problem';
}

/** The title of the window of a repaired cell: what the file says. */
export function inFile(row: Pick<JobRow, 'cells' | 'repair'>, column: number): string | null {
  const edited = row.repair?.cells.some((cell) => cell.column === column) === true;
  const value = row.cells[column] ?? '';
  return edited ? `In the file: ${value === '' ? 'empty' : value}` : null;
}

/** Pixels in which the longest of these reasons can be read, within bounds. */
export function reasonWidth(reasons: readonly string[]): number {
  const longest = Math.max(0, ...reasons.map((reason) => reason.length));
  return Math.min(460, Math.max(200, Math.ceil(longest * 6.4) + 28));
}
