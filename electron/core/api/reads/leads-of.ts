import { JsonArrayReader, JsonStreamError, parseElements } from './json-array-reader.ts';
import type { LeadBody, ListTrouble, StreamEnd } from './streams.ts';

/** The last part is always `end`. `leads` are the decoded elements as they came; an element need not be an object. */
export type LeadStreamPart =
  | { readonly kind: 'leads'; readonly leads: readonly unknown[] }
  /** `rows`: leads given so far. */
  | (StreamEnd & { readonly rows: number });

/** Leads of a body, cut out in this thread: for a few of them. An export gives the bytes to a thread of its own. */
export async function* leadsOf(body: LeadBody): AsyncGenerator<LeadStreamPart, void> {
  const reader = new JsonArrayReader(parseElements);
  let rows = 0;
  let bytes = 0;
  const failed = (trouble: ListTrouble): LeadStreamPart => {
    return { kind: 'end', complete: false, rows, bytes, error: body.explain(trouble) };
  };
  for await (const part of body) {
    if (part.kind === 'end') {
      const trouble = part.complete ? troubleIn(() => reader.end()) : null;
      yield trouble === null ? { ...part, rows } : failed(trouble);
      return;
    }
    bytes += part.bytes.byteLength;
    let leads: readonly unknown[] = [];
    const trouble = troubleIn(() => {
      leads = reader.push(part.bytes);
    });
    if (trouble !== null) return yield failed(trouble);
    rows += leads.length;
    if (leads.length > 0) yield { kind: 'leads', leads };
  }
}

/** The trouble that `work` of a JsonArrayReader finds; null when it finds none. */
export function troubleIn(work: () => void): ListTrouble | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof JsonStreamError) return { kind: error.kind, words: error.message };
    throw error;
  }
}
