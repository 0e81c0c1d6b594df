import { format } from '../../../lib/format.ts';
import { pngOf } from '../../../ui/chart/picture.ts';
import type { AnswerTable } from './question-table.ts';

/** Pixels of the screen. */
const LINE = 22;
const NAMES = 260;
const BARS = 420;
const COUNTS = 80;
/** Lines of a picture; a longer answer is a table. */
const MOST_LINES = 60;

/** The lines with their bars, as the base64 text of a PNG. */
export function questionPicture({ across, lines, mostOf }: AnswerTable, title: string): string {
  const all = lines.filter(({ kind }) => kind !== 'total');
  const drawn = all.slice(0, MOST_LINES);
  const left = all.length - drawn.length;
  const foot = [
    ...(left > 0 ? [`${format.count(left, { one: '# more line', other: '# more lines' })} in the table.`] : []),
    ...(drawn.some(({ kind }) => kind === 'inner') ? ['The bars of groups have a scale of their own.'] : []),
  ].join(' ');
  const legend = across.map(({ title: name, colour }) => ({ name, colour, shape: 'area' as const }));
  return pngOf(
    NAMES + BARS + COUNTS,
    (drawn.length + (foot === '' ? 0 : 1)) * LINE,
    title,
    legend,
    (context, paint) => {
      context.textBaseline = 'middle';
      for (const [place, line] of drawn.entries()) {
        const middle = place * LINE + LINE / 2;
        context.font = paint.font(12, line.kind === 'group' ? 600 : 450);
        context.fillStyle = paint.colour(line.isQuiet ? 'text2' : 'text');
        const words = line.small === '' ? line.title : `${line.title}, ${line.small}`;
        const indent = line.kind === 'inner' ? 16 : 0;
        context.fillText(
          fitting(words, (text) => context.measureText(text).width, NAMES - 12 - indent),
          indent,
          middle,
        );
        let from = NAMES;
        const width = line.kind === 'rest' ? 0 : (BARS * line.rows) / mostOf(line.kind);
        for (const [cell, count] of (across.length === 0 ? [line.rows] : line.across).entries()) {
          const part = line.rows === 0 ? 0 : (width * count) / line.rows;
          context.fillStyle = paint.colour(across[cell]?.colour ?? 'info-fill');
          context.fillRect(from, middle - 7, Math.max(0, part - 1), 14);
          from += part;
        }
        context.fillStyle = paint.colour('text2');
        context.font = paint.font(12);
        context.fillText(format.number(line.rows), NAMES + width + 8, middle);
      }
      if (foot !== '') context.fillText(foot, 0, drawn.length * LINE + LINE / 2);
    },
  );
}

/** The text, cut with an ellipsis where it is wider. */
function fitting(text: string, widthOf: (text: string) => number, most: number): string {
  if (widthOf(text) <= most) return text;
  let cut = text;
  while (cut !== '' && widthOf(`${cut}…`) > most) cut = cut.slice(0, -1);
  return `${cut}…`;
}
