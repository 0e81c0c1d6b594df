import type { ParseArgsOptionsConfig } from 'node:util';
import { parseServiceTime } from '../../shared/domain/service/service-time.ts';
import { commas, flag, noMore, only, parse, single, text, type Values } from './program/command-line.ts';
import type { CommonOptions } from './program/common-options.ts';
import { DIALECT_OPTIONS, dialectGiven } from './program/dialect-arguments.ts';
import { EXPORT_OPTIONS, type ExportOptions, exportGiven } from './exports/export-arguments.ts';
import { IMPORT_OPTIONS, importGiven, type ImportOptions } from './imports/import-arguments.ts';
import type { OutcomesOptions } from './imports/outcomes-command.ts';
import type { InspectOptions } from './imports/inspect-command.ts';
import type { ResumeWords } from './imports/job-commands.ts';
import { RESULT_OPTIONS, type ResultForm, resultFormGiven } from './imports/result-arguments.ts';
import { READING_OPTIONS, readingOf } from './imports/reading-choices.ts';
import { SEGMENT_OPTIONS, type SegmentChangeOptions, segmentChangeGiven } from './account/segment-arguments.ts';
import { TEAM_OPTIONS, type TeamWish, teamWishGiven } from './account/team-arguments.ts';
import { BatchTrouble } from './program/trouble.ts';

export type Command = { readonly common: CommonOptions } & (
  | { readonly name: 'help' | 'check' | 'doctor' | 'jobs' | 'jobs of colleagues' | 'segments' | 'users' | 'account' }
  | { readonly name: 'limits'; readonly watch: boolean }
  | { readonly name: 'account remove'; readonly id: string; readonly isForced: boolean }
  | { readonly name: 'job' | 'pause' | 'stop'; readonly job: string }
  | { readonly name: 'jobs delete'; readonly job: string }
  | { readonly name: 'reconcile'; readonly job: string; readonly apply: boolean; readonly result: string | null }
  | { readonly name: 'result'; readonly job: string; readonly file: string; readonly form: ResultForm | null }
  | { readonly name: 'segments change'; readonly change: SegmentChangeOptions }
  | { readonly name: 'orgunit'; readonly orgCode: string; readonly include: readonly string[] }
  | { readonly name: 'import'; readonly import: ImportOptions }
  | { readonly name: 'inspect'; readonly inspect: InspectOptions }
  | ({ readonly name: 'resume'; readonly job: string } & ResumeWords)
  | { readonly name: 'outcomes'; readonly outcomes: OutcomesOptions }
  | { readonly name: 'team'; readonly team: TeamWish }
  | { readonly name: 'export'; readonly export: ExportOptions }
);

const COMMON = {
  url: text,
  'data-dir': text,
  timeout: text,
  'team-wait': text,
  json: flag,
  force: flag,
  help: flag,
  ...DIALECT_OPTIONS,
} as const;
const OPTIONS: Readonly<Record<string, ParseArgsOptionsConfig>> = {
  check: {},
  import: IMPORT_OPTIONS,
  inspect: { ...READING_OPTIONS, campaign: text, 'look-up': flag, rows: text },
  jobs: { team: flag },
  reconcile: { apply: flag, result: text },
  job: {},
  pause: {},
  stop: {},
  result: RESULT_OPTIONS,
  resume: { result: text, 'go-on': flag, 'only-new': flag, 'send-again': flag },
  outcomes: { campaign: text, since: text, by: text, refresh: flag, changed: flag, output: text },
  export: EXPORT_OPTIONS,
  limits: { watch: flag },
  segments: SEGMENT_OPTIONS,
  users: {},
  account: {},
  orgunit: { include: text },
  doctor: {},
  team: TEAM_OPTIONS,
};

/**
 * Reads the command line strictly: what is not understood is refused before anything is done. Both `--name value` and
 * `--name=value` are taken.
 * @throws BatchTrouble with a sentence that never repeats a value, which might be a password.
 */
export function readArguments(args: readonly string[]): Command {
  const isHelp = args.includes('--help');
  const [name, ...rest] = args;
  if (name === undefined || name.startsWith('-')) {
    if (isHelp) return { name: 'help', common: commonOf({}) };
    throw new BatchTrouble(`Name a command: ${Object.keys(OPTIONS).join(', ')}. --help explains each.`);
  }
  const own = OPTIONS[name];
  if (own === undefined || !Object.hasOwn(OPTIONS, name))
    throw new BatchTrouble(
      `There is no command "${name.slice(0, 40)}". There are: ${Object.keys(OPTIONS).join(', ')}.`,
    );
  const { values, positionals } = parse(name, rest, { ...own, ...COMMON });
  const common = commonOf(values);
  if (values['help'] === true) return { name: 'help', common };
  return commandOf(name, common, values, positionals);
}

function commonOf(values: Values): CommonOptions {
  return {
    url: single(values, 'url'),
    dataFolder: single(values, 'data-dir'),
    json: values['json'] === true,
    force: values['force'] === true,
    answerTimeout: secondsGiven(values, 'timeout', 'that one answer may take'),
    teamWait: secondsGiven(values, 'team-wait', 'for which an import waits for its team'),
    dialect: dialectGiven(values),
  };
}

/** Milliseconds, given as seconds. */
function secondsGiven(values: Values, name: 'timeout' | 'team-wait', what: string): number | null {
  const value = single(values, name);
  if (value === null) return null;
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!(seconds > 0 && seconds <= 86_400))
    throw new BatchTrouble(`--${name} takes the seconds ${what}, as in --${name} 30.`);
  return seconds * 1000;
}

type Given<Name extends Command['name']> = Omit<Extract<Command, { name: Name }>, 'common'>;

