import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { FieldSuggestion } from '../../../shared/contract/imports/imports.ts';
import type { Certainty, Reading } from '../../../shared/contract/imports/reading.ts';
import { formatWords } from '../../../shared/domain/files/format-words.ts';
import { fromWords } from '../../../shared/domain/team/team-words.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { FileTrouble } from '../../core/files/foundation/file-trouble.ts';
import {
  inspectFile as inspect,
  type Inspection,
  knownByInstallation,
  NOTHING_HERE,
} from '../../core/imports/drafts/inspect-file.ts';
import { sharedTemplatesIn } from '../../core/team/knows/text-journal.ts';
import { defaultDataFolder, thisComputer } from '../../host/data-folder.ts';
import { readingFolderOf } from '../../core/storage/working-folder.ts';
import { dataFolderOf } from '../program/batch-core.ts';
import type { CommonOptions } from '../program/common-options.ts';
import type { Interruption } from '../program/interruption.ts';
import type { Output } from '../program/output.ts';
import { problemText } from './problem-text.ts';
import { choicesOf, type ReadingOptions } from './reading-choices.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';

export interface InspectOptions extends ReadingOptions {
  readonly file: string;
  /** Null: suggestions know no campaign. */
  readonly campaign: string | null;
  /** Reads the fields of the campaign from its leads first: one request. */
  readonly lookUp: boolean;
  /** File for the table as it was read. */
  readonly rows: string | null;
}

/** Says how a file is read and what its columns most likely are. It needs no account and sends no request. */
export async function inspectFile(
  options: InspectOptions,
  common: CommonOptions,
  output: Output,
  interruption: Interruption,
): Promise<ExitCode> {
  const controller = new AbortController();
  interruption.onSignal(() => controller.abort());
  const isNew = !existsSync(resolve(common.dataFolder ?? defaultDataFolder(thisComputer())));
  const dataFolder = dataFolderOf(common.dataFolder);
  const folder = readingFolderOf(dataFolder);
  try {
    const found = await inspect(
      {
        path: resolve(options.file),
        choices: choicesOf(options),
        campaignCode: options.campaign ?? '',
        known: options.campaign === null ? NOTHING_HERE : knownByInstallation(dataFolder, sharedTemplatesIn),
        rowsTarget: options.rows === null ? null : { path: resolve(options.rows), overwrite: common.force },
        folder,
      },
      controller.signal,
    );
    sayReading(output, basename(options.file), found.reading, found.suggestions);
    sayTemplates(output, found.templates);
    const { columns, ...reading } = found.reading;
    output.tell({
      file: basename(options.file),
      ...reading,
      columnCount: columns.length,
      columns: columns.map((column) => ({ ...column, suggestion: suggestionOf(found.suggestions, column.index) })),
      ...(found.templates.length === 0 ? {} : { templates: found.templates.map(templateOf) }),
      ...(found.writtenRows === null ? {} : { writtenRows: found.writtenRows }),
    });
    if (found.writtenRows !== null)
      output.say(`Wrote the table as read: ${format.count(found.writtenRows, 'row')}, UTF-8, every cell in quotes.`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof FileTrouble)) throw error;
    if (error.reason === 'cancelled')
      throw new BatchTrouble(error.message, 'cancelled', interruption.exitCode ?? EXIT.interrupted);
    throw new BatchTrouble(error.message, 'file');
  } finally {
    if (isNew) for (const made of [folder, dataFolder]) removeIfEmpty(made);
  }
}

/** A file is looked at without leaving a data folder behind. */
function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

function suggestionOf(suggestions: readonly FieldSuggestion[], index: number) {
  const found = suggestions.find((suggestion) => suggestion.column === index);
  if (found === undefined) return null;
  const { field, confidence, reasons, runnerUp } = found;
  return { field, confidence, reasons, runnerUp };
}

