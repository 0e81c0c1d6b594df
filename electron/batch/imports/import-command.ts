import { resolve } from 'node:path';
import type { CheckSettings, CheckSummary } from '../../../shared/contract/check/check.ts';
import type { ChannelResult } from '../../../shared/contract/channels.ts';
import { type Draft, type Terms, USUAL_TERMS } from '../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../shared/contract/imports/mapping.ts';
import { mappingFromSuggestions, parseMapArgument } from '../../../shared/domain/mapping/index.ts';
import { templateWords } from '../../../shared/domain/check/template-words.ts';
import { isTagAgreed, tagTrouble } from '../../../shared/domain/check/tag-field.ts';
import { withoutResultColumns } from '../../../shared/domain/jobs/result-columns.ts';
import { formatWords } from '../../../shared/domain/files/format-words.ts';
import { unprovenList } from '../../../shared/domain/jobs/absence.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { STORAGE_WORDS, storageTrouble } from '../../core/foundation/failure.ts';
import { showRows } from './dry-run.ts';
import { finishJob } from './end-job.ts';
import { callUntilSignal, refuseInterrupted } from '../program/call-until-signal.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import type { ImportOptions } from './import-arguments.ts';
import { askColleagues } from './import-colleagues.ts';
import { judgeRows, refuseSentBefore, rulesOf, sendRowsAgain } from './import-checks.ts';
import { refuseOldStart, unitsOf } from './import-costs.ts';
import { LaterLines } from '../program/later-lines.ts';
import { sayOdd } from './problem-text.ts';
import { choicesOf } from './reading-choices.ts';
import { mappingOfTemplate, fillFromTemplate } from './template.ts';
import { BatchTrouble, EXIT, type ExitCode, troubleOf } from '../program/trouble.ts';

type UsedTemplate = ChannelResult<'template:use'>;

/** A mistyped campaign would otherwise cost the day's quota, and few files have this many rows that are refused alike. */
const STOP_AFTER_SAME_REFUSAL = 200;

/**
 * Reads the file, maps its columns and sends its rows. What cannot work is refused before the first row is sent.
 *
 * @param tellDoubt writes the line of what is in doubt, behind that of the job
 */
export async function importFile(tools: FollowTools, options: ImportOptions, tellDoubt: () => void): Promise<ExitCode> {
  const { core, output, interruption } = tools;
  if (options.dryRun) tellDoubt();
  const rules = rulesOf(options);
  const draft = await readFile(tools, options);
  const lines = new LaterLines(output);
  try {
    const { planned, template, checked } = await planDraft(tools, draft, options, rules);
    const { campaignCode, terms = USUAL_TERMS } = planned.plan;
    await refuseOldStart(tools, terms);
    lines.add(readingText(draft));
    sayOdd(lines, draft.reading);
    if (template !== null) sayTemplate(lines, template, planned);
    sayTag(lines, planned);
    const { standing, areColleaguesKnown } = await lookAtRows(tools, draft.id, {
      options: { ...options, check: checked },
      campaignCode,
      rules,
      lines,
    });
    const units = await unitsOf(tools, draft.rows - standing.standing.leftOut, terms, {
      yes: options.yes || options.dryRun,
      isAsked: options.terms.fairUse === false,
    });
    const named = template === null ? {} : { template: template.name };
    if (options.dryRun) {
      lines.flush();
      const shown = { standing, units, fairUse: terms.fairUse, named, areColleaguesKnown };
      return await showRows(tools, draft.id, shown);
    }
    if (interruption.exitCode !== null)
      throw new BatchTrouble('Interrupted before anything was sent.', 'cancelled', interruption.exitCode);
    const job = await core.call('import:start', {
      draftId: draft.id,
      sendAgain: options.sendAgain,
      // Rows that another job has sent since they were compared are skipped all the same.
      isFileKnown: options.onlyNew !== null,
      phoneCountry: standing.country.value,
    });
    try {
      if (options.result !== null) await core.resultPaths.remember(job.id, resolve(options.result));
    } catch (error) {
      throw notRemembered(error, job.id);
    } finally {
      // The first line, before any answer: whoever started the program can find the job even when it is killed now.
      output.tell({ job: job.id });
      output.say(`Job ${job.id}.`);
      tellDoubt();
    }
    lines.flush();
    output.say(
      `Importing ${format.count(draft.rows, 'row')} of "${draft.fileName}" into ${campaignCode}: ${fieldsText(draft, planned.mapping)}.`,
    );
    const result = options.result === null ? null : { path: options.result, isOwn: false };
    return await finishJob(tools, job, result, named);
  } catch (error) {
    await discard(tools, draft.id);
    throw error;
  }
}

