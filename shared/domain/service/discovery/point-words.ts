import type { Finding, PointName } from '../../../contract/account/discovery.ts';

/** What each point is called. */
export const pointTitles: Readonly<Record<PointName, string>> = {
  importNames: 'Names in the import',
  poolField: 'Lead pool field',
  importResult: 'Import result',
  nameCase: 'Case of names',
  envelope: 'Envelope of lists',
  limitsShape: 'Shape of limits',
  countsShape: 'Shape of counts',
  resetHeader: 'Reset header',
  nightPrice: 'Price at night',
  timeZone: 'Time zone',
  metadata: 'Metadata',
  rawLeadsPath: 'RawLeads path',
  rawLeadsColumns: 'RawLeads columns',
  errorBody: 'Error body',
};

export function verdictCounts(findings: readonly Finding[]): Record<Finding['verdict'], number> {
  const count = (verdict: Finding['verdict']) => findings.filter((finding) => finding.verdict === verdict).length;
  return { confirmed: count('confirmed'), contradicted: count('contradicted'), open: count('open') };
}
