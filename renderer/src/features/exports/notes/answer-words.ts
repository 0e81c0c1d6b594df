import type { FilterCheck } from '../../../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import type { StatusName } from '../../../ui/index.ts';
import { format, leadForms } from '../../../lib/format.ts';

/** Leads that must have arrived before a running export says that a filter was ignored: the first few prove little. */
const ENOUGH_TO_SAY = 50;

interface FilterWords {
  /** As the field of the query builder is called. */
  readonly label: string;
  /** The words for one lead, and for several, that do not fit. */
  readonly misfit: { readonly one: string; readonly other: string };
}

/** By the parameter's name in lower case: saved searches write some of them otherwise than lead searches. */
const WORDS: Readonly<Record<string, FilterWords>> = {
  modifiedfrom: { label: 'Modified since', misfit: { one: 'was modified earlier', other: 'were modified earlier' } },
  modifiedto: { label: 'Modified until', misfit: { one: 'was modified later', other: 'were modified later' } },
  statuses: { label: 'Status', misfit: { one: 'has another status', other: 'have another status' } },
  projects: { label: 'Projects', misfit: { one: 'belongs to another project', other: 'belong to other projects' } },
  project: { label: 'Project', misfit: { one: 'belongs to another project', other: 'belong to other projects' } },
  campaigns: { label: 'Campaigns', misfit: { one: 'belongs to another campaign', other: 'belong to other campaigns' } },
  leadclosures: { label: 'Closure', misfit: { one: 'has another closure', other: 'have another closure' } },
  take: { label: 'Take', misfit: { one: 'is more than that', other: 'are more than that' } },
};
const ANY_FILTER = { one: 'does not fit', other: 'do not fit' };

/** Shown even when they were not asked for, so that a person sees what was not limited. */
const OFFERED: Readonly<Record<ExportSummary['query']['source'], readonly string[]>> = {
  simple: ['modifiedfrom', 'statuses', 'projects', 'leadclosures'],
  raw: ['modifiedfrom', 'statuses', 'projects', 'leadclosures'],
  search: ['modifiedfrom', 'project'],
};

function labelOf(filter: string): string {
  return WORDS[filter.toLowerCase()]?.label ?? filter;
}

function ignoredOf({ answered }: ExportSummary): readonly FilterCheck[] {
  return answered.filters.filter((filter) => filter.verdict === 'ignored');
}

/** Whether leads came that were not asked for; of a running export, when enough have come to say so. */
export function hasMoreThanAsked(summary: ExportSummary): boolean {
  if (summary.state === 'running' && summary.rows < ENOUGH_TO_SAY) return false;
  return ignoredOf(summary).length > 0;
}

/** "The service ignored Projects: 3,120 of 4,000 leads belong to other projects." */
export function ignoredTitle(summary: ExportSummary): string {
  const ignored = ignoredOf(summary);
  const all = format.count(summary.rows, leadForms);
  const [only] = ignored;
  if (only !== undefined && ignored.length === 1) {
    const misfit = WORDS[only.filter.toLowerCase()]?.misfit ?? ANY_FILTER;
    return `The service ignored ${labelOf(only.filter)}: ${format.number(only.others)} of ${all} ${only.others === 1 ? misfit.one : misfit.other}.`;
  }
  const others = summary.rows - summary.answered.asked;
  return `The service ignored ${format.list(ignored.map(({ filter }) => labelOf(filter)))}: ${format.number(others)} of ${all} ${others === 1 ? 'was' : 'were'} not asked for.`;
}

/** Filters that the answer cannot prove, by the names of their fields: "Projects and Status"; '' for none. */
export function uncheckedWords({ answered }: ExportSummary): string {
  return format.list(
    answered.filters.filter(({ verdict }) => verdict === 'unchecked').map(({ filter }) => labelOf(filter)),
  );
}

const CAMPAIGN_PATHS = ['campaign.code', 'campaign', 'campaigncode'];

/** Why Projects could not be checked, where the leads show it; else ''. The code of a campaign is never a hint. */
export function projectsWords({ answered, columns }: Pick<ExportSummary, 'answered' | 'columns'>): string {
  const isUnchecked = answered.filters.some(
    ({ filter, verdict }) => verdict === 'unchecked' && /^projects?$/i.test(filter),
  );
  const hasCode = columns.some(({ path, filled }) => filled > 0 && CAMPAIGN_PATHS.includes(path.toLowerCase()));
  return isUnchecked && hasCode
    ? 'The leads name their campaigns, not their projects. Look at the campaigns in the result.'
    : '';
}

/** "880 leads match Energi* and Nordlys*." */
export function askedWords(summary: ExportSummary): string {
  const { query, answered } = summary;
  const asked = answered.asked === 0 ? 'None of these leads' : format.count(answered.asked, leadForms);
  const isOne = answered.asked <= 1;
  const ignored = ignoredOf(summary).map(({ filter }) => filter.toLowerCase());
  const patterns = query.source === 'search' ? (query.project ?? []) : query.projects;
  if (ignored.every((name) => name === 'projects' || name === 'project') && patterns.length > 0 && patterns.length <= 3)
    return `${asked} ${isOne ? 'matches' : 'match'} ${format.list([patterns].flat())}.`;
  return `${asked} ${isOne ? 'is' : 'are'} what you asked for.`;
}

export interface CheckWords {
  readonly key: string;
  readonly status: StatusName;
  readonly words: string;
}

/** One for each filter: what the leads themselves show about it. */
export function checkWords({ query, answered, rows, columns }: ExportSummary): CheckWords[] {
  const checks = new Map(answered.filters.map((check) => [check.filter.toLowerCase(), check]));
  const names = [...new Set([...OFFERED[query.source], ...checks.keys()])];
  return names.map((key) => {
    const check = checks.get(key);
    const label = labelOf(check?.filter ?? key);
    if (check === undefined) return { key, status: 'skipped', words: `${label}: not asked` };
    if (check.verdict === 'unchecked') {
      const why = /^projects?$/.test(key) ? projectsWords({ answered, columns }) : '';
      return { key, status: 'waiting', words: `${label}: could not be checked${why === '' ? '' : `. ${why}`}` };
    }
    if (check.verdict === 'ignored')
      return { key, status: 'warning', words: `${label}: ${format.number(check.matching)} of ${format.number(rows)}` };
    const all = check.unchecked === 0 ? 'all' : `all ${format.number(check.matching)} that could be checked`;
    return { key, status: 'ok', words: `${label}: ${all}` };
  });
}
