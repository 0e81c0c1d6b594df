import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { LeadStatusName } from '../../../../shared/domain/service/lead-life-cycle.ts';
import { boxes, drawing, lines, nodeHeight, nodes, stepBy, type DiagramNode, type Step } from './diagram-model.ts';
import { StatusNote } from './StatusNote.tsx';
import classes from './Diagram.module.css';

interface DiagramProps {
  /** The status somebody came for; it takes the focus. */
  readonly wanted: LeadStatusName | null;
}

/** Statuses and moves as a drawing. Each status is a button: arrows follow the moves, Enter keeps its note open. */
export function Diagram({ wanted }: DiagramProps) {
  const [pointed, setPointed] = useState<LeadStatusName | null>(null);
  const [pinned, setPinned] = useState<LeadStatusName | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const focusOn = (name: LeadStatusName): void =>
    svg.current?.querySelector<SVGElement>(`[data-status="${name}"]`)?.focus();
  useEffect(() => {
    if (wanted !== null) focusOn(wanted);
  }, [wanted]);
  const shown = pointed ?? step?.at ?? pinned;
  function onKeyDown(event: KeyboardEvent, name: LeadStatusName): void {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      setPinned(pinned === name ? null : name);
      return;
    }
    if (event.key === 'Escape') {
      setPinned(null);
      setPointed(null);
      return;
    }
    const next =
      event.ctrlKey || event.metaKey || event.altKey ? null : stepBy(event.key, step ?? { at: name, alternatives: [] });
    if (next === null) return;
    event.preventDefault();
    setStep(next);
    focusOn(next.at);
  }
  const node = nodes.find(({ status }) => status.name === shown);
  return (
    <div className={classes['frame']}>
      <svg
        ref={svg}
        className={classes['drawing']}
        viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        width={drawing.width}
        height={drawing.height}
        role="group"
        aria-label="The life cycle of a lead: 15 statuses and the moves between them. The table has the same moves."
      >
        <Ground />
        <Lines shown={shown} />
        <Call />
        {nodes.map((entry) => (
          <StatusNode
            key={entry.status.name}
            node={entry}
            isShown={shown === entry.status.name}
            isPinned={pinned === entry.status.name}
            onPoint={(isAt) => setPointed(isAt ? entry.status.name : null)}
            onFocus={(isAt) => setStep((last) => stepAt(last, entry.status.name, isAt))}
            onPin={() => setPinned(pinned === entry.status.name ? null : entry.status.name)}
            onKeyDown={(event) => onKeyDown(event, entry.status.name)}
          />
        ))}
      </svg>
      {node === undefined ? null : <StatusNote node={node} />}
    </div>
  );
}

/** The focus by a key keeps the ways of its step; any other focus starts anew. */
function stepAt(last: Step | null, name: LeadStatusName, isAt: boolean): Step | null {
  if (!isAt) return last?.at === name ? null : last;
  return last?.at === name ? last : { at: name, alternatives: [] };
}

/** The boxes, and what stands in them beside statuses and moves. */
function Ground() {
  return (
    <g aria-hidden>
      {boxes.map(({ label, words, x, y, width, height }) => (
        <g key={label}>
          <rect className={classes['box']} x={x} y={y} width={width} height={height} rx={10} />
          <text className={classes['boxName']} x={x + 16} y={y + 25}>
            {label}
          </text>
          {label === 'Blocked' ? (
            <text className={classes['words']} x={x + 16} y={y + 42}>
              {words}
            </text>
          ) : (
            <text className={classes['words']} x={x + (label === 'Open' ? 56 : 66)} y={y + 25}>
              {words}
            </text>
          )}
        </g>
      ))}
      <rect className={classes['group']} x={8} y={250} width={176} height={226} rx={6} />
      <text className={classes['words']} x={16} y={269}>
        Redials an agent plans
      </text>
    </g>
  );
}

function Lines({ shown }: { readonly shown: LeadStatusName | null }) {
  const isLit = (of: readonly LeadStatusName[]): boolean => shown !== null && of.includes(shown);
  // Lit lines last: where lines cross or share a part, the lit one is seen.
  const inOrder = lines.toSorted((one, other) => Number(isLit(one.of)) - Number(isLit(other.of)));
  return (
    <g aria-hidden data-quiet={shown !== null || undefined} className={classes['lines']}>
      <defs>
        {['head', 'head-lit'].map((id) => (
          <marker
            key={id}
            id={id}
            viewBox="0 0 8 8"
            refX={8}
            refY={4}
            markerWidth={8}
            markerHeight={8}
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0.5L8 4L0 7.5Z" className={classes[id === 'head' ? 'head' : 'headLit']} />
          </marker>
        ))}
      </defs>
      {inOrder.map(({ path, of, hasHead, label }) => (
        <g key={path} data-lit={isLit(of) || undefined}>
          <path
            d={path}
            className={classes['line']}
            markerEnd={hasHead ? `url(#${isLit(of) ? 'head-lit' : 'head'})` : undefined}
          />
          {label.lines.map((text, index) => (
            <text
              key={text}
              className={classes['lineWords']}
              x={label.x}
              y={label.y + index * 14}
              textAnchor={label.end === true ? 'end' : 'start'}
            >
              {text}
            </text>
          ))}
        </g>
      ))}
      <circle className={classes['ring']} cx={470} cy={224} r={4} />
      <circle className={classes['ring']} cx={234} cy={488} r={4} />
      <circle className={classes['ring']} cx={664} cy={488} r={4} />
      <Clock x={470} y={325} />
      <rect className={classes['anyBox']} x={330} y={513} width={104} height={22} rx={4} />
      <text className={classes['any']} x={382} y={528} textAnchor="middle">
        from any status
      </text>
    </g>
  );
}

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

function Call() {
  return (
    <g aria-hidden>
      <rect className={classes['call']} x={312} y={140} width={112} height={nodeHeight} rx={23} />
      <text className={classes['callName']} x={368} y={160} textAnchor="middle">
        A call
      </text>
      <text className={classes['callWords']} x={368} y={175} textAnchor="middle">
        its end decides
      </text>
    </g>
  );
}

interface StatusNodeProps {
  readonly node: DiagramNode;
  readonly isShown: boolean;
  readonly isPinned: boolean;
  readonly onPoint: (isAt: boolean) => void;
  readonly onFocus: (isAt: boolean) => void;
  readonly onPin: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function StatusNode({ node, isShown, isPinned, onPoint, onFocus, onPin, onKeyDown }: StatusNodeProps) {
  const { status, x, y, width, expires } = node;
  const meaningId = useId();
  return (
    <g
      className={classes['node']}
      role="button"
      tabIndex={0}
      aria-pressed={isPinned}
      aria-describedby={meaningId}
      data-status={status.name}
      data-shown={isShown || undefined}
      onMouseEnter={() => onPoint(true)}
      onMouseLeave={() => onPoint(false)}
      onFocus={() => onFocus(true)}
      onBlur={() => onFocus(false)}
      onClick={onPin}
      onKeyDown={onKeyDown}
    >
      <desc id={meaningId}>{status.meaning}</desc>
      <rect x={x} y={y} width={width} height={nodeHeight} rx={8} />
      <text className={classes['nodeName']} x={x + 12} y={y + 19}>
        {status.label}
      </text>
      <text className={classes['nodeNumber']} x={x + 12} y={y + 36}>
        {status.value}
        <tspan className={classes['nodeWords']} dx={6}>
          {status.name}
        </tspan>
      </text>
      {expires === 'no' ? null : <Clock x={x + width - 14} y={y + 14} isOwn={expires === 'own limit'} />}
    </g>
  );
}
