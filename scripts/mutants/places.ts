import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOfSpecs } from '../boundaries/source-file.ts';
import { root } from '../lib/project.ts';

/** A folder or file that is changed in one place at a time, and the specs that must notice. */
export interface Place {
  readonly path: string;
  /** Globs from the project's folder. Fewer specs make a run shorter: each change runs the specs that reach it. */
  readonly specs: readonly string[];
}

const api = 'electron/core/api';
const jobs = 'electron/core/imports/jobs';
const journal = `${jobs}/journal`;
const check = 'electron/core/imports/check';
const files = 'electron/core/files';
const exports = 'electron/core/exports';
const intake = `${exports}/intake`;
const views = `${exports}/views`;
const segments = 'electron/core/segments';
const chain = 'electron/core/team/chain';

const OF_TRANSPORT = [`${api}/transport/*.spec.ts`, `${api}/security.spec.ts`];
/** Every spec with a journal reaches these files: each change would run all of them, for more than ten minutes. */
const OF_WITNESS = [`${journal}/{job-lookups,recovery/*,sent/sent-record}.spec.ts`];
const OF_FACTS = [`${journal}/{sent/deleted-jobs,receipt-facts,rows/verdicts}.spec.ts`];
const OF_MAKING = [`${journal}/{job-lookups,job-making,records/lead-payload,rows/row-order}.spec.ts`];
const OF_REPAIRS = [`${jobs}/{damaged-jobs,repair-commands,repairs}.spec.ts`];
const OF_STORE = [
  `${journal}/{job-lookups,job-store,rows/row-lists,rows/row-order,sent/deleted-jobs,sent/sent-record}.spec.ts`,
];
const OF_ORDER = [`${views}/{byte-sort,coded-column,value-order}.spec.ts`];

/**
 * What sends leads, counts units, and reads, checks and keeps rows: a wrong sign here costs a person leads or quota. A file belongs to the
 * longest path that holds it. Left out are specs that simulate hours, answer from a hostile server or run imports over
 * HTTP: they run for seconds on every change, and what a room promises is fixed by its own specs.
 */
