// Why: decision 0030.
import { FileTrouble } from '../foundation/file-trouble.ts';
import { openLegacy } from './legacy-workbook.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { openHtml, openSavedPages } from './markup/html-reader.ts';
import type { MarkupSource } from './markup/markup-file.ts';
import { openFods, openXml2003 } from './markup/xml-reader.ts';
import { openOds } from './ods-reader.ts';
import type { Workbook } from './workbook.ts';
import { openXlsx } from './xlsx-reader.ts';
import { ZipArchive } from './zip-archive.ts';

/** Opens a workbook by its content. `source.whole` false: reads only what a preview needs. Throws FileTrouble. */
export async function openWorkbook(
  kind: 'zip' | 'compound' | 'html' | 'mhtml' | 'xml2003' | 'fods',
  source: MarkupSource,
): Promise<Workbook> {
  const { descriptor, size, name, whole } = source;
  if (kind === 'html') return openHtml(source);
  if (kind === 'mhtml') return openSavedPages(source);
  if (kind === 'xml2003') return openXml2003(source);
  if (kind === 'fods') return openFods(source);
  if (kind === 'compound') return openLegacy(descriptor, size, name, 'xls', source.encoding);
  const zip = ZipArchive.open(descriptor, size, name);
  const mimetype = await zip.text('mimetype', 1024).catch(() => '');
  if (zip.has('content.xml') && /spreadsheet/.test(mimetype + (await zip.text('META-INF/manifest.xml'))))
    return openOds(zip, name, whole);
  if (zip.has('xl/workbook.bin')) {
    await zip.unpackAll(spreadsheetLimits.oldWorkbookUnpackedBytes, XLSB_PARTS);
    return openLegacy(descriptor, size, name, 'xlsb');
  }
  if ([...zip.entries.keys()].some((entry) => /^xl\/|(?:^|\/)workbook\.xml$/i.test(entry)))
    return openXlsx(zip, name, whole);
  throw new FileTrouble('unsupported', `"${name}" ${otherFile(zip)}`);
}

/** The first and last records of a sheet and of the shared texts in XLSB, whose library reads them without the last as well. */
const XLSB_PARTS = [
  { begin: Buffer.from([0x81, 0x01, 0x00]), end: Buffer.from([0x82, 0x01, 0x00]) },
  { begin: Buffer.from([0x9f, 0x01, 0x08]), end: Buffer.from([0xa0, 0x01, 0x00]) },
];

/** Files of other programs that are ZIP files as well, by an entry of theirs. */
const OTHERS: readonly (readonly [entry: RegExp, says: string])[] = [
  [/\.iwa$/i, 'was saved by Numbers, Pages or Keynote. Export its table there as XLSX or CSV, and choose that file.'],
  [
    /^(?:word\/document|ppt\/presentation|visio\/document)\.xml$|^content\.xml$/i,
    'is a document without a workbook. Save its table as XLSX or CSV, and choose that file.',
  ],
];

function otherFile(zip: ZipArchive): string {
  const names = [...zip.entries.keys()];
  const known = OTHERS.find(([entry]) => names.some((name) => entry.test(name)));
  return known?.[1] ?? 'is a ZIP file without a workbook in it. Unpack it and choose the spreadsheet inside.';
}
