/**
 * Name of the result file of an imported file: "berlin-schools.xlsx" → "berlin-schools-result.csv". `count` from 2 tells
 * further ones apart. `ending`: without its dot. `word`: what is in it.
 */
export function resultFileName(fileName: string, count = 1, ending = 'csv', word = 'result'): string {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, '');
  return `${stem}-${word}${count === 1 ? '' : `-${count}`}.${ending}`;
}
