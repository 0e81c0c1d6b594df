import { LONGEST_EVIDENCE } from '../../../contract/account/discovery.ts';
import type { Seen } from './seen.ts';

/**
 * What is kept of an answer as evidence: leads keep the names of their fields and lose every value. Secrets are taken out
 * before.
 */
export function evidenceOf({ question, status, text, contentType }: Seen): string {
  const isOfLeads = (question === 'search' || question === 'raw' || question === 'users') && status < 300;
  const shown = !isOfLeads ? text : /^\s*[[{]/.test(text) ? withoutValues(text) : firstLine(text, contentType);
  return shown.length > LONGEST_EVIDENCE ? `${shown.slice(0, LONGEST_EVIDENCE)}…` : shown;
}

const TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?|"(?:[^"\\]|\\.)*\\?$|[\s{}[\],:]+|[^\s{}[\],:"]+|"/gs;

/** JSON, also when it is cut off: names, braces, true, false and null stay; texts, numbers and all else become …. */
function withoutValues(text: string): string {
  return text.replace(TOKENS, (token: string, colon: string | undefined) => {
    if (colon !== undefined || /^(?:[\s{}[\],:]+|true|false|null)$/.test(token)) return token;
    return token.startsWith('"') ? '"…"' : '…';
  });
}

function firstLine(text: string, contentType: string): string {
  const lines = text.split(/\r?\n/);
  const others = Math.max(0, lines.length - 1);
  // A table without a header begins with values.
  const first = lines[0] ?? '';
  return `${namesColumns(first.split(/[,;\t]/)) ? first : `(a line that names no columns, ${contentType || 'no type'})`}\n(${others} lines not kept)`;
}

/** Whether the cells of a first line are names of columns. The id of a lead, in the first one, has a digit. */
export function namesColumns(cells: readonly string[]): boolean {
  return cells.every((cell) => /^"?[A-Za-z_][\w .-]*"?$/.test(cell.trim())) && !/\d/.test(cells[0] ?? '');
}
