import type { Dialect } from '../../../../shared/contract/account/account.ts';
import { leadSearchPath, leadSearchText, QueryText } from '../../../../shared/domain/service/export-request.ts';
import type { NewLead, SavedSearchQuery, SimpleLeadsQuery } from '../api-client.ts';

export function simpleLeadsPath(query: SimpleLeadsQuery, dialect: Dialect): string {
  return leadSearchPath(query, dialect.listStyle);
}

/** RawLeads takes the parameters of SimpleLeads under a path that is a setting of the account. */
export function rawLeadsPath(query: SimpleLeadsQuery, dialect: Dialect): string {
  const segments = dialect.rawLeadsPath.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return `/${segments.map(encodeURIComponent).join('/')}${leadSearchText(query, dialect.listStyle)}`;
}

export function savedSearchPath(query: SavedSearchQuery, dialect: Dialect, asCsv: boolean): string {
  const parameters = new QueryText();
  parameters.add('searchName', query.searchName);
  if (query.modifiedFrom !== null) parameters.add('modifiedFrom', query.modifiedFrom);
  if (query.project !== null) parameters.add('project', query.project);
  parameters.addList('include', query.include ?? [], dialect.listStyle);
  parameters.addExtra(query.extra);
  return `/leads${asCsv ? '/csv' : ''}${parameters.text}`;
}

export function segmentLeadsPath(id: string): string {
  return `/leadsegments/${pathSegment(id)}/leads`;
}

export function orgUnitPath(orgCode: string, include: readonly string[]): string {
  const parameters = new QueryText();
  parameters.addList('include', include, 'comma');
  return `/orgunits/${pathSegment(orgCode)}${parameters.text}`;
}

/** `.` and `..` would be resolved away by URL parsers on the way even when encoded as they are. */
function pathSegment(text: string): string {
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%2E') : encodeURIComponent(text);
}

export function leadBody(lead: NewLead, dialect: Dialect): string {
  const isCamel = dialect.bodyCase === 'camel';
  const pool = lead.poolName ?? '';
  return JSON.stringify({
    [isCamel ? 'campaignCode' : 'CampaignCode']: lead.campaignCode,
    ...(pool === '' ? {} : { [dialect.poolField]: pool }),
    data: lead.data,
  });
}

export function segmentBody(id: string, leadIds: readonly string[]): string {
  return JSON.stringify({ uniqueId: id, leadUniqueIds: leadIds });
}
