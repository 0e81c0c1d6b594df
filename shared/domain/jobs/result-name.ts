/** Name of the result file of an imported file: "berlin-schools.xlsx" → "berlin-schools-result.csv". `count` from 2 tells further ones apart. */
export function resultFileName(fileName: string, count = 1): string {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, '');
  return `${stem}-result${count === 1 ? '' : `-${count}`}.csv`;
}
