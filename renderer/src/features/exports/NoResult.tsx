import { IconDatabaseExport } from '@tabler/icons-react';
import { exportEnd } from '../../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import type { WrittenQuery } from '../../../../shared/contract/exports/queries.ts';
import { writtenOf } from '../../../../shared/domain/service/queries/relative-since.ts';
import { isSameQuery } from '../../../../shared/domain/service/queries/same-query.ts';
import { format, leadForms } from '../../lib/format.ts';
import { navigate } from '../../lib/navigation.ts';
import { EmptyState, SecondaryButton } from '../../ui/index.ts';
import { isWhole } from './compare/compare-model.ts';
import { knownAt } from './view/known-at.ts';

interface NoResultProps {
  /** The query in the fields; null: it is not whole yet. */
  readonly query: WrittenQuery | null;
  readonly results: readonly ExportSummary[];
}

/** Shown while nothing was fetched with the query in the fields, or not in this window. */
export function NoResult({ query, results }: NoResultProps) {
  const latest = results
    .filter((result) => query !== null && isSameQuery(writtenOf(result), query) && exportEnd(result) !== 'failed')
    .sort((one, other) => knownAt(other) - knownAt(one))[0];
  if (latest === undefined)
    return (
      <EmptyState
        icon={IconDatabaseExport}
        title={results.length === 0 ? 'No leads on this computer' : 'No leads fetched with these fields yet'}
      >
        Fetch sends the request above and shows the leads while they arrive. They stay on this computer until you delete
        them.
      </EmptyState>
    );
  const isArriving = latest.state === 'running';
  const at = `${format.date(knownAt(latest))} ${format.time(knownAt(latest))}`;
  return (
    <EmptyState
      icon={IconDatabaseExport}
      title={
        isArriving
          ? 'These leads are still arriving'
          : `${isWhole(latest) ? 'Fetched last' : 'Fetched in part'} on ${at}`
      }
      action={
        <SecondaryButton onClick={() => navigate('export', latest.id)}>
          Open these {format.count(latest.rows, leadForms)}
        </SecondaryButton>
      }
    >
      {isArriving || isWhole(latest) ? 'That result' : 'Leads are missing in that result. It'} is on this computer and
      opens without a request. Fetch asks the service again.
    </EmptyState>
  );
}
