/** The beginning of a text, none of its characters halved. @param most UTF-16 units */
export function firstCharacters(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
