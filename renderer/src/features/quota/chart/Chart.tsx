// Why: decision 0146 and decision 0147.
import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, memo, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { format } from '../../../lib/format.ts';
import { isFocusVisible } from '../../../lib/visible-focus.ts';
import type { ChartKind, ChartModel } from './chart-kind.ts';
import { readPaint } from '../../../ui/chart/paint.ts';
import classes from './Chart.module.css';

export interface ChartHandle {
  /** The drawing as it stands, for a picture of it; null before the first drawing. */
  readonly canvas: () => HTMLCanvasElement | null;
}

interface ChartProps<Model extends ChartModel> {
  readonly ref?: Ref<ChartHandle>;
  readonly kind: ChartKind<Model>;
  readonly model: Model;
  /** Its name for people who hear the page. */
  readonly label: string;
  /** The chart in a sentence. It is below the chart until a person reads a point. */
  readonly summary: string;
  /** CSS length. */
  readonly height: string;
}

/** All charts of the page share one cursor, by time. */
const CURSOR = 'quota';
/** Points that Page Up and Page Down pass. */
const PAGE = 10;

/**
 * A drawn chart that is read by keys as by the pointer: arrows go from point to point, and the line below says each. It
 * is drawn anew only for another model: the page around it changes twice a second.
 */
export const Chart = memo(DrawnChart) as typeof DrawnChart;

function DrawnChart<Model extends ChartModel>({ ref, kind, model, label, summary, height }: ChartProps<Model>) {
  const [index, setIndex] = useState<number | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const chart = useDrawing(place, kind, model, setIndex);
  const readingId = useId();
  useImperativeHandle(ref, () => ({ canvas: () => chart.current?.ctx.canvas ?? null }), [chart]);
  const count = model.points.length;
  const at = Math.min(index ?? kind.start(model), count - 1);

  function goTo(next: number): void {
    const u = chart.current;
    const time = u?.data[0][next];
    if (u === null || u === undefined || time === undefined) return;
    u.setCursor({ left: u.valToPos(time, 'x'), top: u.over.clientHeight / 2 });
    setIndex(next);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: PAGE, PageDown: -PAGE }[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? count - 1
          : step === undefined
            ? null
            : Math.min(Math.max(at + step, 0), count - 1);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(next);
  }
  const reading = count === 0 ? '' : kind.readAt(model, Math.max(at, 0));
  return (
    <figure className={classes['figure']}>
      <div
        ref={place}
        className={classes['place']}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={readingId}
        aria-valuemin={0}
        aria-valuemax={Math.max(count - 1, 0)}
        aria-valuenow={Math.max(at, 0)}
        aria-valuetext={reading}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (isFocusVisible(event.currentTarget)) goTo(at);
        }}
        onBlur={() => setIndex(null)}
      />
      <figcaption className={`${classes['caption'] ?? ''} tabular`}>
        <span id={readingId} hidden={index !== null}>
          {summary}
        </span>
        {index === null ? null : <span>{reading}</span>}
      </figcaption>
    </figure>
  );
}

/** Builds the drawing once for a scheme, and gives it new data, another size and an end. */
function useDrawing<Model extends ChartModel>(
  place: { readonly current: HTMLDivElement | null },
  kind: ChartKind<Model>,
  model: Model,
  onIndex: (index: number | null) => void,
): { readonly current: uPlot | null } {
  const scheme = useComputedColorScheme();
  const chart = useRef<uPlot | null>(null);
  const current = useRef(model);
  useEffect(() => {
    current.current = model;
    chart.current?.setData(kind.data(model));
  }, [kind, model]);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    // Mantine writes the scheme into the document in an effect of its own, which may come later.
    let isOver = false;
    let observer: ResizeObserver | undefined;
    const frame = requestAnimationFrame(() => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      const options = kind.options(readPaint(), () => current.current);
      const u = new uPlot(
        {
          ...options,
          ...size,
          tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), format.zone()),
          scales: { x: { range: () => [current.current.from / 1000, current.current.to / 1000] }, ...options.scales },
          legend: { show: false },
          cursor: {
            ...options.cursor,
            drag: { x: false, y: false, setScale: false },
            sync: { key: CURSOR, scales: ['x', null] },
          },
          hooks: { ...options.hooks, setCursor: [(self) => onIndex(self.cursor.idx ?? null)] },
        },
        kind.data(current.current),
        element,
      );
      chart.current = u;
      observer = new ResizeObserver(() => u.setSize({ width: element.clientWidth, height: element.clientHeight }));
      observer.observe(element);
      document.fonts.ready.then(
        () => (isOver ? undefined : u.redraw()),
        () => undefined,
      );
    });
    return () => {
      isOver = true;
      cancelAnimationFrame(frame);
      observer?.disconnect();
      chart.current?.destroy();
      chart.current = null;
    };
  }, [place, kind, scheme, onIndex]);
  return chart;
}