export const places: readonly Place[] = [
  {
    path: `${api}/broker`,
    specs: [
      `${api}/broker/{begun-by-others,broker,broker-timers,day-block,lane-queue,likely-endpoints}.spec.ts`,
      `${api}/broker/{period-border,regroup,service-*,shared-counters,sleep-watch,two-programs-one-day,ledger/*}.spec.ts`,
    ],
  },
  // Whose a lead is, over lost answers and what was put back.
  { path: chain, specs: [`${chain}/*.spec.ts`, 'electron/core/team/hostile-database.spec.ts'] },
  { path: `${api}/outcomes`, specs: [`${api}/outcomes/*.spec.ts`, `${api}/client.spec.ts`] },
  {
    path: `${api}/requests`,
    specs: [`${api}/requests/*.spec.ts`, `${api}/outcomes/create-lead.spec.ts`, `${api}/reads/streams.spec.ts`],
  },
  // Specs of the whole client would only repeat what these fix, over a network.
  { path: `${api}/reads/find-list.ts`, specs: [`${api}/reads/{find-list,json-array-*}.spec.ts`] },
  { path: `${api}/reads/json-array-reader.ts`, specs: [`${api}/reads/json-array-reader.spec.ts`] },
  {
    path: `${api}/discovery`,
    specs: [`${api}/discovery/*.spec.ts`, `${api}/security.spec.ts`],
  },
  {
    path: `${api}/reads`,
    specs: [
      `${api}/reads/{account-figures,circuit-breaker,leads-of,lowest-rate,price-probe,read,streams}.spec.ts`,
      `${api}/{client,connection}.spec.ts`,
    ],
  },
  // What it waits for, and the certificates and passwords that a person gives it while it is open.
  {
    path: `${api}/transport/transport.ts`,
    specs: [...OF_TRANSPORT, `${api}/outcomes/create-lead.spec.ts`, 'electron/core/network/company-network.spec.ts'],
  },
  { path: `${api}/transport/practice-control.ts`, specs: ['electron/core/account/practice-desk.spec.ts'] },
  { path: `${api}/transport`, specs: OF_TRANSPORT },
  {
    path: api,
    specs: [`${api}/{change-notices,client,connection,security}.spec.ts`, `${api}/reads/account-figures.spec.ts`],
  },
  ...each(journal, ['rows/repairs', 'rows/row-changes'], OF_REPAIRS),
  { path: `${journal}/recovery`, specs: OF_WITNESS },
  ...each(journal, ['sent/sent-record'], OF_WITNESS),
  ...each(journal, ['sent/deleted-jobs', 'receipt-facts', 'decisions-by-hand', 'rows/verdicts'], OF_FACTS),
  ...each(journal, ['job-making', 'job-removal', 'records/lead-payload'], OF_MAKING),
  ...each(
    journal,
    ['records/lead-digest', 'sent/sent-elsewhere'],
    [`${journal}/{records/lead-digest,sent/sent-elsewhere}.spec.ts`],
  ),
  ...each(journal, ['records/job-records', 'job-store', 'rows/row-lists'], OF_STORE),
  {
    path: `electron/core/storage/stored-json.ts`,
    specs: [`electron/core/storage/stored-json.spec.ts`, `${jobs}/damaged-jobs.spec.ts`],
  },
  {
    path: `${journal}/records/journal-trouble.ts`,
    specs: [`${journal}/records/journal-trouble.spec.ts`, `${jobs}/run/run-parts.spec.ts`],
  },
  { path: `${journal}/records/in-parts.ts`, specs: [`${journal}/records/in-parts.spec.ts`] },
  ...['find-rows', 'outcome-plan-store', 'outcome-store'].map((name) => ({
    path: `${journal}/${name}.ts`,
    specs: [`${journal}/${name}.spec.ts`],
  })),
  {
    path: `${journal}/rows/known-leads.ts`,
    specs: [`${journal}/rows/verdicts.spec.ts`, `${jobs}/reconcile/missing-lead.spec.ts`],
  },
  {
    path: journal,
    specs: [
      `${journal}/{job-store,rows/row-lists,rows/row-steps,rows/row-writer,sent/sent-before,sent/sent-elsewhere}.spec.ts`,
      `${jobs}/run/{row-claims,run-parts,runner-*}.spec.ts`,
    ],
  },
  ...['count-gate', 'counter-memory', 'service-count'].map((name) => ({
    path: `${jobs}/doubt/${name}.ts`,
    specs: [`${jobs}/doubt/${name}*.spec.ts`],
  })),
  { path: `${jobs}/doubt/doubt-report.ts`, specs: [`${jobs}/doubt/doubt-report.spec.ts`] },
  { path: `${jobs}/doubt/doubt-words.ts`, specs: [`${jobs}/doubt/{doubt-words,found-doubts}.spec.ts`] },
  { path: `${jobs}/doubt`, specs: [`${jobs}/doubt/{count-words,doubts,found-doubts,persons-word,sent-check}.spec.ts`] },
  // A file with its own specs: the look for rows, and the five hundred rows of `known-truth`, take seconds on every change.
  ...each(
    `${jobs}/reconcile`,
    ['campaign-leads', 'look-answer', 'look-for-rows'],
    [`${jobs}/reconcile/{look-for-rows,missing-lead}.spec.ts`],
  ),
  { path: `${jobs}/reconcile/read-outcomes.ts`, specs: [`${jobs}/reconcile/read-outcomes.spec.ts`] },
  { path: `${jobs}/reconcile/find-waiting.ts`, specs: [`${jobs}/reconcile/find-waiting.spec.ts`] },
  { path: `${jobs}/reconcile/read-trial.ts`, specs: [`${jobs}/reconcile/{read-trial,trial-leads}.spec.ts`] },
  { path: `${jobs}/reconcile`, specs: [`${jobs}/reconcile/{absence-words,compare-leads,trial-leads}.spec.ts`] },
  { path: `${jobs}/witness`, specs: [`${jobs}/witness/*.spec.ts`] },
  {
    path: `${jobs}/run`,
    specs: [`${jobs}/run/{answer-rate,job-watch,row-claims,row-release,run-parts,runner-*}.spec.ts`],
  },
  { path: `${jobs}/repair-judge.ts`, specs: [`${jobs}/repair-judge.spec.ts`] },
  { path: `${jobs}/repair-commands.ts`, specs: OF_REPAIRS },
  { path: `${jobs}/held-job.ts`, specs: ['electron/core/imports/correct-campaign.spec.ts'] },
  { path: `${jobs}/trial-readings.ts`, specs: [`${jobs}/trial-readings.spec.ts`] },
  { path: `${jobs}/report/job-demand.ts`, specs: [`${jobs}/report/job-demand.spec.ts`] },
  { path: `${jobs}/report/job-report.ts`, specs: [`${jobs}/report/job-report.spec.ts`] },
  {
    path: jobs,
    specs: [
      `${jobs}/{copy-rows,job-commands,jobs,open-jobs,repair-commands,repairs}.spec.ts`,
      `${jobs}/{run-pace,running-jobs,trial-readings,result/result-file}.spec.ts`,
    ],
  },
  {
    path: 'shared/domain/pacing',
    specs: ['shared/domain/pacing/*.spec.ts', `${api}/broker/{broker,service-state,service-throttled}.spec.ts`],
  },
  {
    path: 'shared/domain/quota/alert-rules.ts',
    specs: ['shared/domain/quota/*.spec.ts', 'electron/core/quota/quota-alerts.spec.ts'],
  },
  {
    path: 'shared/domain/quota',
    specs: ['shared/domain/quota/*.spec.ts', `${api}/broker/{regroup,service-*}.spec.ts`],
  },
  { path: 'shared/domain/schedule/forecast.ts', specs: ['shared/domain/schedule/forecast.spec.ts'] },
  {
    path: 'shared/domain/schedule/measured-rates.ts',
    specs: ['shared/domain/schedule/{forecast,measured-rates}.spec.ts'],
  },
  {
    path: 'shared/domain/schedule/import-forecast.ts',
    specs: [
      'shared/domain/schedule/import-forecast.spec.ts',
      'renderer/src/features/imports/plan-step/plan-model.spec.ts',
    ],
  },
  {
    path: 'shared/domain/schedule',
    specs: ['shared/domain/schedule/{opt-out,row-course,schedule,send-hours,trial-rows}.spec.ts'],
  },
  {
    path: 'shared/domain/jobs',
    specs: ['shared/domain/jobs/*.spec.ts'],
  },
  {
    path: 'shared/domain/check',
    specs: ['shared/domain/check/*.spec.ts', `${check}/{check-engine,check-lists}.spec.ts`],
  },
  ...[
    ...[
      'cell-act',
      'date-order',
      'duplicate-answers',
      'duplicate-groups',
      'edited-cells',
      'field-rules',
      'judge-row',
      'judge-value',
    ],
    ...['key-owners', 'reason-values', 'row-set', 'tag-field', 'template-words', 'unfit-mapping'],
  ].map((name) => ({ path: `shared/domain/check/${name}.ts`, specs: [`shared/domain/check/${name}.spec.ts`] })),
  // A file with its own specs: those of any changes, of programs that are killed and over HTTP take up to a minute.
  { path: `${check}/campaign`, specs: [`${check}/campaign/{lead-values,rows-in-campaign}.spec.ts`] },
  { path: `${check}/campaign/lead-values.ts`, specs: [`${check}/campaign/lead-values.spec.ts`] },
  {
    path: `${check}/campaign/compare-with-campaign.ts`,
    specs: [`${check}/campaign/compare-with-campaign.spec.ts`],
  },
  { path: `${check}/team`, specs: [`${check}/team/ask-team.spec.ts`] },
  ...each(check, ['layer-file', 'layer-schema'], [`${check}/{check-layer,check-trouble,draft-rows}.spec.ts`]),
  ...each(check, ['draft-rows'], [`${check}/{draft-rows,team/ask-team}.spec.ts`]),
  ...each(check, ['check-feature', 'check-thread', 'check-worker'], [`${check}/check-{feature,trouble}.spec.ts`]),
  ...each(check, ['queued-leads'], [`${check}/queued-leads.spec.ts`]),
  ...each(check, ['row-contacts', 'row-places'], [`${check}/row-contacts.spec.ts`]),
  ...each(check, ['cells-change', 'column-values'], [`${check}/cells-change.spec.ts`]),
  ...each(check, ['judge-cells'], [`${check}/{cells-change,judge-cells}.spec.ts`]),
  ...each(check, ['row-look', 'search-rows'], [`${check}/{cells-change,row-look}.spec.ts`]),
  ...each(
    check,
    ['check-layer', 'check-history', 'row-decisions'],
    [`${check}/{cells-change,check-engine,check-layer,queued-leads}.spec.ts`],
  ),
  {
    path: check,
    specs: [`${check}/{check-engine,check-lists,queued-leads,campaign/rows-in-campaign}.spec.ts`],
  },
  // Those of written tables, long records and lines of two encodings take seconds.
  { path: `${files}/text`, specs: [`${files}/text/{apostrophes,csv-reader,fixed-width}.spec.ts`] },
  ...['apostrophes', 'delimiter', 'fixed-width', 'next-occurrence'].map((name) => ({
    path: `${files}/text/${name}.ts`,
    specs: [`${files}/text/${name}.spec.ts`],
  })),
  ...each(`${files}/text`, ['csv-records', 'quote-meanings'], [`${files}/text/csv-records.spec.ts`]),
  ...each(`${files}/text`, ['mixed-cutter', 'packed-reader'], [`${files}/text/mixed-cutter.spec.ts`]),
  ...each(`${files}/text`, ['fixed-cutter'], [`${files}/text/{fixed-width,padded-fields}.spec.ts`]),
  {
    path: `${files}/text/encodings`,
    specs: [`${files}/text/encodings/{encoding*,legacy-encodings}.spec.ts`, `${files}/text/csv-reader.spec.ts`],
  },
  { path: `${files}/text/encodings/byte-survey.ts`, specs: [`${files}/text/encodings/byte-survey.spec.ts`] },
  ...each(
    `${files}/text/encodings`,
    ['east-asian', 'legacy-encodings', 'letter-frequencies'],
    [`${files}/text/encodings/{encoding-guess,legacy-encodings}.spec.ts`],
  ),
  { path: `${files}/text/lines`, specs: [`${files}/text/lines/text-lines.spec.ts`] },
  { path: `${files}/text/lines/line-decoder.ts`, specs: [`${files}/text/lines/line-decoder.spec.ts`] },
  // The others read whole workbooks through a staging file, in every format: they take a minute.
  {
    path: `${files}/workbooks`,
    specs: [
      `${files}/workbooks/{choose-sheet,code-page,legacy-workbook,number-formats,ods-reader,practise-workbook}.spec.ts`,
      `${files}/workbooks/{sheet-scanner,string-arena,xlsx-reader,zip-archive}.spec.ts`,
    ],
  },
  // Those of hostile pages are in `markup.spec.ts`.
  {
    path: `${files}/workbooks/markup`,
    specs: [`${files}/workbooks/markup/{html-tables,saved-pages,transfer-decoder,xml-2003-sheets}.spec.ts`],
  },
  ...each(
    `${files}/workbooks`,
    ['byte-scanner', 'shared-strings', 'sheet-scanner', 'xlsx-sheet', 'xml-scanner'],
    [`${files}/workbooks/{sheet-scanner,xlsx-reader}.spec.ts`],
  ),
  ...each(
    `${files}/workbooks`,
    ['xlsx-reader', 'open-workbook', 'zip-archive', 'unpacking-room'],
    [`${files}/workbooks/{ods-reader,xlsx-reader,zip-archive}.spec.ts`],
  ),
  ...each(`${files}/workbooks`, ['ods-cell', 'ods-reader'], [`${files}/workbooks/ods-reader.spec.ts`]),
  ...each(
    `${files}/workbooks`,
    ['choose-sheet', 'front-matter', 'sheet-look'],
    [`${files}/workbooks/choose-sheet.spec.ts`],
  ),
  { path: `${files}/workbooks/legacy-workbook.ts`, specs: [`${files}/workbooks/{code-page,legacy-workbook}.spec.ts`] },
  { path: `${files}/workbooks/format-code.ts`, specs: [`${files}/workbooks/number-formats.spec.ts`] },
  ...['code-page', 'number-formats', 'string-arena'].map((name) => ({
    path: `${files}/workbooks/${name}.ts`,
    specs: [`${files}/workbooks/${name}.spec.ts`],
  })),
  // Those of whole files and workbooks take seconds.
  { path: `${files}/table`, specs: [`${files}/table/{find-layout,header-score,layout,stacked-header}.spec.ts`] },
  ...each(`${files}/table`, ['header-score', 'header-series'], [`${files}/table/header-{score,series}.spec.ts`]),
  ...each(`${files}/table`, ['stacked-header'], [`${files}/table/stacked-header.spec.ts`]),
  ...each(`${files}/table`, ['title-block'], [`${files}/table/{stacked-header,title-block}.spec.ts`]),
  ...each(
    `${files}/table`,
    ['sheet-row', 'table-header', 'table-stager'],
    [`${files}/table/{layout,table-stager}.spec.ts`],
  ),
  ...each(`${files}/table`, ['column-profile'], [`${files}/table/{column-profile,table-stager}.spec.ts`]),
  ...['column-names', 'invisible-characters', 'problem-list', 'table-end'].map((name) => ({
    path: `${files}/table/${name}.ts`,
    specs: [`${files}/table/${name}.spec.ts`],
  })),
  ...each(`${files}/table`, ['packed-row', 'row-packer'], [`${files}/table/row-packer.spec.ts`]),
  // A file with its own specs: a sheet of a million rows, and whole results in every format, take seconds.
  { path: `${files}/writing`, specs: [`${files}/writing/packed-rows.spec.ts`] },
  ...['column-types', 'csv-writer', 'growing-bytes', 'iso-dates', 'save-table', 'windows-1252', 'zip-writer'].map(
    (name) => ({ path: `${files}/writing/${name}.ts`, specs: [`${files}/writing/${name}.spec.ts`] }),
  ),
  ...each(`${files}/writing`, ['json-bytes', 'json-writer'], [`${files}/writing/json-writer.spec.ts`]),
  ...each(`${files}/writing`, ['parquet-file', 'parquet-writer'], [`${files}/writing/parquet-writer.spec.ts`]),
  ...each(`${files}/writing`, ['sheet-bytes', 'xlsx-parts'], [`${files}/writing/{packed-rows,xlsx-writer}.spec.ts`]),
  { path: `${files}/writing/xlsx-writer.ts`, specs: [`${files}/writing/{full-sheet,xlsx-writer}.spec.ts`] },
  { path: `${files}/writing/target-file.ts`, specs: [`${files}/writing/{csv-writer,target-file}.spec.ts`] },
  // Those of real spreadsheets and of threads take half a minute.
  { path: `${files}/staging`, specs: [`${files}/staging/staging.spec.ts`] },
  ...each(
    `${files}/staging`,
    ['padded', 'reading-job', 'staging-file', 'staging-writer'],
    [`${files}/staging/reading-job.spec.ts`],
  ),
  ...['file-kind', 'staged-origin', 'stored-columns'].map((name) => ({
    path: `${files}/staging/${name}.ts`,
    specs: [`${files}/staging/${name}.spec.ts`],
  })),
  // The specs of the whole feature fetch over HTTP; a room's own are faster and fix what it promises.
  {
    path: `${exports}/compare/account-comparisons.ts`,
    specs: [`${exports}/{comparisons,compare/account-comparisons}.spec.ts`],
  },
  { path: `${intake}/lead-intake.ts`, specs: [`${intake}/intake-figures.spec.ts`] },
  { path: `${intake}/lead-reader.ts`, specs: [`${intake}/{intake-figures,lead-reader}.spec.ts`] },
  ...each(intake, ['answer-text', 'csv-rows'], [`${intake}/{csv-rows,lead-reader}.spec.ts`]),
  ...each(intake, ['answer-check', 'question', 'service-moment'], [`${intake}/{answer-check,intake-figures}.spec.ts`]),
  ...['raw-pivot', 'repeated-ids'].map((name) => ({
    path: `${intake}/${name}.ts`,
    specs: [`${intake}/${name}.spec.ts`],
  })),
  // Those that compare with `JSON.parse` take seconds.
  ...each(
    `${exports}/result`,
    ['flatten', 'json-text', 'lead-scanner'],
    [`${exports}/result/{flatten,lead-scanner}.spec.ts`],
  ),
  ...each(`${exports}/result`, ['campaign-samples', 'column-forms'], [`${exports}/result/c*.spec.ts`]),
  { path: `${exports}/result`, specs: [`${exports}/result/{packed-batches,result-store}.spec.ts`] },
  {
    path: `${exports}/result/joined-results.ts`,
    specs: [`${exports}/result/joined-results.spec.ts`, `${exports}/compare/*.spec.ts`],
  },
  ...['compare', 'queries', 'save', 'views'].map((room) => ({
    path: `${exports}/${room}`,
    specs: [`${exports}/${room}/*.spec.ts`],
  })),
  // The specs of whole views compare many results with a model: for seconds, and a minute all.
  ...each(views, ['byte-sort', 'coded-column', 'value-order'], OF_ORDER),
  ...['column-values', 'plain-keys', 'search-text'].map((name) => ({
    path: `${views}/${name}.ts`,
    specs: [`${views}/${name}.spec.ts`],
  })),
  ...each(views, ['answer-question', 'grouping'], [`${views}/{answer-question,turns}.spec.ts`]),
  ...each(
    views,
    ['column-memory', 'row-set', 'selections', 'steps'],
    [`${views}/{column-memory,selections,steps}.spec.ts`],
  ),
  ...each(views, ['column-profile', 'value-kinds'], [`${views}/{column-profile,turns,value-kinds}.spec.ts`]),
  { path: `${exports}/dataset/partition-folders.ts`, specs: [`${exports}/dataset/partition-folders.spec.ts`] },
  { path: `${exports}/dataset/incoming-leads.ts`, specs: [`${exports}/dataset/incoming-leads.spec.ts`] },
  { path: `${exports}/dataset`, specs: [`${exports}/dataset/{dataset,dataset-folder,workshop}.spec.ts`] },
  // Stopped at each of its pauses, a merge of thousands of leads takes seconds.
  { path: `${exports}/refresh/merge-leads.ts`, specs: [`${exports}/refresh/merge-{few,leads}.spec.ts`] },
  { path: `${exports}/refresh`, specs: [`${exports}/refresh/{lead-match,merge-few,refresh-trouble}.spec.ts`] },
  { path: `${exports}/records`, specs: [`${exports}/records/*.spec.ts`] },
  ...['abandoned-exports', 'export-questions', 'names-in-results'].map((name) => ({
    path: `${exports}/${name}.ts`,
    specs: [`${exports}/${name}.spec.ts`],
  })),
  { path: `${exports}/export-book.ts`, specs: [`${exports}/{export-book,exports-of-two-programs}.spec.ts`] },
  // Leads that come over no network: those of the whole feature take a minute.
  ...each(`${exports}/receive`, ['receive-body', 'receive-leads'], [`${exports}/receive/receive-leads.spec.ts`]),
  ...['refresh-result', 'utf8-watch'].map((name) => ({
    path: `${exports}/receive/${name}.ts`,
    specs: [`${exports}/receive/${name}.spec.ts`],
  })),
  { path: `${exports}/threads`, specs: [`${exports}/threads/idle-results.spec.ts`] },
  ...['byte-sender', 'prepared-views', 'result-answers'].map((name) => ({
    path: `${exports}/threads/${name}.ts`,
    specs: [`${exports}/threads/${name}.spec.ts`],
  })),
  ...each(exports, ['lead-id-list', 'view-handlers'], [`${exports}/view-questions.spec.ts`]),
  ...['account-exports', 'dataset-handlers'].map((name) => ({
    path: `${exports}/${name}.ts`,
    specs: [`${exports}/${name}.spec.ts`],
  })),
  { path: exports, specs: [`${exports}/{comparisons,exports-feature,view-handlers}.spec.ts`] },
  // A hundred thousand leads take seconds on every change.
  {
    path: segments,
    specs: [
      `${segments}/{change-leads,changes-of-two-programs,lead-lists}.spec.ts`,
      `${segments}/{refused-batches,segment-run,segments-feature}.spec.ts`,
    ],
  },
];