function templateOf({ record: { name, campaignCode, from }, fit }: Inspection['templates'][number]) {
  return { name, campaign: campaignCode, from: from?.name ?? null, known: fit.known, of: fit.of, missing: fit.missing };
}

function sayTemplates(output: Output, templates: Inspection['templates']): void {
  if (templates.length === 0) return;
  output.say('Templates for these columns, for import --template NAME:');
  for (const { record, fit } of templates) {
    const { name, from } = record;
    const origin = from === undefined ? '' : `, ${fromWords(from, 'UTC')}`;
    const lacks = fit.missing.length === 0 ? '' : `; not in this file: ${fit.missing.join(', ')}`;
    output.say(`  "${name}"${origin}: knows ${fit.known} of ${format.count(fit.of, 'column')}${lacks}`);
  }
}

const certainties: Readonly<Record<Certainty, string>> = {
  certain: 'certain',
  likely: 'likely',
  guess: 'a guess',
  only: 'the only possibility',
  follows: 'follows from another choice',
  yours: 'your choice',
};

function sayReading(output: Output, name: string, reading: Reading, suggestions: readonly FieldSuggestion[]): void {
  const say = (label: string, value: string, guess: { readonly certainty: Certainty; readonly reason: string }) =>
    output.say(`  ${label.padEnd(12)} ${value} (${certainties[guess.certainty]}): ${guess.reason}`);
  output.say(
    `"${name}": ${format.count(reading.rows, 'data row')}, ${format.count(reading.columns.length, 'column')}, ${formatWords(reading.format) ?? reading.format}.`,
  );
  const delimiter = reading.delimiter.value;
  if (reading.format === 'csv') {
    say('Encoding', reading.encoding.value, reading.encoding);
    say('Delimiter', delimiter === '' ? 'none: fixed width' : JSON.stringify(delimiter), reading.delimiter);
    output.say(`  ${'Line ends'.padEnd(12)} ${reading.newline}`);
  } else {
    const sheets = reading.sheets.map(
      (sheet) =>
        `"${sheet.name}"${sheet.hidden ? ' (hidden)' : ''}${sheet.rows === null ? '' : ` ${format.count(sheet.rows, 'row')}`}`,
    );
    output.say(`  ${'Sheets'.padEnd(12)} ${sheets.join(', ')}`);
    if (reading.encoding.certainty !== 'only') say('Encoding', reading.encoding.value, reading.encoding);
    say('Sheet', JSON.stringify(reading.sheet.value ?? ''), reading.sheet);
  }
  const header = reading.headerLine.value;
  say('Header', header === null ? 'none' : `row ${header}`, reading.headerLine);
  say('First data', `row ${reading.firstDataLine.value}`, reading.firstDataLine);
  say('Last data', `row ${reading.lastDataLine.value}`, reading.lastDataLine);
  output.say(reading.problems.length === 0 ? 'No problems.' : 'Problems:');
  for (const problem of reading.problems) output.say(`  ${problemText(problem)}`);
  output.say('Columns:');
  for (const column of reading.columns) {
    const suggestion = suggestions.find((candidate) => candidate.column === column.index);
    const filled = reading.rows === 0 ? 0 : Math.round((column.filled / reading.rows) * 100);
    output.say(`  ${column.index + 1} "${column.label}", ${filled} % filled: ${suggestionText(suggestion)}`);
  }
}

function suggestionText(suggestion: FieldSuggestion | undefined): string {
  if (suggestion === undefined) return 'no suggestion.';
  const { field, confidence, reasons, runnerUp } = suggestion;
  const next = runnerUp === null ? '' : ` Next best: ${runnerUp.field}, ${percent(runnerUp.confidence)}.`;
  const own = field === null ? ' Its own name may be the name of a field.' : '';
  const other = runnerUp?.confidence === 0 ? own : next;
  return field === null
    ? `no field suggested. ${reasons.join(' ')}${other}`
    : `${field}, ${percent(confidence)}. ${reasons.join(' ')}${other}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