interface Planned {
  readonly planned: Draft;
  /** Null: the command line says everything. */
  readonly template: Pick<UsedTemplate, 'name' | 'keeps'> | null;
  readonly checked: ImportOptions['check'];
}

/** Mapping and plan as the command line names them, or as a template has them, kept with the draft. */
async function planDraft(
  tools: FollowTools,
  draft: Draft,
  options: ImportOptions,
  rules: CheckSettings | null,
): Promise<Planned> {
  if (options.template !== null) return planByTemplate(tools, draft, options, options.template, rules);
  const { core } = tools;
  const { campaign, mapping: wanted } = options;
  const mapping = wanted === null ? mappingOf(draft, options) : await mappingOfTemplate(core, draft, wanted, campaign);
  const plan = {
    campaignCode: campaign ?? '',
    poolName: options.pool,
    stopAfterSameRefusal: STOP_AFTER_SAME_REFUSAL,
    terms: termsOf(options, USUAL_TERMS, campaign ?? ''),
  };
  const phoneCountry = rules?.country ?? null;
  const planned = await core.call('import:saveDraft', {
    draftId: draft.id,
    step: 'plan',
    mapping,
    plan,
    ...(phoneCountry === null ? {} : { phoneCountry }),
    // The rows are sent as they were checked. Without a check, values go out as they are written.
    cleanPhones: rules !== null,
  });
  return { planned, template: null, checked: options.check };
}

/** A template with rules asks for the check: they were made to keep rows back. */
async function planByTemplate(
  { core }: FollowTools,
  draft: Draft,
  options: ImportOptions,
  wanted: string,
  rules: CheckSettings | null,
): Promise<Planned> {
  const { campaign, maps, pool, check } = options;
  const {
    name,
    keeps,
    draft: filled,
  } = await fillFromTemplate(core, draft, wanted, {
    ...(campaign === null ? {} : { campaignCode: campaign }),
    ...(maps.length === 0 ? {} : { mapping: mappingOf(draft, options) }),
    ...(rules === null || check?.rules === null ? {} : { settings: rules }),
  });
  const { plan } = filled;
  const terms = termsOf(options, plan.terms ?? USUAL_TERMS, plan.campaignCode);
  const planned = await core.call('import:saveDraft', {
    draftId: draft.id,
    step: 'plan',
    plan: { ...plan, poolName: pool ?? plan.poolName, terms },
  });
  const isChecked = check === null && (keeps?.rules ?? 0) > 0;
  return { planned, template: { name, keeps }, checked: isChecked ? { rules: null, onProblem: 'refuse' } : check };
}

function termsOf({ terms }: Pick<ImportOptions, 'terms'>, usual: Terms, campaignCode: string): Terms {
  const { tagField } = terms;
  return {
    ...usual,
    ...terms,
    // Who writes it names it.
    ...(tagField === undefined || tagField === null ? {} : { tagAgreed: { campaignCode, field: tagField } }),
    // `--result` names its place.
    saveResult: false,
  };
}

function sayTemplate(lines: LaterLines, { name, keeps }: NonNullable<Planned['template']>, { plan }: Draft): void {
  const does = keeps === null ? [] : templateWords(keeps, plan.poolName, null);
  lines.add(`Template "${name}"${does.length === 0 ? '' : `: ${does.join('; ')}`}.`, { template: name, does });
}

