import type { LeadName } from '../../../../../shared/contract/segments/segment-changes.ts';
import { namePartOf } from '../../../../../shared/domain/mapping/index.ts';
import { leadName } from '../../../../../shared/domain/service/leads/lead-name.ts';
import type { Slices } from '../../../threads/in-slices.ts';
import type { JobStore } from '../journal/job-store.ts';
import { jobRowOf } from './job-report.ts';

/** Names of leads as they were sent, of all jobs, the last job first. A lead whose fields name nobody for sure is left out. */
export function* namesOfLeads(store: JobStore, leadIds: readonly string[]): Slices<LeadName[]> {
  const wanted = new Set(leadIds);
  const found: LeadName[] = [];
  for (const job of store.all())
    for (let last = 0; wanted.size > 0;) {
      const page = store.lists.createdIdsAfter(job.id, last, Math.max(1, yield found.length));
      const end = page.at(-1);
      if (end === undefined) break;
      last = end.row;
      const rows = page.filter(({ leadId }) => wanted.has(leadId)).map(({ row }) => row);
      for (const stored of rows.length === 0 ? [] : store.lists.rowsAt(job.id, rows)) {
        const { leadId, at, data } = jobRowOf(job, stored);
        const name = sentName(data);
        if (leadId === null || name === '' || !wanted.delete(leadId)) continue;
        found.push({ leadId, name, from: 'import', source: job.fileName, at: at ?? job.createdAt });
      }
    }
  return found;
}

function sentName(data: Readonly<Record<string, string>>): string {
  const fields = Object.entries(data);
  const columns = fields.map(([field], index) => {
    const namePart = namePartOf(`data.${field}`);
    return namePart === undefined ? { index } : { index, namePart };
  });
  return leadName(
    fields.map(([, value]) => value),
    columns,
  );
}
