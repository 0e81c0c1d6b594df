import { extname } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import {
  type ExportQuery,
  localDateTimeSchema,
  relativeSinceSchema,
  type WrittenQuery,
  writtenQuerySchema,
} from '../../../shared/contract/exports/queries.ts';
import {
  DEFAULT_SAVE_FORMATS,
  SAVE_FORMAT_NAMES,
  type SaveFormat,
} from '../../../shared/contract/exports/save-formats.ts';
import { LEAD_CLOSURES, LEAD_STATUSES } from '../../../shared/domain/service/leads/lead-life-cycle.ts';
import { isLimit } from '../../../shared/domain/service/queries/since-query.ts';
import { commas, flag, list, needed, only, single, text, type Values } from '../program/command-line.ts';
import { BatchTrouble } from '../program/trouble.ts';

/** Options of each way to export, beside those of all. */
const OF_LEAD_SEARCH = { projects: text, statuses: text, closures: text } as const;
const OF_SAVED_SEARCH = { name: text, csv: flag, include: text, project: text } as const;
export const EXPORT_OPTIONS: ParseArgsOptionsConfig = {
  ...OF_LEAD_SEARCH,
  ...OF_SAVED_SEARCH,
  'modified-from': text,
  param: { type: 'string', multiple: true },
  'window-days': text,
  output: text,
  format: text,
  nested: flag,
  'partition-by': text,
  'since-last': flag,
};

/** How the folder of a dataset is to be used. */
export interface DatasetOptions {
  readonly folder: string;
  readonly sinceLast: boolean;
  readonly force: boolean;
}

export interface ExportOptions {
  readonly query: WrittenQuery;
  /** The query, when its beginning stands still: what is kept up to date needs one. Null: it moves with the day. */
  readonly fixedQuery: ExportQuery | null;
  /** Days of one request; null: the whole range in one. */
  readonly windowDays: number | null;
  readonly output: string;
  readonly format: SaveFormat;
  /** The output is the folder of a dataset; null: it is a file. */
  readonly dataset: DatasetOptions | null;
  /** Only what changed since the output was written is fetched. */
  readonly sinceLast: boolean;
}

/** @throws BatchTrouble for a word or an option that is wrong, or that this way to export has not */
export function exportGiven(values: Values, positionals: readonly string[]): ExportOptions {
  const what = 'Name what to export: batch export simple|search|raw --output FILE.';
  const source = only('export', positionals, what);
  if (source !== 'simple' && source !== 'search' && source !== 'raw') throw new BatchTrouble(what);
  const others = Object.keys(source === 'search' ? OF_LEAD_SEARCH : OF_SAVED_SEARCH);
  const wrong = others.find((name) => values[name] !== undefined);
  if (wrong !== undefined) throw new BatchTrouble(`"export ${source}" has no option --${wrong}.`);
  const query = queryOf(source, values);
  const output = needed(values, 'output', 'the file for the leads');
  const sinceLast = values['since-last'] === true;
  if (sinceLast && values['force'] === true)
    throw new BatchTrouble(
      '--since-last keeps what is there and brings it up to date, and --force makes it new: use one of them.',
    );
  const limit = query.extra.find(isLimit);
  if (sinceLast && limit !== undefined)
    throw new BatchTrouble(
      `--since-last needs all leads that changed since, and --param ${limit.name} limits their number: leave one of them out.`,
    );
  const dataset = datasetOf(values, output);
  const fixedQuery = fixedOf(query);
  if (fixedQuery === null && (sinceLast || dataset !== null))
    throw new BatchTrouble(
      'A dataset, and a file with --since-last, hold what changed since one fixed day and go on from there by themselves: give --modified-from a date, or leave it out.',
    );
  if (dataset !== null && source === 'raw')
    throw new BatchTrouble('--partition-by needs the campaign and the day of each lead, and RawLeads has neither.');
  return {
    query,
    fixedQuery,
    windowDays: windowDaysOf(single(values, 'window-days')),
    output,
    format: dataset === null ? saveFormatOf(values, output) : DEFAULT_SAVE_FORMATS.parquet,
    dataset,
    sinceLast,
  };
}