/** @throws BatchTrouble for a tag that would replace values of the file, and one of a template that the campaign may not have */
function sayTag(lines: LaterLines, { mapping, fields, plan }: Draft): void {
  const field = plan.terms?.tagField ?? null;
  const trouble = field === null ? null : tagTrouble(field, { mapping, fields });
  if (field === null || trouble === null) return;
  if (trouble === 'mapped')
    throw new BatchTrouble(
      `The file fills the field "${field}", so it cannot take the tag. Name another one with --tag. Nothing was sent.`,
      'validation',
    );
  const why = trouble === 'unknown' ? `${plan.campaignCode} is not known to have it` : 'it is not one for any text';
  if (!isTagAgreed(plan))
    throw new BatchTrouble(
      `The template puts the tag into the field "${field}", and ${why}. Name it with --tag "${field}", or name another one. Nothing was sent.`,
      'validation',
    );
  lines.add(`The tag goes into "${field}", although ${why}: --tag names it.`, {
    tag: field,
    isKnown: trouble !== 'unknown',
  });
}

interface Look {
  readonly options: ImportOptions;
  readonly campaignCode: string;
  readonly rules: CheckSettings | null;
  readonly lines: LaterLines;
}

interface LookedAt {
  readonly standing: CheckSummary;
  /** False: the team was to be asked, and could not be. */
  readonly areColleaguesKnown: boolean;
}

/** Which rows go on: rows that colleagues have sent, problems, rows that the campaign holds, and rows that were sent before. */
async function lookAtRows(
  tools: FollowTools,
  draftId: string,
  { options, campaignCode: campaign, rules, lines }: Look,
): Promise<LookedAt> {
  const { check, onlyNew, sendAgain, dryRun, template } = options;
  const { core } = tools;
  // A template has put its rules, or those of the command line, into the draft.
  const settings = rules === null || template !== null ? {} : { settings: rules };
  let summary = await callUntilSignal(tools, 'check:run', { draftId, ...settings });
  // The command line is the word of a person. A dry run shows them, and says that they were sent before.
  if (sendAgain || onlyNew !== null || dryRun) summary = await sendRowsAgain({ core }, draftId, summary);
  let areColleaguesKnown = true;
  // Without these options rows are claimed all the same, and a colleague's is skipped then.
  if (check !== null || onlyNew !== null || dryRun) {
    const asked = await askColleagues(tools, draftId, { summary, isOnlyNew: onlyNew !== null, lines });
    ({ summary, isKnown: areColleaguesKnown } = asked);
  }
  if (check !== null) summary = await judgeRows({ core }, draftId, { summary, onProblem: check.onProblem, lines });
  if (onlyNew !== null) {
    const found = await callUntilSignal(tools, 'import:compareCampaign', { draftId, key: onlyNew.key });
    // A row that the comparison did not see is not known to be new, and nobody is here to decide.
    if (found.stopped !== null) {
      refuseInterrupted(tools.interruption);
      throw troubleOf(found.stopped);
    }
    if (found.doubt !== null && !(found.doubt.kind === 'emptyCampaign' && onlyNew.isEmpty))
      throw new BatchTrouble(
        `${found.doubt.message} Nothing was sent. ${found.doubt.kind === 'emptyCampaign' ? 'Add --campaign-is-empty if the campaign is new, or' : 'Or'} send all rows with --send-again.`,
        found.doubt.kind,
      );
    const there = found.phone + found.email + found.key;
    lines.add(
      `Compared with ${format.count(found.leads, 'lead')} of ${campaign}: ${format.count(there, 'row is', 'rows are')} there already.${found.isProven ? '' : ` ${unprovenList(campaign)}`}`,
      { compared: found.leads, phone: found.phone, email: found.email, key: found.key, isProven: found.isProven },
    );
    summary = await core.call('check:run', { draftId });
  } else if (!sendAgain && !dryRun) await refuseSentBefore({ core }, summary, campaign);
  return { standing: summary, areColleaguesKnown };
}

async function readFile(tools: FollowTools, options: ImportOptions): Promise<Draft> {
  const token = tools.core.grant(options.file, 'read');
  return callUntilSignal(tools, 'import:open', { token, choices: choicesOf(options) });
}

