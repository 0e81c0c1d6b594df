/** The place of a comparison in the address of the page "Export": `compare:BEFORE:NOW`, ids of two results. */
const COMPARISON = /^compare:([^:]+):([^:]*)$/;

/** @param now null: the page proposes the other result */
export function comparePlace(before: string, now: string | null): string {
  return `compare:${before}:${now ?? ''}`;
}

export function parseComparePlace(id: string | null): { readonly before: string; readonly now: string | null } | null {
  const [, before, now] = COMPARISON.exec(id ?? '') ?? [];
  return before === undefined ? null : { before, now: now === undefined || now === '' ? null : now };
}
