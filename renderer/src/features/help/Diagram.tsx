import { useEffect, useRef, useState } from 'react';
import {
  LEAD_MOVES,
  LEAD_STATUSES,
  type LeadStatus,
  type LeadStatusName,
} from '../../../../shared/domain/service/leads/lead-life-cycle.ts';
import { helpAddress } from '../../lib/help.ts';
import { placeHref } from '../../lib/navigation.ts';
import { ARROWS, BOXES, NODE_HEIGHT, NODES, SIZE, STEMS, WORDS } from './drawing.ts';
import { StatusNote } from './StatusNote.tsx';
import classes from './Diagram.module.css';

const expiring: readonly string[] = LEAD_MOVES.find(({ to }) => to === 'Expired')?.from ?? [];

interface DiagramProps {
  /** The status that the address names; it takes the focus. */
  readonly wanted: LeadStatusName | null;
}

/** Statuses and moves as a drawing. Each status is a link to itself; a note explains the one at hand. */
export function Diagram({ wanted }: DiagramProps) {
  const [hovered, setHovered] = useState<LeadStatusName | null>(null);
  const [focused, setFocused] = useState<LeadStatusName | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    if (wanted !== null) svg.current?.querySelector<SVGElement>(`[data-status="${wanted}"]`)?.focus();
  }, [wanted]);
  const shown = LEAD_STATUSES.find(({ name }) => name === (hovered ?? focused));
  return (
    <div className={classes['frame']}>
      <svg
        ref={svg}
        className={classes['drawing']}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        {...SIZE}
        role="group"
        aria-label="The life cycle of a lead: 15 statuses and the moves between them. The table has the same moves."
      >
        <Picture />
        {LEAD_STATUSES.map((status) => (
          <StatusLink
            key={status.name}
            status={status}
            isWanted={status.name === wanted}
            onHover={(isAt) => setHovered(isAt ? status.name : null)}
            onFocus={(isAt) => setFocused(isAt ? status.name : null)}
          />
        ))}
      </svg>
      {shown === undefined ? null : <StatusNote status={shown} />}
    </div>
  );
}

/** Everything but the statuses: the boxes, the moves with their words, and the call. */
function Picture() {
  return (
    <g aria-hidden>
      <marker id="head" viewBox="0 0 8 8" refX={8} refY={4} markerWidth={8} markerHeight={8} {...headPlace}>
        <path d="M0 0.5L8 4L0 7.5Z" className={classes['head']} />
      </marker>
      {BOXES.map(({ label, words, wordsAt, ...box }) => (
        <g key={label}>
          <rect className={classes['box']} {...box} rx={10} />
          <text className={classes['boxName']} x={box.x + 16} y={box.y + 25}>
            {label}
          </text>
          <text className={classes['words']} x={wordsAt[0]} y={wordsAt[1]}>
            {words}
          </text>
        </g>
      ))}
      <rect className={classes['group']} x={8} y={250} width={176} height={226} rx={6} />
      <text className={classes['words']} x={16} y={269}>
        Redials an agent plans
      </text>
      <path className={classes['line']} d={STEMS} />
      {ARROWS.map((path) => (
        <path key={path} className={classes['line']} d={path} markerEnd="url(#head)" />
      ))}
      {WORDS.map(({ x, y, end, text }) => (
        <text key={text} className={classes['words']} y={y} textAnchor={end ? 'end' : 'start'}>
          {text.split('\n').map((line, index) => (
            <tspan key={line} x={x} dy={index === 0 ? 0 : 14}>
              {line}
            </tspan>
          ))}
        </text>
      ))}
      <circle className={classes['ring']} cx={470} cy={224} r={4} />
      <circle className={classes['ring']} cx={234} cy={488} r={4} />
      <circle className={classes['ring']} cx={664} cy={488} r={4} />
      <Clock x={470} y={325} />
      <rect className={classes['anyBox']} x={330} y={513} width={104} height={22} rx={4} />
      <text className={classes['any']} x={382} y={528} textAnchor="middle">
        from any status
      </text>
      <rect className={classes['call']} x={312} y={140} width={112} height={NODE_HEIGHT} rx={23} />
      <text className={classes['callName']} x={368} y={160} textAnchor="middle">
        A call
      </text>
      <text className={classes['callWords']} x={368} y={175} textAnchor="middle">
        its end decides
      </text>
    </g>
  );
}

const headPlace = { markerUnits: 'userSpaceOnUse', orient: 'auto' } as const;

/** A clock of 14 pixels around a point; underlined when the limit is the status's own. */
function Clock({ x, y, isOwn = false }: { readonly x: number; readonly y: number; readonly isOwn?: boolean }) {
  return (
    <g className={classes['clock']}>
      <circle cx={x} cy={y} r={6} />
      <path d={`M${x} ${y - 3.5}V${y}L${x + 2.5} ${y + 1.5}`} />
      {isOwn ? <path d={`M${x - 6} ${y + 10}H${x + 6}`} /> : null}
    </g>
  );
}

interface StatusLinkProps {
  readonly status: LeadStatus & { readonly name: LeadStatusName };
  readonly isWanted: boolean;
  readonly onHover: (isAt: boolean) => void;
  readonly onFocus: (isAt: boolean) => void;
}

function StatusLink({ status, isWanted, onHover, onFocus }: StatusLinkProps) {
  const { name, label, value, meaning } = status;
  const [x, y, width] = NODES[name];
  return (
    <a
      className={classes['node']}
      href={placeHref('help', helpAddress('status', name))}
      aria-current={isWanted || undefined}
      aria-describedby={`meaning-of-${name}`}
      data-status={name}
      onMouseEnter={() => onHover(true)}
      onMouseLeave={() => onHover(false)}
      onFocus={() => onFocus(true)}
      onBlur={() => onFocus(false)}
      onKeyDown={({ key }) => key === 'Escape' && onFocus(false)}
    >
      <desc id={`meaning-of-${name}`}>{meaning}</desc>
      <rect x={x} y={y} width={width} height={NODE_HEIGHT} rx={8} />
      <text className={classes['nodeName']} x={x + 12} y={y + 19}>
        {label}
      </text>
      <text className={classes['nodeNumber']} x={x + 12} y={y + 36}>
        {value}
        <tspan className={classes['nodeWords']} dx={6}>
          {name}
        </tspan>
      </text>
      {expiring.includes(name) && <Clock x={x + width - 14} y={y + 14} isOwn={name === 'RedialManualPrivate'} />}
    </a>
  );
}