function commandOf(name: string, common: CommonOptions, values: Values, positionals: readonly string[]): Command {
  switch (name) {
    case 'import':
      return { name, common, import: importGiven(values, positionals) };
    case 'inspect':
      return { common, ...inspectGiven(values, positionals) };
    case 'resume':
      return { common, ...resumeGiven(values, positionals) };
    case 'outcomes':
      return { name, common, outcomes: outcomesGiven(values, positionals) };
    case 'export':
      return { name, common, export: exportGiven(values, positionals) };
    case 'limits':
      noMore(name, positionals);
      return { name, common, watch: values['watch'] === true };
    case 'segments': {
      const change = segmentChangeGiven(values, positionals);
      return change === null ? { name, common } : { name: 'segments change', common, change };
    }
    case 'job':
    case 'pause':
    case 'stop':
      return {
        name,
        common,
        job: only(name, positionals, `Name the job: batch ${name} JOB. "batch jobs" lists them.`),
      };
    case 'result':
      return { common, ...resultGiven(values, positionals) };
    case 'orgunit': {
      const orgCode = only(name, positionals, 'Name the unit or user: batch orgunit CODE [--include a,b].');
      return { name, common, orgCode, include: commas(single(values, 'include')) };
    }
    case 'jobs':
      return jobsGiven(common, values, positionals);
    case 'reconcile': {
      const job = only(name, positionals, 'Name the job: batch reconcile JOB [--apply]. "batch jobs" lists them.');
      return { name, common, job, apply: values['apply'] === true, result: single(values, 'result') };
    }
    case 'account':
      return accountGiven(common, positionals, values['force'] === true);
    case 'team':
      return { name, common, team: teamWishGiven(values, positionals) };
    case 'check':
    case 'doctor':
    case 'users':
      noMore(name, positionals);
      return { name, common };
    default:
      throw new BatchTrouble(`There is no command "${name}".`);
  }
}

function accountGiven(common: CommonOptions, [verb, id, ...others]: readonly string[], isForced: boolean): Command {
  if (verb === undefined) return { name: 'account', common };
  if (verb !== 'remove') throw new BatchTrouble(`"account" does not know "${verb.slice(0, 40)}". It takes: remove ID.`);
  if (id === undefined)
    throw new BatchTrouble('Name the account: batch account remove ID. The last line of "batch account" has its id.');
  noMore('account remove', others);
  return { name: 'account remove', common, id, isForced };
}

function jobsGiven(common: CommonOptions, values: Values, positionals: readonly string[]): Command {
  const [verb, ...rest] = positionals;
  const isOfColleagues = values['team'] === true;
  if (verb === undefined) return { name: isOfColleagues ? 'jobs of colleagues' : 'jobs', common };
  if (isOfColleagues)
    throw new BatchTrouble('"jobs --team" lists the imports of colleagues; nothing else goes with it.');
  if (verb !== 'delete')
    throw new BatchTrouble('"jobs" lists the imports. "jobs delete JOB" removes one; nothing else follows "jobs".');
  const job = only('jobs delete', rest, 'Name the job: batch jobs delete JOB. "batch jobs" lists them.');
  return { name: 'jobs delete', common, job };
}

function inspectGiven(values: Values, positionals: readonly string[]): Given<'inspect'> {
  const name = 'inspect';
  const file = only(name, positionals, 'Name the file to look at: batch inspect FILE.');
  const campaign = single(values, 'campaign')?.trim() ?? null;
  const lookUp = values['look-up'] === true;
  if (lookUp && (campaign === null || campaign === ''))
    throw new BatchTrouble('--look-up reads the fields of a campaign: name it with --campaign.');
  return { name, inspect: { file, campaign, lookUp, ...readingOf(values), rows: single(values, 'rows') } };
}

function outcomesGiven(values: Values, positionals: readonly string[]): OutcomesOptions {
  const [job, ...others] = positionals;
  noMore('outcomes', others);
  const campaign = single(values, 'campaign')?.trim() ?? null;
  const since = single(values, 'since');
  if ([job ?? null, campaign, since].filter((given) => given !== null).length !== 1)
    throw new BatchTrouble(
      'Name the imports in one way: batch outcomes JOB, --campaign CODE, or --since yyyy-MM-dd. "batch jobs" lists them.',
    );
  const output = single(values, 'output');
  const refresh = values['changed'] === true ? 'changed' : values['refresh'] === true ? 'all' : null;
  const rest = { by: single(values, 'by'), refresh, output } as const;
  if (job !== undefined) return { of: { job }, ...rest };
  if (campaign !== null) return { of: { campaign }, ...rest };
  const day = parseServiceTime(since ?? '');
  if (day === null || day.zone !== null)
    throw new BatchTrouble('--since takes a day or a time in the zone of the account, as in --since 2026-11-01.');
  return { of: { since: day.clock }, ...rest };
}

function resultGiven(values: Values, [job, file, ...others]: readonly string[]): Given<'result'> {
  if (job === undefined || file === undefined)
    throw new BatchTrouble('Name the job and the file: batch result JOB FILE. "batch jobs" lists the jobs.');
  noMore('result', others);
  return { name: 'result', job, file, form: resultFormGiven(values, file) };
}

function resumeGiven(values: Values, positionals: readonly string[]): Given<'resume'> {
  const name = 'resume';
  const job = only(name, positionals, 'Name the job to resume: batch resume JOB. "batch jobs" lists them.');
  return {
    name,
    job,
    result: single(values, 'result'),
    goOn: values['go-on'] === true,
    onlyNew: values['only-new'] === true,
    sendAgain: values['send-again'] === true,
  };
}
