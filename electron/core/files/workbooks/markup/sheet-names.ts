import { EnoughRead } from '../xml-scanner.ts';
import { HtmlScanner } from './html-scanner.ts';
import type { MarkupFile } from './markup-file.ts';

/** Characters of the first page in which Excel lists its sheets. */
const mostLooked = 262_144;

const sheets = /<x:Name>([^<]{1,1000})<\/x:Name>\s*<x:WorksheetSource\s+HRef="([^"]{1,2000})"/gi;

/** The names of the sheets of a workbook by the files that they were saved in, from the page that Excel writes before them. */
export function sheetNamesIn(page: MarkupFile | undefined): ReadonlyMap<string, string> {
  let head = '';
  try {
    page?.read((piece) => {
      head += piece;
      if (head.length > mostLooked) throw new EnoughRead();
    });
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error;
  }
  const found = [...head.matchAll(sheets)];
  return new Map(found.map(([, name = '', place = '']) => [lastOf(place), shown(name)]));
}

/** The name of the file in an address; '' for none. */
export function lastOf(location: string): string {
  return location.split(/[/\\]/).at(-1)?.toLowerCase() ?? '';
}

/** A text as a browser shows it. */
function shown(written: string): string {
  let text = '';
  const ignore = (): void => undefined;
  const scanner = new HtmlScanner({ open: ignore, close: ignore, text: (piece) => (text += piece) });
  scanner.push(written);
  scanner.end();
  return text;
}
