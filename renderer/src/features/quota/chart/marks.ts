import uPlot from 'uplot';
import type { Paint } from '../../../ui/chart/paint.ts';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface LabelPlace {
  /** Pixels of the screen from the chart's edge. */
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'right' | 'center';
  readonly colour: string;
  readonly weight?: number;
}

/** Pixels. */
const SIZE = 11;
const GAP = 3;

/**
 * Writes labels into a chart, each only where it covers no other and stays inside. The first written wins: begin with
 * the most important.
 */
export class Labels {
  readonly #chart: uPlot;
  readonly #paint: Paint;
  readonly #taken: Box[] = [];

  constructor(chart: uPlot, paint: Paint) {
    this.#chart = chart;
    this.#paint = paint;
  }

  /** @param places tried in this order; without room anywhere the label is left out: table and summary have it */
  write(text: string, places: readonly LabelPlace[]): boolean {
    const { ctx } = this.#chart;
    const { pxRatio } = uPlot;
    ctx.save();
    for (const place of places) {
      ctx.font = this.#paint.font(SIZE * pxRatio, place.weight ?? 550);
      const box = this.#boxOf(place, ctx.measureText(text).width / pxRatio);
      if (!this.#isFree(box)) continue;
      this.#taken.push(box);
      ctx.textBaseline = 'middle';
      ctx.textAlign = 'left';
      ctx.fillStyle = place.colour;
      ctx.fillText(text, box.left * pxRatio, place.y * pxRatio);
      ctx.restore();
      return true;
    }
    ctx.restore();
    return false;
  }

  /** Keeps a part free of labels: a line that they would cross. */
  block(box: Box): void {
    this.#taken.push(box);
  }

  #boxOf({ x, y, align }: LabelPlace, width: number): Box {
    const left = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
    return { left, right: left + width, top: y - SIZE / 2 - 1, bottom: y + SIZE / 2 + 1 };
  }

  #isFree(box: Box): boolean {
    const { left, top, width, height } = plotArea(this.#chart);
    const isInside =
      box.left >= left && box.right <= left + width && box.top >= top - SIZE && box.bottom <= top + height;
    return (
      isInside &&
      this.#taken.every(
        (other) =>
          box.right + GAP < other.left ||
          other.right + GAP < box.left ||
          box.bottom + 1 < other.top ||
          other.bottom + 1 < box.top,
      )
    );
  }
}

/** The part between the axes, in pixels of the screen. */
export function plotArea(chart: uPlot): { left: number; top: number; width: number; height: number } {
  const { bbox } = chart;
  const { pxRatio } = uPlot;
  return {
    left: bbox.left / pxRatio,
    top: bbox.top / pxRatio,
    width: bbox.width / pxRatio,
    height: bbox.height / pxRatio,
  };
}

/** Place of a value on the canvas, in pixels of the screen. */
export function placeOf(chart: uPlot, value: number, scale: 'x' | 'y'): number {
  return chart.valToPos(value, scale, true) / uPlot.pxRatio;
}

/** A straight line across the plot; lengths in pixels of the screen. */
export function line(
  chart: uPlot,
  from: readonly [x: number, y: number],
  to: readonly [x: number, y: number],
  look: { readonly colour: string; readonly width: number; readonly dash?: readonly number[] },
): void {
  const { ctx } = chart;
  const { pxRatio } = uPlot;
  ctx.save();
  ctx.strokeStyle = look.colour;
  ctx.lineWidth = look.width * pxRatio;
  ctx.setLineDash((look.dash ?? []).map((part) => part * pxRatio));
  ctx.beginPath();
  ctx.moveTo(from[0] * pxRatio, from[1] * pxRatio);
  ctx.lineTo(to[0] * pxRatio, to[1] * pxRatio);
  ctx.stroke();
  ctx.restore();
}

/** Fills a part of the plot, cut at its edges; pixels of the screen. */
export function area(chart: uPlot, box: Box, colour: string): void {
  const { ctx } = chart;
  const { pxRatio } = uPlot;
  const plot = plotArea(chart);
  const left = Math.max(box.left, plot.left);
  const right = Math.min(box.right, plot.left + plot.width);
  const top = Math.max(box.top, plot.top);
  const bottom = Math.min(box.bottom, plot.top + plot.height);
  if (right <= left || bottom <= top) return;
  ctx.save();
  ctx.fillStyle = colour;
  ctx.fillRect(left * pxRatio, top * pxRatio, (right - left) * pxRatio, (bottom - top) * pxRatio);
  ctx.restore();
}
