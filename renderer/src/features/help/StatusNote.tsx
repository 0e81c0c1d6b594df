import { LEAD_MOVES, type LeadMove } from '../../../../shared/domain/service/lead-life-cycle.ts';
import { leadStatus } from '../../../../shared/domain/service/lead-status.ts';
import { drawing, nodeHeight, type DiagramNode } from './diagram-model.ts';
import classes from './Diagram.module.css';

const WIDTH = 260;
const GAP = 10;

/** What a status means, how a lead gets there and where it can go. Stands beside its node, inside the drawing. */
export function StatusNote({ node: { status, x, y, width } }: { readonly node: DiagramNode }) {
  const fitsRight = x + width + GAP + WIDTH <= drawing.width;
  const left = fitsRight ? x + width + GAP : x - GAP - WIDTH;
  const into = LEAD_MOVES.filter(({ to }) => to === status.name);
  const onward = LEAD_MOVES.filter(({ from, to }) => from.includes(status.name) && to !== status.name);
  // Low ones grow upwards, so that the note never leaves the drawing.
  const place = y > drawing.height / 2 ? { bottom: drawing.height - y - nodeHeight } : { top: y };
  return (
    <div className={classes['note']} role="note" style={{ left, width: WIDTH, ...place }}>
      <p className={classes['noteName']}>
        {status.label} <span className="tabular">{status.value}</span> <span>{status.name}</span>
      </p>
      <p>{status.meaning}</p>
      {into.map((move) => (
        <p key={move.to}>
          <b>Comes from</b> {move.start}: {wordsOf(move)}
        </p>
      ))}
      {onward.length === 0 ? null : (
        <p>
          <b>Can become</b> {onward.map(({ to }) => leadStatus(to)?.label ?? to).join(', ')}
        </p>
      )}
    </div>
  );
}

function wordsOf({ trigger, condition }: LeadMove): string {
  return condition === '' ? `${trigger}.` : `${trigger}, ${condition}.`;
}
