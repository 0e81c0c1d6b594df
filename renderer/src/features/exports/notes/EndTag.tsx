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
      return <Tag status="error">{summary.rows === 0 ? 'Failed' : 'Partial'}</Tag>;
    case 'filtered':
      return <Tag status="info">Filtered here</Tag>;
    case 'moreThanAsked': {
      const words = summary.answered.asked > 0 ? 'More than asked' : 'Not what you asked';
      // After "Keep all" the note is folded away; the tag brings it back.
      return summary.answered.keeps === null ? (
        <Tag status="warning">{words}</Tag>
      ) : (
        <button
          type="button"
          className={classes['tag']}
          title="Choose again what this result holds"
          onClick={() => keep.mutate({ exportId: summary.id, keeps: null }, couldNot)}
        >
          <StatusWord status="warning">{words}</StatusWord>
        </button>
      );
    }
  }
}

function Tag({ status, children }: { readonly status: 'error' | 'info' | 'warning'; readonly children: string }) {
  return (
    <span className={classes['tag']} style={{ background: `var(--lc-${status}-soft)` }}>
      <StatusWord status={status}>{children}</StatusWord>
    </span>
  );
}
