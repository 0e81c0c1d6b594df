import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Real spreadsheets that lie beside the project on some machines; null with the reason why a test cannot run. */
export function realSpreadsheet(name: string): { readonly path: string } | { readonly missing: string } {
  const path = join(import.meta.dirname, '../../shared/spreadsheets', name);
  return existsSync(path) ? { path } : { missing: `${name} is not on this machine` };
}

/** A small spreadsheet with Nordic letters and cells of blanks; `count` rows, named row by row. Answers its path. */
export async function writeCompanies(
  path: string,
  count: number,
  change: (row: number) => Partial<{ name: string; phone: string }> = () => ({}),
): Promise<string> {
  const lines = Array.from({ length: count }, (_, index) => {
    const row = index + 1;
    const { name = `Ærø Energi ${row}`, phone = `+45 20 30 ${String(10 + (row % 90))} 40` } = change(row);
    return `${name};${phone};post${row}@example.dk;${row % 7 === 0 ? ' ' : `Sjælland ${row}`}`;
  });
  await writeFile(path, `Firma;Telefon;Email;Bemærkning\r\n${lines.join('\r\n')}\r\n`, 'utf8');
  return path;
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** For texts of western Europe without the signs that this encoding has in the place of control characters. */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
