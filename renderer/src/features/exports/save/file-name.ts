/** A file name with the name of the export and the day, valid on every system. */
export function suggestedFileName(name: string, day: string, ending: string): string {
  const safe = name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return `${safe === '' ? 'leads' : safe}-${day}.${ending}`;
}
