import { exportEnd } from '../../../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { couldNot, StatusWord } from '../../../ui/index.ts';
import classes from './EndTag.module.css';

/** Beside the number of leads: that some are missing, or that some were not asked for. Nothing for a complete result. */
export function EndTag({ summary }: { readonly summary: ExportSummary }) {
  const keep = useChannelMutation('export:keep');
  switch (exportEnd(summary)) {
    case 'running':
    case 'complete':
    case 'cancelled':
      return null;
    case 'partial':
    case 'failed':
      return (
        <span className={classes['tag']} style={{ background: 'var(--lc-error-soft)' }}>
          <StatusWord status="error">{summary.rows === 0 ? 'Failed' : 'Partial'}</StatusWord>
        </span>
      );
    case 'filtered':
      return (
        <span className={classes['tag']} style={{ background: 'var(--lc-info-soft)' }}>
          <StatusWord status="info">Filtered here</StatusWord>
        </span>
      );
    case 'moreThanAsked':
      // After "Keep all" the note is folded away; the tag brings it back.
      return summary.answered.keeps === null ? (
        <span className={classes['tag']} style={{ background: 'var(--lc-warning-soft)' }}>
          <More isAnyAsked={summary.answered.asked > 0} />
        </span>
      ) : (
        <button
          type="button"
          className={classes['tag']}
          style={{ background: 'var(--lc-warning-soft)' }}
          title="Choose again what this result holds"
          onClick={() => keep.mutate({ exportId: summary.id, keeps: null }, couldNot)}
        >
          <More isAnyAsked={summary.answered.asked > 0} />
        </button>
      );
  }
}

function More({ isAnyAsked }: { readonly isAnyAsked: boolean }) {
  return <StatusWord status="warning">{isAnyAsked ? 'More than asked' : 'Not what you asked'}</StatusWord>;
}
