import { type Bench, type BenchCheck, type BenchResult, type Cell, SLOWEST } from './frame.ts';

/** The line for programs: one JSON object. A figure that is not a number becomes null. */
export function toJson(bench: Bench, result: BenchResult): string {
  return JSON.stringify({
    bench: bench.name,
    ok: result.checks.every((check) => check.ok),
    checks: result.checks,
    columns: result.columns,
    rows: result.rows,
    notes: result.notes,
  });
}

/** The people's lines: a table, the notes, and each check with its bound. */
export function toTable(bench: Bench, result: BenchResult): string {
  const lines = [bench.title, '', ...alignColumns([result.columns, ...result.rows])];
  if (result.notes.length > 0) lines.push('', ...result.notes);
  if (result.checks.length > 0) {
    lines.push('');
    for (const check of result.checks) {
      const { id, value, speed, direction, bound } = check;
      const scaled = speed !== undefined && speed < 1 ? `, ${show(value * speed)} at full speed` : '';
      lines.push(`${verdictOn(check)}  ${id}: ${show(value)}${scaled} (${direction} ${show(bound)})`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function verdictOn({ ok, speed = 1 }: BenchCheck): string {
  if (ok) return 'holds ';
  return speed < SLOWEST ? 'UNSURE' : 'BROKEN';
}

function alignColumns(rows: readonly (readonly Cell[])[]): string[] {
  const texts = rows.map((row) => row.map(show));
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)));
  return texts.map((row, line) =>
    widths
      .map((width, column) => {
        const isNumber = line > 0 && typeof rows[line]?.[column] === 'number';
        const text = row[column] ?? '';
        return isNumber ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

function show(cell: Cell): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  return Number.isInteger(cell) ? String(cell) : cell.toPrecision(4);
}
