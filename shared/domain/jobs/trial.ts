// Why: decision 0194.
import type { TrialFinding, TrialLead, TrialMatch } from '../../contract/jobs/trial.ts';

/** How bad a finding is for the rows that wait, the worst first. */
const WORST_FIRST: readonly TrialMatch[] = ['cut', 'missing', 'other', 'unseen', 'form', 'same'];

/** Characters as a person counts them, for the length of what was kept. */
export const charactersOf = (value: string): number => Array.from(value).length;

/**
 * What differs, one finding for each field and kind, the worst first. A cut counts the waiting rows that are longer.
 *
 * @param waitingLonger how many waiting rows have more than this number of characters in the field
 */
export function findingsOf(
  leads: readonly TrialLead[],
  waitingLonger: (field: string, characters: number) => number,
): TrialFinding[] {
  const groups = new Map<string, { finding: TrialFinding; lengths: number[] }>();
  for (const { row, line, foundBy, fields } of leads) {
    if (foundBy === null) continue;
    for (const { field, isPool, match, stored } of fields) {
      // That a pool is right is worth saying: nothing else shows it.
      if (match === 'same' && !isPool) continue;
      const key = `${match} ${String(isPool)} ${field}`;
      const group = groups.get(key) ?? {
        finding: { match, field, isPool, leads: 0, kept: null, waiting: null, row, line },
        lengths: [],
      };
      group.finding = { ...group.finding, leads: group.finding.leads + 1 };
      if (match === 'cut') group.lengths.push(charactersOf(stored ?? ''));
      groups.set(key, group);
    }
  }
  return [...groups.values()]
    .map(({ finding, lengths }) => {
      if (finding.match !== 'cut' || finding.isPool) return finding;
      const kept = { least: Math.min(...lengths), most: Math.max(...lengths) };
      return { ...finding, kept, waiting: waitingLonger(finding.field, kept.most) };
    })
    .sort((one, other) => WORST_FIRST.indexOf(one.match) - WORST_FIRST.indexOf(other.match));
}