function readingText({ fileName, rows, reading }: Draft): string {
  const { format: fileFormat, encoding, delimiter, columns } = reading;
  const words = formatWords(fileFormat);
  const isFixed = fileFormat === 'csv' && delimiter.value === '';
  const separator = isFixed
    ? ', columns of fixed width'
    : delimiter.value === ''
      ? ''
      : `, separated by ${JSON.stringify(delimiter.value)}`;
  return `Read "${fileName}"${words === null ? '' : `, ${words}`}: ${format.count(rows, 'row')}, ${format.count(columns.length, 'column')}, ${encoding.value}${encoding.certainty === 'guess' ? ' (a guess)' : ''}${separator}.`;
}

/** The mapping that the command line asks for. Throws a sentence for an unknown column and for a field filled twice. */
export function mappingOf(
  draft: Pick<Draft, 'reading' | 'suggestions'>,
  { maps }: Pick<ImportOptions, 'maps'>,
): Mapping {
  const { columns } = draft.reading;
  const explicit: Mapping = maps
    .filter((argument) => argument !== 'auto')
    .map((argument) => {
      const found = parseMapArgument(argument, columns);
      if (!found.ok) throw new BatchTrouble(found.message, 'validation');
      return ruleOf(found.field, found.column);
    });
  refuseTwice(explicit, 'Give each field once in --map.');
  if (maps.length === 0) return headersAsFields(draft);
  if (!maps.includes('auto')) return explicit;
  const taken = new Set(explicit.map((rule) => rule.field.toLowerCase()));
  const used = new Set(explicit.flatMap((rule) => (rule.source.kind === 'columns' ? rule.source.columns : [])));
  const suggested = mappingFromSuggestions(draft.suggestions).filter(
    (rule) =>
      !taken.has(rule.field.toLowerCase()) &&
      rule.source.kind === 'columns' &&
      !rule.source.columns.some((column) => used.has(column)),
  );
  const mapping = [...explicit, ...suggested];
  if (mapping.length === 0)
    throw new BatchTrouble(
      '--map auto found no field it is sure of. Name the fields with --map "COLUMN=FIELD".',
      'validation',
    );
  return mapping;
}

function headersAsFields({ reading }: Pick<Draft, 'reading'>): Mapping {
  const named = withoutResultColumns(reading.columns).filter(({ header }) => header.trim() !== '');
  if (named.length === 0)
    throw new BatchTrouble(
      'The file has no header, so its columns have no names. Map them by position, for example --map "1=Phone" --map "2=FirstName".',
      'validation',
    );
  const mapping = named.map((column) => ruleOf(column.header.trim(), column.index));
  refuseTwice(mapping, 'Two columns have the same header. Choose the columns with --map "COLUMN=FIELD".');
  return mapping;
}

function ruleOf(field: string, column: number): Mapping[number] {
  return { field, source: { kind: 'columns', columns: [column], join: null }, cleaning: [{ kind: 'trim' }] };
}

function refuseTwice(mapping: Mapping, advice: string): void {
  const seen = new Set<string>();
  for (const { field } of mapping) {
    const key = field.toLowerCase();
    if (seen.has(key)) throw new BatchTrouble(`The field "${field}" would be filled twice. ${advice}`, 'validation');
    seen.add(key);
  }
}

function fieldsText(draft: Draft, mapping: Mapping): string {
  const pairs = mapping.map(({ field, source }) => {
    const label = source.kind === 'columns' ? (draft.reading.columns[source.columns[0] ?? -1]?.label ?? '') : '';
    return label === field ? field : `${label} → ${field}`;
  });
  return pairs.length > 12
    ? `${pairs.slice(0, 12).join(', ')} and ${format.count(pairs.length - 12, 'more field')}`
    : pairs.join(', ');
}

/** A draft that did not become a job is of no use to a later run. One that did is left alone. */
async function discard({ core }: FollowTools, draftId: string): Promise<void> {
  await core.call('import:deleteDraft', { draftId }).catch(() => undefined);
}

/** The import is there and may have begun: a second one of the same file would send its rows once more. */
function notRemembered(error: unknown, jobId: string): unknown {
  const trouble = storageTrouble(error);
  if (trouble === null) return error;
  const { cause, remedy } = STORAGE_WORDS[trouble];
  const message = `${cause}. ${remedy}, then go on with "batch resume ${jobId} --result FILE".`;
  return new BatchTrouble(message, 'file', EXIT.usage, { cause: error });
}
