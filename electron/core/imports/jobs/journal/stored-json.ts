/*
 * What the journal keeps of a row as JSON. A page of its file may have been overwritten: what cannot be read is null, so that
 * one damaged row keeps nobody from the others.
 */

/** Cells of the file, in the order of its columns. */
export function storedCells(json: unknown): string[] | null {
  const value = parsed(String(json));
  return Array.isArray(value) && value.every(isText) ? value : null;
}

/** A lead as it is sent: import name to value. */
export function storedLead(json: string): Record<string, string> | null {
  const value = parsed(json);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.values(value).every(isText) ? (value as Record<string, string>) : null;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}
