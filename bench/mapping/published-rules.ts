/** How other importers match headers to fields, written from their published descriptions. One field, one column. */
export type MatchRule = (headers: readonly string[], fields: readonly string[]) => (string | null)[];

/** Levenshtein distance of at most 2 to the field's key, case counting; the closest field wins, the last column keeps it. */
export const distanceRule: MatchRule = (headers, fields) => {
  const taken = new Map<string, number>();
  headers.forEach((header, index) => {
    const [closest] = fields
      .map((field) => ({ field, distance: editDistance(header, field) }))
      .sort((left, right) => left.distance - right.distance);
    if (closest !== undefined && closest.distance <= 2 && header !== '') taken.set(closest.field, index);
  });
  return headers.map((_, index) => [...taken].find(([, column]) => column === index)?.[0] ?? null);
};

/** Equal as written, else equal in lower case, else equal in letters and digits only; the first column takes a field. */
export const equalNameRule: MatchRule = (headers, fields) => {
  const taken = new Set<string>();
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  return headers.map((header) => {
    const found =
      fields.find((field) => field === header) ??
      fields.find((field) => field.toLowerCase() === header.toLowerCase()) ??
      fields.find((field) => plain(header) !== '' && plain(field) === plain(header));
    if (found === undefined || taken.has(found)) return null;
    taken.add(found);
    return found;
  });
};

/** The best similarity of any word of the header with any word of the field, above 0.9; the first column takes a field. */
export const wordPairRule: MatchRule = (headers, fields) => {
  const taken = new Set<string>();
  return headers.map((header) => {
    const scored = fields
      .filter((field) => !taken.has(field))
      .map((field) => ({ field, score: bestWordPair(header, field) }))
      .sort((left, right) => right.score - left.score);
    const best = scored[0];
    if (best === undefined || best.score <= 0.9) return null;
    taken.add(best.field);
    return best.field;
  });
};

function words(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

function bestWordPair(header: string, field: string): number {
  let best = 0;
  for (const left of words(header))
    for (const right of words(field))
      best = Math.max(best, 1 - editDistance(left, right) / Math.max(left.length, right.length));
  return best;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let other = 1; other <= right.length; other += 1) {
      const replaced = (row[other - 1] as number) + (left[at - 1] === right[other - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[other] as number) + 1, (next[other - 1] as number) + 1));
    }
    row = next;
  }
  return row[right.length] as number;
}