function queryOf(source: WrittenQuery['source'], values: Values): WrittenQuery {
  const modifiedFrom = sinceOf(single(values, 'modified-from'));
  const extra = list(values, 'param').map(parameterOf);
  const parsed = writtenQuerySchema.safeParse(
    source === 'search'
      ? {
          source,
          searchName: needed(values, 'name', 'the name under which the search was saved in the service'),
          modifiedFrom,
          project: single(values, 'project'),
          include: commas(single(values, 'include')),
          answer: values['csv'] === true ? 'csv' : 'json',
          extra,
        }
      : {
          source,
          projects: commas(single(values, 'projects')),
          modifiedFrom,
          statuses: namesOf(values, 'statuses', LEAD_STATUSES),
          closures: namesOf(values, 'closures', LEAD_CLOSURES),
          extra,
        },
  );
  if (parsed.success) return parsed.data;
  throw new BatchTrouble('The query is too long: at most 100 projects, 20 parameters, 2,000 characters a value.');
}

function parameterOf(given: string): { name: string; value: string } {
  const at = given.indexOf('=');
  const name = given.slice(0, Math.max(0, at)).trim();
  if (name === '') throw new BatchTrouble('--param takes NAME=VALUE, for example --param ModifiedTo=2026-11-17.');
  return { name, value: given.slice(at + 1) };
}

function windowDaysOf(value: string | null): number | null {
  if (value === null) return null;
  const days = /^\d{1,2}$/.test(value) ? Number(value) : 0;
  if (days < 1 || days > 31) throw new BatchTrouble('--window-days takes a number of days from 1 to 31.');
  return days;
}

function fixedOf(query: WrittenQuery): ExportQuery | null {
  const { modifiedFrom } = query;
  return modifiedFrom === null || typeof modifiedFrom === 'string' ? { ...query, modifiedFrom } : null;
}

/** A dataset has one layout: files of Parquet by campaign and day. */
function datasetOf(values: Values, folder: string): DatasetOptions | null {
  const partitions = single(values, 'partition-by');
  const sinceLast = values['since-last'] === true;
  if (partitions === null) return null;
  if (commas(partitions).join(',').toLowerCase() !== 'campaign,day')
    throw new BatchTrouble('--partition-by takes: campaign,day.');
  if ((single(values, 'format') ?? 'parquet').toLowerCase() !== 'parquet')
    throw new BatchTrouble('--partition-by writes Parquet files: use --format parquet.');
  if (values['nested'] === true) throw nestedElsewhere();
  return { folder, sinceLast, force: values['force'] === true };
}

/** As named, or by the ending of the file. */
function saveFormatOf(values: Values, output: string): SaveFormat {
  const named = single(values, 'format');
  const wanted = (named ?? extname(output).slice(1)).toLowerCase();
  const found = SAVE_FORMAT_NAMES.find((format) => format === wanted);
  if (found !== undefined) {
    const format = DEFAULT_SAVE_FORMATS[found];
    if (values['nested'] !== true) return format;
    if (!('nested' in format)) throw nestedElsewhere();
    return { ...format, nested: true };
  }
  const known = SAVE_FORMAT_NAMES.join(', ');
  throw new BatchTrouble(
    named === null
      ? `The ending of --output names no format. Add --format with one of: ${known}.`
      : `--format does not know "${named.slice(0, 40)}". It takes: ${known}.`,
  );
}

function nestedElsewhere(): BatchTrouble {
  return new BatchTrouble('--nested is for JSON: use it with --format json or jsonl.');
}

/** The service answers a misspelt name with no leads, which looks like a night without new leads. */
function namesOf(values: Values, option: string, known: readonly { readonly name: string }[]): string[] {
  const value = single(values, option);
  const all = known.map(({ name }) => name);
  const names = commas(value).map((given) => {
    const found = all.find((name) => name.toLowerCase() === given.toLowerCase());
    if (found === undefined)
      throw new BatchTrouble(`--${option} does not know "${given.slice(0, 40)}". It takes: ${all.join(', ')}.`);
    return found;
  });
  if (value !== null && names.length === 0)
    throw new BatchTrouble(`--${option} is empty. Leave it out for all, or use some of: ${all.join(', ')}.`);
  return names;
}

function sinceOf(value: string | null): WrittenQuery['modifiedFrom'] {
  if (value === null) return null;
  const relative = relativeSinceSchema.safeParse({ since: value.toLowerCase() });
  if (relative.success) return relative.data;
  if (localDateTimeSchema.safeParse(value).success) return value;
  throw new BatchTrouble(
    '--modified-from takes a date such as 2026-11-01, a time such as 2026-11-01T08:00:00, or one of: today, yesterday, -7d (up to 999 days), this-week, this-month, last-run.',
  );
}
