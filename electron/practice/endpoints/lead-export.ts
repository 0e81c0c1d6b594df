import { csvType, invalidParameter, jsonType, toJson } from '../foundation/answers.ts';
import { plainCsvLine } from '../../../shared/domain/files/csv-line.ts';
import { DAY } from '../../../shared/domain/time/time.ts';
import type { Answer } from '../foundation/answers.ts';
import { campaigns, findCampaign } from '../data/campaigns.ts';
import type { ApiRequest, EndpointContext } from './context.ts';
import { wallNow } from './context.ts';
import { leadTest, readDate, readLeadFilter } from './lead-filter.ts';
import type { LeadFilter } from './lead-filter.ts';
import { changedLead } from '../data/lead-changes.ts';
import { afterCalls } from '../data/calls.ts';
import { agentCodes, generateLead } from '../data/leads.ts';
import type { Lead } from '../data/leads.ts';
import { randomStream } from '../data/random.ts';
import { findSavedSearch } from './saved-searches.ts';
import { formatDateTime, startOfDay, wallFromInstant } from '../foundation/service-time.ts';
import type { LedgerEntry } from '../data/store.ts';

const pageSize = 500;

/** `GET /simpleleads` */
export function exportSimpleLeads(context: EndpointContext, request: ApiRequest): Answer {
  return jsonExport(context, filterOf(request), (lead) => leadForExport(context, lead, lead.data()));
}

/** `GET /leads`: a saved search, JSON. */
export function exportSavedSearch(context: EndpointContext, request: ApiRequest): Answer {
  const { savedSearchData, savedSearchDataKeys } = context.dialect;
  const asked = request.query.list('include').some((name) => name.toLowerCase() === 'data');
  const withData = savedSearchData === 'always' || asked;
  return jsonExport(context, savedSearchFilter(context, request), (lead) =>
    leadForExport(
      context,
      lead,
      withData ? (savedSearchDataKeys === 'lower' ? lowerKeys(lead.data()) : lead.data()) : null,
    ),
  );
}

const csvColumns: Readonly<Record<string, (lead: Lead) => string>> = {
  uniqueId: (lead) => lead.uniqueId,
  status: (lead) => lead.status,
  closure: (lead) => lead.closure,
  priority: (lead) => String(lead.priority),
  uploadTime: (lead) => formatDateTime(lead.uploaded),
  lastModifiedTime: (lead) => formatDateTime(lead.modified),
  firstProcessedTime: (lead) => (lead.firstProcessed === null ? '' : formatDateTime(lead.firstProcessed)),
  campaignCode: (lead) => lead.campaign.code,
  ownerOrgUnit: (lead) => lead.campaign.orgUnit,
  uploadedByUser: (lead) => lead.uploadedBy,
  lastModifiedByUser: (lead) => lead.modifiedBy,
};

/** `GET /leads/csv`: the same search; the columns are fixed ones first, then every field that the leads may have. */
export function exportSavedSearchCsv(context: EndpointContext, request: ApiRequest): Answer {
  const filter = savedSearchFilter(context, request);
  const fields = [
    ...new Set([
      ...campaigns.flatMap((campaign) => campaign.fields.map(([name]) => name)),
      ...context.store.fieldNames,
    ]),
  ];
  return rowsAnswer(
    csvType,
    plainCsvLine([...Object.keys(csvColumns), ...fields]),
    '',
    '',
    matchingRows(context, filter, (lead) => {
      const data = lead.data();
      return plainCsvLine([
        ...Object.values(csvColumns).map((cell) => cell(lead)),
        ...fields.map((name) => (Object.hasOwn(data, name) ? (data[name] ?? '') : '')),
      ]);
    }),
  );
}

/** The RawLeads export: three cells a row, one row for each field of each lead. */
export function exportRawLeads(context: EndpointContext, request: ApiRequest): Answer {
  const rows = request.quirks.isShuffled
    ? shuffledLines(context, filterOf(request))
    : matchingRows(context, filterOf(request), (lead) =>
        Object.entries(lead.data())
          .map(([name, value]) => plainCsvLine([lead.uniqueId, name, value]))
          .join(''),
      );
  return rowsAnswer(csvType, plainCsvLine(['UniqueLeadId', 'FieldName', 'FieldValue']), '', '', rows);
}

/** All lines in memory: a fault for small answers. */
function shuffledLines(context: EndpointContext, filter: LeadFilter): string[] {
  const isWanted = leadTest(filter, context.projectRights);
  const random = randomStream(context.seed, 0x5b1e);
  const lines: { readonly place: number; readonly text: string }[] = [];
  for (const lead of allLeads(context)) {
    if (!isWanted(lead)) continue;
    for (const [name, value] of Object.entries(lead.data()))
      lines.push({ place: random(), text: plainCsvLine([lead.uniqueId, name, value]) });
  }
  return lines.sort((one, other) => one.place - other.place).map(({ text }) => text);
}

function filterOf({ query, quirks }: ApiRequest): LeadFilter {
  const filter = readLeadFilter(query);
  return quirks.isSameDayEmpty ? withoutSameDay(filter) : filter;
}

/** As some services answer it: nothing when the range begins and ends on one day. */
function withoutSameDay(filter: LeadFilter): LeadFilter {
  const { modifiedFrom, modifiedTo } = filter;
  if (modifiedFrom === null || modifiedTo === null) return filter;
  const isOneDay = Math.floor(modifiedFrom / DAY) === Math.floor(modifiedTo / DAY);
  return isOneDay ? { ...filter, modifiedTo: modifiedFrom } : filter;
}

