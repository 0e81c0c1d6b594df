/** Words that name a time or a format, and not whose file it is. */
const PASSING = new Set(
  'jan feb mar apr may maj mai jun jul aug sep oct okt nov dec dez january february march april june july august september october november december januar februar marts juni juli oktober december dezember csv xlsx xls ods txt tsv kopi copy kopie final new ny neu week uge kw woche'.split(
    ' ',
  ),
);

/**
 * Whether two files have names that one sender gives: the same words, whatever their numbers and dates. Names without words
 * are like no other.
 */
export function isNamedAlike(one: string, other: string): boolean {
  const [own, its] = [wordsOf(one), wordsOf(other)];
  if (own.size === 0 || its.size === 0) return false;
  const shared = [...own].filter((word) => its.has(word)).length;
  return shared / Math.max(own.size, its.size) >= 0.5;
}

function wordsOf(fileName: string): Set<string> {
  const base = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .normalize('NFC')
    .toLowerCase();
  return new Set((base.match(/\p{L}{2,}/gu) ?? []).filter((word) => !PASSING.has(word)));
}
