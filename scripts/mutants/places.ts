import { each, own, type Place } from './place.ts';
import { placesOfFiles } from './places-of-files.ts';

const api = 'electron/core/api';
const jobs = 'electron/core/imports/jobs';
const journal = `${jobs}/journal`;
const check = 'electron/core/imports/check';
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
const OF_REPAIRS = [`${jobs}/{absent-jobs,damaged-jobs,repair-commands,repairs}.spec.ts`];
const OF_STORE = [
  `${journal}/{job-lookups,job-store,rows/row-lists,rows/row-order,sent/deleted-jobs,sent/sent-record}.spec.ts`,
];
const OF_ORDER = [`${views}/{byte-sort,coded-column,turns,value-order}.spec.ts`];

/**
 * What sends leads, counts units, and reads, checks and keeps rows: a wrong sign here costs a person leads or quota. A file belongs to the
 * longest path that holds it. Left out are specs that simulate hours, answer from a hostile server or run imports over
 * HTTP: they run for seconds on every change, and what a room promises is fixed by its own specs.
 */
export const places: readonly Place[] = [
  { path: `${api}/broker`, specs: [`${api}/broker/**/*.spec.ts`] },
  // Those with a real database, over lost answers and what was put back, take minutes.
  { path: chain, specs: [`${chain}/office-state.spec.ts`] },
  { path: `${chain}/team-chain.ts`, specs: [`${chain}/asked-database.spec.ts`] },
  ...own(chain, ['check-team', 'team-journal']),
  { path: `${api}/outcomes`, specs: [`${api}/outcomes/*.spec.ts`, `${api}/client.spec.ts`] },
  {
    path: `${api}/requests`,
    specs: [`${api}/requests/*.spec.ts`, `${api}/outcomes/create-lead.spec.ts`, `${api}/reads/streams.spec.ts`],
  },
  // Specs of the whole client would only repeat what these fix, over a network.
  ...own(`${api}/reads`, ['json-array-reader']),
  ...own('shared/domain/service/answers', ['find-list']),
  { path: `${api}/discovery`, specs: [`${api}/discovery/*.spec.ts`, `${api}/security.spec.ts`] },
  ...own(`${api}/reads`, ['account-figures', 'circuit-breaker', 'price-probe']),
  { path: `${api}/reads/read.ts`, specs: [`${api}/reads/{circuit-breaker,read}.spec.ts`] },
  ...each(`${api}/reads`, ['leads-of', 'streams'], [`${api}/reads/{leads-of,lowest-rate,streams}.spec.ts`]),
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
  // A file with its own specs: those of encrypted connections take seconds.
  ...own(`${api}/transport`, [
    'foreign-form',
    'pass-over-continue',
    'pieces',
    'post-json',
    'steady-body',
    'system-certificates',
  ]),
  ...each(
    `${api}/transport`,
    ['redact', 'secret-bytes', 'secret-forms', 'secret-words', 'spellings'],
    [`${api}/transport/redact.spec.ts`],
  ),
  ...each(
    `${api}/transport`,
    ['probe-connection', 'transport-failure'],
    [`${api}/transport/{probe-connection,transport-failure}.spec.ts`, 'electron/core/network/company-network.spec.ts'],
  ),
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
    path: 'electron/core/storage/stored-json.ts',
    specs: ['electron/core/storage/stored-json.spec.ts', `${jobs}/damaged-jobs.spec.ts`],
  },
  {
    path: `${journal}/records/journal-trouble.ts`,
    specs: [`${journal}/records/journal-trouble.spec.ts`, `${jobs}/run/run-parts.spec.ts`],
  },
  {
    path: `${journal}/rows/row-steps.ts`,
    specs: [`${journal}/{rows/row-steps,sent/claimed-leads,sent/sent-elsewhere}.spec.ts`],
  },
  ...own(journal, ['find-rows', 'outcome-plan-store', 'outcome-store', 'records/in-parts', 'sent/claimed-leads']),
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
  { path: `${jobs}/doubt/doubt-words.ts`, specs: [`${jobs}/doubt/{doubt-words,found-doubts}.spec.ts`] },
  { path: `${jobs}/doubt`, specs: [`${jobs}/doubt/{count-words,doubts,found-doubts,persons-word,sent-check}.spec.ts`] },
  // A file with its own specs: the look for rows, and the five hundred rows of `known-truth`, take seconds on every change.
  ...each(
    `${jobs}/reconcile`,
    ['look-answer', 'look-for-rows'],
    [`${jobs}/reconcile/{look-for-rows,missing-lead}.spec.ts`],
  ),
  {
    path: `${jobs}/reconcile/campaign-leads.ts`,
    specs: [`${jobs}/reconcile/{find-waiting,look-for-rows,missing-lead}.spec.ts`],
  },
  ...own(`${jobs}/reconcile`, ['find-waiting', 'read-outcomes']),
  { path: `${jobs}/reconcile/read-trial.ts`, specs: [`${jobs}/reconcile/{read-trial,trial-leads}.spec.ts`] },
  { path: `${jobs}/reconcile`, specs: [`${jobs}/reconcile/{absence-words,compare-leads,trial-leads}.spec.ts`] },
  { path: `${jobs}/witness`, specs: [`${jobs}/witness/*.spec.ts`] },
  {
    path: `${jobs}/run`,
    specs: [`${jobs}/run/{answer-rate,job-watch,row-claims,row-release,run-parts,runner-*}.spec.ts`],
  },
  { path: `${jobs}/repair-commands.ts`, specs: OF_REPAIRS },
  { path: `${jobs}/held-job.ts`, specs: ['electron/core/imports/correct-campaign.spec.ts'] },
  ...own(jobs, ['copy-rows', 'doubt/doubt-report', 'left-overs', 'outcome-plans', 'repair-judge', 'trial-readings']),
  { path: `${jobs}/outcomes`, specs: [`${jobs}/outcomes/outcome-{file,report,rows}.spec.ts`] },
  ...own(`${jobs}/report`, ['imports-for-team', 'job-demand', 'job-report', 'names-of-leads']),
  { path: `${jobs}/report/page-news.ts`, specs: [`${jobs}/report/news-pauses.spec.ts`] },
  ...each(jobs, ['outcome-readings', 'report/job-receipt'], [`${jobs}/outcomes/outcome-readings.spec.ts`]),
  { path: `${jobs}/result`, specs: [`${jobs}/result/{job-of-result,result-beside,result-file}.spec.ts`] },
  { path: `${jobs}/job-stops.ts`, specs: [`${jobs}/{jobs,jobs-of-two-programs,left-overs,open-jobs}.spec.ts`] },
  ...each(
    jobs,
    ['job-commands', 'jobs'],
    [`${jobs}/{absent-jobs,job-commands,jobs,jobs-of-two-programs,open-jobs}.spec.ts`],
  ),
  // The others with a journal take three times as long.
  { path: jobs, specs: [`${jobs}/{job-commands,jobs,left-overs,open-jobs,run-pace,running-jobs}.spec.ts`] },
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
  { path: 'shared/domain/jobs', specs: ['shared/domain/jobs/*.spec.ts'] },
  {
    path: 'shared/domain/check',
    specs: ['shared/domain/check/*.spec.ts', `${check}/{check-engine,check-lists}.spec.ts`],
  },
  ...own('shared/domain/check', [
    'cell-act',
    'check-plan',
    'date-order',
    'duplicate-answers',
    'duplicate-groups',
    'edited-cells',
    'field-rules',
    'judge-row',
    'judge-value',
    'key-owners',
    'reason-values',
    'row-set',
    'tag-field',
    'template-words',
    'unfit-mapping',
  ]),
  ...each('shared/domain/check', ['check-rules', 'field-type'], ['shared/domain/check/check-rules.spec.ts']),
  ...each('shared/domain/check', ['fields-beside'], ['shared/domain/check/check-plan.spec.ts']),
  // A file with its own specs: those of any changes, of programs that are killed and over HTTP take up to a minute.
  { path: `${check}/campaign`, specs: [`${check}/campaign/{lead-values,rows-in-campaign}.spec.ts`] },
  { path: `${check}/campaign/lead-values.ts`, specs: [`${check}/campaign/lead-values.spec.ts`] },
  ...each(
    `${check}/campaign`,
    ['compare-with-campaign', 'row-keys'],
    [`${check}/campaign/{leads-beside-rows,rows-in-campaign}.spec.ts`],
  ),
  { path: `${check}/team`, specs: [`${check}/team/ask-team.spec.ts`] },
  ...each(check, ['layer-file', 'layer-schema'], [`${check}/{check-layer,draft-rows,laws/layer-trouble}.spec.ts`]),
  ...each(check, ['draft-rows'], [`${check}/{draft-rows,team/ask-team}.spec.ts`]),
  ...each(check, ['check-feature', 'check-thread', 'check-worker'], [`${check}/laws/check-questions.spec.ts`]),
  ...each(check, ['queued-leads'], [`${check}/queued-leads.spec.ts`]),
  ...each(check, ['row-contacts', 'row-places'], [`${check}/row-contacts.spec.ts`]),
  ...each(check, ['cells-change', 'column-values'], [`${check}/{cells-change,laws/search-rows}.spec.ts`]),
  ...each(check, ['judge-cells'], [`${check}/{cells-change,judge-cells,laws/check-of-whole}.spec.ts`]),
  ...each(check, ['row-look'], [`${check}/{cells-change,row-look,team/ask-team}.spec.ts`]),
  ...each(check, ['check-changes'], [`${check}/{check-engine,cells-change,laws/{check-of-whole,decisions}}.spec.ts`]),
  ...each(check, ['check-summary'], [`${check}/{check-engine,check-lists,laws/summary-figures,team/ask-team}.spec.ts`]),
  ...each(check, ['search-rows'], [`${check}/laws/search-rows.spec.ts`]),
  {
    path: `${check}/check-pages.ts`,
    specs: [`${check}/{check-engine,check-lists,laws/row-lists,queued-leads,team/ask-team}.spec.ts`],
  },
  ...each(
    check,
    ['check-layer', 'check-history', 'row-decisions'],
    [`${check}/{cells-change,check-engine,check-layer,laws/decisions,queued-leads}.spec.ts`],
  ),
  ...each(
    check,
    ['check-draft', 'check-index'],
    [`${check}/{check-lists,laws/check-of-whole,laws/summary-figures,queued-leads,team/ask-team}.spec.ts`],
  ),
  {
    path: check,
    specs: [
      `${check}/{check-engine,check-lists,laws/{check-of-whole,layer-trouble,summary-figures},queued-leads,row-look}.spec.ts`,
      `${check}/{campaign/rows-in-campaign,team/ask-team}.spec.ts`,
    ],
  },
  ...placesOfFiles,
  // The specs of the whole feature fetch over HTTP; a room's own are faster and fix what it promises.
  {
    path: `${exports}/compare/account-comparisons.ts`,
    specs: [`${exports}/{comparisons,compare/account-comparisons}.spec.ts`],
  },
  { path: `${intake}/lead-intake.ts`, specs: [`${intake}/intake-figures.spec.ts`] },
  { path: `${intake}/lead-reader.ts`, specs: [`${intake}/{intake-figures,lead-reader}.spec.ts`] },
  ...each(intake, ['answer-text', 'csv-rows'], [`${intake}/{csv-rows,lead-reader}.spec.ts`]),
  ...each(intake, ['answer-check', 'question'], [`${intake}/{answer-check,intake-figures}.spec.ts`]),
  {
    path: `${exports}/queries/service-moment.ts`,
    specs: [`${exports}/{queries/service-moment,intake/answer-check,intake/intake-figures}.spec.ts`],
  },
  ...own(intake, ['raw-pivot', 'repeated-ids']),
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
  ...own(`${exports}/compare`, ['pair-fields']),
  ...['compare', 'queries', 'save'].map((room) => ({
    path: `${exports}/${room}`,
    specs: [`${exports}/${room}/*.spec.ts`],
  })),
  // The specs of whole views compare many results with a model: for seconds, and a minute all.
  ...each(views, ['byte-sort', 'coded-column', 'value-order'], OF_ORDER),
  ...own(views, ['column-values', 'plain-keys', 'search-text']),
  ...each(
    views,
    ['conditions', 'find-hits', 'result-views', 'view-rows'],
    [`${views}/{column-figures,result-views,turns,view-cases}.spec.ts`],
  ),
  ...each(views, ['answer-question', 'group-figures', 'grouping'], [`${views}/{answer-question,turns}.spec.ts`]),
  ...each(
    views,
    ['column-memory', 'row-set', 'selections', 'steps'],
    [`${views}/{column-memory,selections,steps}.spec.ts`],
  ),
  ...each(views, ['column-profile', 'value-kinds'], [`${views}/{column-profile,turns,value-kinds}.spec.ts`]),
  ...own(`${exports}/dataset`, ['incoming-leads', 'partition-folders']),
  { path: `${exports}/dataset`, specs: [`${exports}/dataset/{dataset,dataset-folder,workshop}.spec.ts`] },
  // Stopped at each of its pauses, a merge of thousands of leads takes seconds.
  { path: `${exports}/refresh/merge-leads.ts`, specs: [`${exports}/refresh/merge-{few,leads}.spec.ts`] },
  { path: `${exports}/refresh`, specs: [`${exports}/refresh/{lead-match,merge-few,refresh-trouble}.spec.ts`] },
  { path: `${exports}/records`, specs: [`${exports}/records/*.spec.ts`] },
  ...own(exports, ['abandoned-exports', 'export-questions', 'names-in-results']),
  { path: `${exports}/export-book.ts`, specs: [`${exports}/{export-book,exports-of-two-programs}.spec.ts`] },
  // Leads that come over no network: those of the whole feature take a minute.
  ...each(`${exports}/receive`, ['receive-body', 'receive-leads'], [`${exports}/receive/receive-leads.spec.ts`]),
  ...own(`${exports}/receive`, ['refresh-result', 'utf8-watch']),
  { path: `${exports}/threads`, specs: [`${exports}/threads/idle-results.spec.ts`] },
  ...own(`${exports}/threads`, ['byte-sender', 'prepared-views', 'result-desk']),
  ...each(exports, ['lead-id-list', 'view-handlers'], [`${exports}/view-questions.spec.ts`]),
  ...own(exports, ['account-exports', 'dataset-handlers']),
  { path: exports, specs: [`${exports}/{comparisons,exports-feature,view-handlers}.spec.ts`] },
  // A hundred thousand leads take seconds on every change, and so do those over HTTP.
  ...each(
    segments,
    ['change-leads', 'change-schema', 'change-store', 'segment-run', 'stored-change'],
    [`${segments}/{change-leads,change-store,segment-run}.spec.ts`],
  ),
  ...each(segments, ['lead-id-list', 'prepared-lists'], [`${segments}/prepared-lists.spec.ts`]),
  {
    path: segments,
    specs: [`${segments}/{changes-of-two-programs,lead-lists,refused-batches,segments-feature}.spec.ts`],
  },
];
