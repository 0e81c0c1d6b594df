import { format } from './format.ts';

/** `what` happened to an export, followed by what became of the leads that had arrived. */
export function partialReason({ rows }: { readonly rows: number }, what: string): string {
  if (rows === 0) return `${what} No leads had arrived.`;
  const kept =
    rows === 1 ? 'The 1 lead that had arrived is kept' : `The ${format.number(rows)} leads that had arrived are kept`;
  return `${what} ${kept}, but the list is not complete.`;
}

/** What happened, for a place that says itself what became of the leads. Reasons that an earlier version kept end with advice. */
export function causeIn(reason: string): string {
  return reason.replace(
    / (?:No leads had arrived|The \d[^ ]* leads? that had arrived (?:is|are) kept, but the list is not complete(?:; start the export again)?)\.$/,
    '',
  );
}
