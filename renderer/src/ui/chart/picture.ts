import { type Paint, readPaint } from './paint.ts';

/** What a line or an area of a drawing is. */
export interface LegendEntry {
  readonly name: string;
  /** Name of a colour variable, without `--lc-`. */
  readonly colour: string;
  readonly shape: 'line' | 'dashed' | 'dotted' | 'area';
  /** The figure of now. */
  readonly figure?: string;
}

/** Pixels of the screen around and above the drawing. */
const EDGE = 16;
const HEAD = 56;

/** A chart with its title and legend on an opaque ground, as the base64 text of a PNG. */
export function pictureOf(drawing: HTMLCanvasElement | null, title: string, legend: readonly LegendEntry[]): string {
  if (drawing === null) throw new Error('The chart is not drawn yet. Try again in a moment.');
  const ratio = window.devicePixelRatio;
  return pngOf(drawing.width / ratio, drawing.height / ratio, title, legend, (context) =>
    context.drawImage(drawing, 0, 0, drawing.width / ratio, drawing.height / ratio),
  );
}

/** @param draw with 0, 0 at the corner of the drawing, in pixels of the screen */
export function pngOf(
  width: number,
  height: number,
  title: string,
  legend: readonly LegendEntry[],
  draw: (context: CanvasRenderingContext2D, paint: Paint) => void,
): string {
  const ratio = window.devicePixelRatio;
  const paint = readPaint();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((width + 2 * EDGE) * ratio);
  canvas.height = Math.round((height + HEAD + EDGE) * ratio);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser gave no room for the picture. Close other windows and try again.');
  context.scale(ratio, ratio);
  context.fillStyle = paint.colour('surface');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  context.fillStyle = paint.colour('text');
  context.font = paint.font(13, 600);
  context.fillText(title, EDGE, 20);
  context.font = paint.font(11);
  let left = EDGE;
  for (const { name, colour, shape, figure } of legend) {
    const text = figure === undefined ? name : `${name} ${figure}`;
    context.fillStyle = paint.colour(colour);
    context.fillRect(left, shape === 'area' ? 35 : 39, 10, shape === 'area' ? 10 : 2);
    context.fillStyle = paint.colour('text2');
    context.fillText(text, left + 15, 40);
    left += context.measureText(text).width + 31;
  }
  context.translate(EDGE, HEAD);
  draw(context, paint);
  return canvas.toDataURL('image/png').replace('data:image/png;base64,', '');
}
