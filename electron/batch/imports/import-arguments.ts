import type { Terms } from '../../../shared/contract/imports/imports.ts';
import { flag, list, needed, only, single, text, type Values } from '../program/command-line.ts';
import { type ReadingOptions, READING_OPTIONS, readingOf } from './reading-choices.ts';
import { BatchTrouble } from '../program/trouble.ts';

/** The command line of `import`. */

export type OnProblem = 'refuse' | 'leave-out' | 'send';

export interface ImportOptions extends ReadingOptions {
  readonly file: string;
  /** Null: the campaign of the template. */
  readonly campaign: string | null;
  readonly maps: readonly string[];
  /** Name of a template, or a JSON file of one, of which only the mapping counts; null without. */
  readonly mapping: string | null;
  /** The same, all of which counts but for what the command line names itself. */
  readonly template: string | null;
  readonly pool: string | null;
  /** Null: a dry run, which has none. */
  readonly result: string | null;
  /** What the command line says; the rest is usual, or comes from the template. */
  readonly terms: Partial<Terms>;
  /** Yes to what costs more than it gains. */
  readonly yes: boolean;
  readonly sendAgain: boolean;
  /** Null: the campaign is not compared. `key`: a field that tells leads apart, besides phone and e-mail; `isEmpty`: the campaign is known to have no leads. */
  readonly onlyNew: { readonly key: string | null; readonly isEmpty: boolean } | null;
  /** Null: rows are not checked. `rules`: a JSON file. */
  readonly check: { readonly rules: string | null; readonly onProblem: OnProblem } | null;
  readonly dryRun: boolean;
}

export const IMPORT_OPTIONS = {
  campaign: text,
  map: { type: 'string', multiple: true },
  mapping: text,
  template: text,
  pool: text,
  ...READING_OPTIONS,
  result: text,
  trial: text,
  at: text,
  between: text,
  share: text,
  tag: text,
  'no-fair-use': flag,
  yes: flag,
  'send-again': flag,
  'only-new': flag,
  'campaign-is-empty': flag,
  key: text,
  check: flag,
  rules: text,
  'on-problem': text,
  'dry-run': flag,
} as const;

/** @throws BatchTrouble for options that are missing, not understood, or contradict each other */
export function importGiven(values: Values, positionals: readonly string[]): ImportOptions {
  const file = only('import', positionals, 'Name the file to import: batch import FILE --campaign CODE --result FILE.');
  const maps = list(values, 'map');
  const mapping = single(values, 'mapping');
  if (maps.length > 0 && mapping !== null)
    throw new BatchTrouble('Use --map or --mapping, not both: a template already says which column fills which field.');
  const template = single(values, 'template');
  if (template !== null && mapping !== null)
    throw new BatchTrouble('Use --template or --mapping, not both: --mapping takes the mapping of a template alone.');
  const dryRun = values['dry-run'] === true;
  const what = 'the file for what became of each row';
  const campaign = campaignGiven(values, template !== null);
  return {
    file,
    campaign,
    maps,
    mapping,
    template,
    pool: single(values, 'pool'),
    ...readingOf(values),
    result: dryRun ? single(values, 'result') : needed(values, 'result', what),
    terms: termsGiven(values),
    yes: values['yes'] === true,
    ...repeatsGiven(values),
    check: checkGiven(values),
    dryRun,
  };
}

function repeatsGiven(values: Values): Pick<ImportOptions, 'sendAgain' | 'onlyNew'> {
  const sendAgain = values['send-again'] === true;
  const isOnlyNew = values['only-new'] === true;
  const key = single(values, 'key')?.trim() ?? null;
  if (sendAgain && isOnlyNew)
    throw new BatchTrouble(
      'Use --send-again or --only-new, not both: the one sends every row, the other only new ones.',
    );
  if (key !== null && !isOnlyNew)
    throw new BatchTrouble('--key names the field by which --only-new tells leads apart: add --only-new.');
  const isEmpty = values['campaign-is-empty'] === true;
  if (isEmpty && !isOnlyNew)
    throw new BatchTrouble('--campaign-is-empty says what --only-new may find: add --only-new.');
  return { sendAgain, onlyNew: isOnlyNew ? { key, isEmpty } : null };
}

function checkGiven(values: Values): ImportOptions['check'] {
  const rules = single(values, 'rules');
  const onProblem = single(values, 'on-problem');
  if (onProblem !== null && onProblem !== 'refuse' && onProblem !== 'leave-out' && onProblem !== 'send')
    throw new BatchTrouble('--on-problem takes one of: refuse, leave-out, send.');
  if (values['check'] !== true && rules === null && onProblem === null) return null;
  return { rules, onProblem: onProblem ?? 'refuse' };
}

function campaignGiven(values: Values, hasTemplate: boolean): string | null {
  const campaign = hasTemplate
    ? single(values, 'campaign')
    : needed(values, 'campaign', 'the code of the campaign that gets the leads');
  return campaign?.trim() ?? null;
}

function termsGiven(values: Values): Partial<Terms> {
  const tag = single(values, 'tag')?.trim() ?? null;
  if (tag !== null && (tag === '' || tag.length > 200))
    throw new BatchTrouble('--tag takes the name of a field, at most 200 characters.');
  const startAt = startGiven(single(values, 'at'));
  const between = hoursGiven(single(values, 'between'));
  const share = wholeGiven(values, 'share', 100, '--share takes a whole percent from 1 to 100, as in --share 50.');
  const trialAdvice = '--trial takes the number of rows to send first, as in --trial 10.';
  const trial = wholeGiven(values, 'trial', 1_000_000, trialAdvice);
  return {
    ...(startAt === null ? {} : { startAt }),
    ...(between === null ? {} : { between }),
    ...(share === null ? {} : { share }),
    ...(trial === null ? {} : { trial }),
    ...(tag === null ? {} : { tagField: tag }),
    ...(values['no-fair-use'] === true ? { fairUse: false } : {}),
  };
}

function wholeGiven(values: Values, name: string, most: number, advice: string): number | null {
  const value = single(values, name);
  if (value === null) return null;
  const number = /^\d{1,7}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > most) throw new BatchTrouble(advice);
  return number;
}

function startGiven(value: string | null): string | null {
  if (value === null) return null;
  const [day = '', ...rest] = value.split('T');
  const date = new Date(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
  if (!isReal || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(rest.join('T')))
    throw new BatchTrouble('--at takes a time in the zone of the account, as in --at 2026-11-17T21:00.');
  return value;
}

function hoursGiven(value: string | null): Terms['between'] {
  if (value === null) return null;
  const match = /^(\d{1,2})-(\d{1,2})$/.exec(value);
  const [from, to] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || from > 23 || to > 24 || to === 0 || from === to)
    throw new BatchTrouble(
      '--between takes two whole hours in the zone of the account, as in --between 21-8. 24 is the end of the day.',
    );
  return { from, to };
}