function savedSearchFilter(context: EndpointContext, request: ApiRequest): LeadFilter {
  const name = request.query.first('searchName');
  if (name === null) throw invalidParameter('searchName', 'searchName is missing.', 'NotEmpty');
  const search = findSavedSearch(name);
  if (search === undefined) {
    const message = `The user of this account has saved no search with the name ${JSON.stringify(name)}.`;
    throw invalidParameter('searchName', message, 'UnknownSearch');
  }
  const projects = request.query.list('project');
  const own = search.days === null ? null : startOfDay(wallNow(context)) - search.days * 86_400_000;
  const asked = readDate(request.query, 'modifiedFrom');
  const filter = {
    ...search.filter,
    // The parameter overrides the search's whole selection of campaigns.
    ...(projects.length === 0 ? {} : { projects, campaigns: null }),
    // Nothing else of the search can be overridden: a date narrows it.
    modifiedFrom: own === null || asked === null ? (asked ?? own) : Math.max(own, asked),
    modifiedTo: readDate(request.query, 'modifiedTo'),
  };
  return request.quirks.isSameDayEmpty ? withoutSameDay(filter) : filter;
}

function jsonExport(context: EndpointContext, filter: LeadFilter, describe: (lead: Lead) => unknown): Answer {
  const { envelope } = context.dialect;
  const before = envelope === null ? '[' : `{${JSON.stringify(envelope)}:[`;
  const after = envelope === null ? ']' : ']}';
  return rowsAnswer(
    jsonType,
    before,
    ',\n',
    after,
    matchingRows(context, filter, (lead) => toJson(describe(lead), context.dialect)),
  );
}

function rowsAnswer(
  contentType: string,
  before: string,
  between: string,
  after: string,
  rows: Iterable<string | null>,
): Answer {
  return { status: 200, body: { kind: 'rows', contentType, before, between, after, rows } };
}

function* matchingRows(
  context: EndpointContext,
  filter: LeadFilter,
  print: (lead: Lead) => string,
): Generator<string | null> {
  const isWanted = leadTest(filter, context.projectRights);
  for (const lead of allLeads(context)) {
    const text = isWanted(lead) ? print(lead) : '';
    yield text === '' ? null : text;
  }
}

/** Imported leads first, newest last; then the generated ones. Leads that arrive meanwhile are left to the next export. */
function* allLeads(context: EndpointContext): Generator<Lead> {
  const end = context.store.accepted;
  for (let offset = 0; offset < end; offset += pageSize) {
    for (const entry of context.store.entries(offset, Math.min(pageSize, end - offset))) {
      const lead = importedLead(entry, context);
      if (lead !== null) yield lead;
    }
  }
  for (let index = 0; index < context.leads; index += 1)
    yield changedLead(generateLead(context.seed, index, context.firstDay), index, context.changes);
}

function importedLead(entry: LedgerEntry, context: EndpointContext): Lead | null {
  const campaign = findCampaign(entry.campaignCode);
  if (campaign === undefined) return null;
  const acceptedAt = Date.parse(entry.at);
  const uploaded = wallFromInstant(acceptedAt);
  const called = context.hasCalls ? afterCalls(context.seed, entry.sequence, acceptedAt, context.clock.now()) : null;
  const agent = agentCodes[entry.sequence % agentCodes.length] ?? 'ws-practice';
  return {
    uniqueId: entry.uniqueId,
    campaign,
    status: called?.status ?? 'New',
    closure: called?.closure ?? 'NotSet',
    priority: 0,
    uploaded,
    modified: called === null ? uploaded : wallFromInstant(called.lastCallAt),
    firstProcessed: called === null ? null : wallFromInstant(called.firstCallAt),
    uploadedBy: 'ws-practice',
    modifiedBy: called === null ? 'ws-practice' : agent,
    processedBy: called === null ? null : agent,
    data: () => entry.data,
  };
}

function lowerKeys(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name.toLowerCase(), value]));
}

/** LeadForExport. What a lead does not have is left out, as live services do. */
function leadForExport(
  { dialect }: EndpointContext,
  lead: Lead,
  data: Readonly<Record<string, string>> | null,
): unknown {
  return {
    uniqueId: lead.uniqueId,
    status: lead.status,
    closure: lead.closure,
    priority: lead.priority,
    uploadTime: formatDateTime(lead.uploaded),
    lastModifiedTime: formatDateTime(lead.modified),
    ...(lead.firstProcessed === null ? {} : { firstProcessedTime: formatDateTime(lead.firstProcessed) }),
    campaign: {
      code: lead.campaign.code,
      uniqueId: lead.campaign.uniqueId,
      ...(dialect.exportedProject ? { project: lead.campaign.project } : {}),
    },
    ...(data === null ? {} : { data }),
    closureData: lead.closure === 'NotSet' ? [] : [{ name: 'Resultat', value: lead.closure }],
    ownerOrgUnit: { orgCode: lead.campaign.orgUnit },
    uploadedByUser: { orgCode: lead.uploadedBy },
    lastModifiedByUser: { orgCode: lead.modifiedBy },
    ...(lead.processedBy === null ? {} : { firstProcessedByUser: { orgCode: lead.processedBy } }),
  };
}
