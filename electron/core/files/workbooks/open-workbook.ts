// Why: decision 0030.
import { FileTrouble } from '../foundation/file-trouble.ts';
import { openLegacy } from './legacy-workbook.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { openOds } from './ods-reader.ts';
import type { Workbook } from './workbook.ts';
import { openXlsx } from './xlsx-reader.ts';
import { ZipArchive } from './zip-archive.ts';

/** Opens a workbook by its content. `whole` false: reads only what a preview needs. Throws FileTrouble. */
export async function openWorkbook(
  kind: 'zip' | 'compound',
  descriptor: number,
  size: number,
  name: string,
  whole: boolean,
): Promise<Workbook> {
  if (kind === 'compound') return openLegacy(descriptor, size, name, 'xls');
  const zip = ZipArchive.open(descriptor, size, name);
  const mimetype = await zip.text('mimetype', 1024).catch(() => '');
  if (zip.has('content.xml') && /spreadsheet/.test(mimetype + (await zip.text('META-INF/manifest.xml'))))
    return openOds(zip, name, whole);
  if (zip.has('xl/workbook.bin')) {
    await zip.refuseBomb(spreadsheetLimits.oldWorkbookUnpackedBytes);
    return openLegacy(descriptor, size, name, 'xlsb');
  }
  if ([...zip.entries.keys()].some((entry) => /^xl\/|(?:^|\/)workbook\.xml$/i.test(entry)))
    return openXlsx(zip, name, whole);
  throw new FileTrouble(
    'unsupported',
    `"${name}" is a ZIP file without a workbook in it. Unpack it and choose the spreadsheet inside.`,
  );
}
