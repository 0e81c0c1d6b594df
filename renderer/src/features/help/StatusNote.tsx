import {
  LEAD_MOVES,
  type LeadMove,
  type LeadStatus,
  type LeadStatusName,
} from '../../../../shared/domain/service/leads/lead-life-cycle.ts';
import { leadStatus } from '../../../../shared/domain/service/leads/lead-status.ts';
import { nextOf, NODE_HEIGHT, NODES, SIZE } from './drawing.ts';
import classes from './Diagram.module.css';

const WIDTH = 260;
const GAP = 10;

/** What a status means, how a lead gets there and where it can go. Stands beside its node, inside the drawing. */
export function StatusNote({ status }: { readonly status: LeadStatus & { readonly name: LeadStatusName } }) {
  const [x, y, width] = NODES[status.name];
  const fitsRight = x + width + GAP + WIDTH <= SIZE.width;
  const left = fitsRight ? x + width + GAP : x - GAP - WIDTH;
  const next = nextOf(status.name);
  // Low ones grow upwards, so that the note never leaves the drawing.
  const place = y > SIZE.height / 2 ? { bottom: SIZE.height - y - NODE_HEIGHT } : { top: y };
  return (
    <div className={classes['note']} role="note" style={{ left, width: WIDTH, ...place }}>
      <p className={classes['noteName']}>
        {status.label} <span className="tabular">{status.value}</span> <span>{status.name}</span>
      </p>
      <p>{status.meaning}</p>
      {LEAD_MOVES.filter(({ to }) => to === status.name).map((move) => (
        <p key={move.to}>
          <b>Comes from</b> {move.start}: {wordsOf(move)}
        </p>
      ))}
      {next.length === 0 ? null : (
        <p>
          <b>Can become</b> {next.map((name) => leadStatus(name)?.label ?? name).join(', ')}
        </p>
      )}
    </div>
  );
}

function wordsOf({ trigger, condition }: LeadMove): string {
  return condition === undefined ? `${trigger}.` : `${trigger}, ${condition}.`;
}