/** One run of Stryker. Paths from the project's folder. */
export interface Run {
  /** The files to change. */
  readonly changed: readonly string[];
  /** Globs of the specs that run on each change. */
  readonly specs: readonly string[];
}

/**
 * The runs for paths a person named (folders or files, from the project's folder); every place when none is named.
 * @throws Error for a path that does not exist or lies in no place
 */
export function runsFor(paths: readonly string[]): Run[] {
  const wanted = paths.length === 0 ? places.map(({ path }) => productFiles(path)) : paths.map(filesOf);
  const files = new Set(wanted.flat());
  const lists = new Set(places.map(({ specs }) => specs));
  return [...lists]
    .map((specs) => ({ changed: [...files].filter((file) => placeOf(file)?.specs === specs), specs }))
    .filter(({ changed }) => changed.length > 0);
}

/** Files of a folder that have their own specs and are changed in one run. */
function each(folder: string, names: readonly string[], specs: readonly string[]): Place[] {
  return names.map((name) => ({ path: `${folder}/${name}.ts`, specs }));
}

function filesOf(given: string): string[] {
  const path = given.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '');
  if (!existsSync(join(root, path))) throw new Error(`${given} does not exist.`);
  const files = productFiles(path).filter((file) => placeOf(file) !== undefined);
  if (files.length === 0) throw new Error(`${given} lies in none of ${places.map(({ path }) => path).join(', ')}.`);
  return files;
}

function placeOf(file: string): Place | undefined {
  const holding = places.filter(({ path }) => file === path || file.startsWith(`${path}/`));
  return holding.toSorted((one, other) => other.path.length - one.path.length)[0];
}

/** Product code only: specs and what only specs use stay as they are. */
function productFiles(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return globSync(`${path}/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isOfSpecs(file))
    .sort();
}
