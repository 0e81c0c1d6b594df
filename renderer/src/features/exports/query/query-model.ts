import type { ExportQuery } from '../../../../../shared/contract/exports/queries.ts';

export function toggle(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** Chooses or clears a whole group at once: chosen when any of it was missing. */
export function toggleGroup(values: readonly string[], group: readonly string[]): string[] {
  const others = values.filter((value) => !group.includes(value));
  return group.every((value) => values.includes(value)) ? others : [...others, ...group];
}

/** Names of the specification, as they are sent; in a person's parameter they are sent a second time. */
const OWN_NAMES: Readonly<Record<ExportQuery['source'], readonly string[]>> = {
  simple: ['Projects', 'ModifiedFrom', 'Statuses', 'LeadClosures'],
  raw: ['Projects', 'ModifiedFrom', 'Statuses', 'LeadClosures'],
  search: ['searchName', 'modifiedFrom', 'project', 'include'],
};

/** What becomes of a person's own parameter; null: it is sent as typed. */
export function parameterWords(
  { name, value }: ExportQuery['extra'][number],
  source: ExportQuery['source'],
): { readonly isSent: boolean; readonly words: string } | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === '')
    return { isSent: false, words: value === '' ? 'Empty, so it is not sent.' : 'Without a name it is not sent.' };
  const own = OWN_NAMES[source].find((known) => known.toLowerCase() === wanted);
  if (own !== undefined) return { isSent: true, words: `Sent beside the field for ${own}.` };
  return value === '' ? { isSent: true, words: 'Sent without a value.' } : null;
}

/** Each text once, in any case of its letters, the one used last first. */
export function usedNames(texts: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const text of texts) {
    const key = text.trim().toLowerCase();
    if (key !== '' && !known.has(key)) known.set(key, text.trim());
  }
  return [...known.values()];
}
