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

const NOTHING = 'Nothing to do';

/** A person settles these points by doing this; the others that a test could not see need nobody. */
const WHILE_OPEN: Partial<Record<PointName, string>> = {
  importNames: 'Import one row',
  importResult: 'Import one row',
  poolField: 'Send a trial with a named pool',
  nightPrice: 'Check on Quota after 21:00',
  limitsShape: 'Test again later',
  countsShape: 'Test again later',
  rawLeadsPath: 'Test again before raw leads',
};

/** What a person does about a setting that the service spoke against. Lead Console follows the service in all others. */
const WHEN_CONTRADICTED: Partial<Record<PointName, string>> = {
  poolField: 'Set the field under Settings',
  rawLeadsPath: 'Set the path under Settings',
  timeZone: 'Set the zone under Settings',
  importResult: 'Begin imports with a trial',
};

/** What is left to do about a finding, in a few words. */
export function toDo({ point, verdict }: Pick<Finding, 'point' | 'verdict'>): string {
  if (verdict === 'open') return WHILE_OPEN[point] ?? NOTHING;
  return verdict === 'contradicted' ? (WHEN_CONTRADICTED[point] ?? NOTHING) : NOTHING;
}

export function verdictCounts(findings: readonly Finding[]): Record<Finding['verdict'], number> {
  const count = (verdict: Finding['verdict']) => findings.filter((finding) => finding.verdict === verdict).length;
  return { confirmed: count('confirmed'), contradicted: count('contradicted'), open: count('open') };
}
