import { each, own, type Place } from './place.ts';

const files = 'electron/core/files';
const markup = `${files}/workbooks/markup`;

/** Readers and writers of files. */
export const placesOfFiles: readonly Place[] = [
  // Those of written tables, long records and lines of two encodings take seconds.
  { path: `${files}/text`, specs: [`${files}/text/{apostrophes,csv-reader,fixed-width}.spec.ts`] },
  ...own(`${files}/text`, ['apostrophes', 'delimiter', 'fixed-width', 'next-occurrence']),
  ...each(`${files}/text`, ['csv-records', 'quote-meanings'], [`${files}/text/csv-records.spec.ts`]),
  ...each(`${files}/text`, ['row-cutter'], [`${files}/text/{apostrophes,csv-reader,mixed-lines}.spec.ts`]),
  ...each(`${files}/text`, ['mixed-cutter', 'packed-reader'], [`${files}/text/mixed-cutter.spec.ts`]),
  ...each(`${files}/text`, ['fixed-cutter'], [`${files}/text/{fixed-width,padded-fields}.spec.ts`]),
  {
    path: `${files}/text/encodings`,
    specs: [`${files}/text/encodings/{encoding*,legacy-encodings}.spec.ts`, `${files}/text/csv-reader.spec.ts`],
  },
  {
    path: `${files}/text/encodings/mixed-lines.ts`,
    specs: [`${files}/text/{encodings/encoding-guess,mixed-lines}.spec.ts`],
  },
  { path: `${files}/text/encodings/byte-survey.ts`, specs: [`${files}/text/encodings/byte-survey.spec.ts`] },
  ...each(
    `${files}/text/encodings`,
    ['east-asian', 'encoding-guess', 'legacy-encodings', 'letter-frequencies', 'mixed-guess'],
    [`${files}/text/encodings/{encoding-guess,legacy-encodings}.spec.ts`],
  ),
  { path: `${files}/text/lines`, specs: [`${files}/text/lines/text-lines.spec.ts`] },
  { path: `${files}/text/lines/line-decoder.ts`, specs: [`${files}/text/lines/line-decoder.spec.ts`] },
  // The others read whole workbooks through a staging file, in every format: they take a minute.
  {
    path: `${files}/workbooks`,
    specs: [
      `${files}/workbooks/{choose-sheet,code-page,legacy-workbook,number-formats,ods-reader,practise-workbook}.spec.ts`,
      `${files}/workbooks/{sheet-scanner,string-arena,xlsx-reader,zip-archive}.spec.ts`,
    ],
  },
  // Those of hostile pages take seconds.
  { path: markup, specs: [`${markup}/{saved-pages,transfer-decoder}.spec.ts`] },
  ...each(markup, ['html-reader', 'markup-file'], [`${markup}/{html-tables,markup-file,saved-pages}.spec.ts`]),
  ...each(markup, ['html-scanner', 'html-tables'], [`${markup}/{html-tables,markup-file}.spec.ts`]),
  ...each(markup, ['xml-2003-sheets', 'xml-reader'], [`${markup}/{flat-ods,xml-2003-sheets}.spec.ts`]),
  ...each(
    `${files}/workbooks`,
    ['byte-scanner', 'shared-strings', 'sheet-scanner', 'xlsx-sheet'],
    [`${files}/workbooks/{sheet-scanner,xlsx-reader}.spec.ts`],
  ),
  ...each(
    `${files}/workbooks`,
    ['xlsx-reader', 'open-workbook', 'zip-archive', 'unpacking-room'],
    [`${files}/workbooks/{ods-reader,xlsx-reader,zip-archive}.spec.ts`],
  ),
  ...each(
    `${files}/workbooks`,
    ['ods-cell', 'ods-reader'],
    [`${files}/workbooks/ods-reader.spec.ts`, `${markup}/flat-ods.spec.ts`],
  ),
  ...each(
    `${files}/workbooks`,
    ['choose-sheet', 'front-matter', 'sheet-look'],
    [`${files}/workbooks/choose-sheet.spec.ts`],
  ),
  { path: `${files}/workbooks/legacy-workbook.ts`, specs: [`${files}/workbooks/{code-page,legacy-workbook}.spec.ts`] },
  { path: `${files}/workbooks/format-code.ts`, specs: [`${files}/workbooks/number-formats.spec.ts`] },
  ...own(`${files}/workbooks`, ['code-page', 'number-formats', 'string-arena', 'xml-scanner']),
  // Those of whole files and workbooks take seconds.
  { path: `${files}/table`, specs: [`${files}/table/{find-layout,header-score,layout,stacked-header}.spec.ts`] },
  ...each(`${files}/table`, ['header-score', 'header-series'], [`${files}/table/header-{score,series}.spec.ts`]),
  ...each(`${files}/table`, ['title-block'], [`${files}/table/{stacked-header,title-block}.spec.ts`]),
  ...each(
    `${files}/table`,
    ['blank-lines', 'rows-apart', 'sheet-row', 'table-header', 'table-stager'],
    [`${files}/table/{layout,table-stager}.spec.ts`],
  ),
  ...each(`${files}/table`, ['column-profile'], [`${files}/table/{column-profile,table-stager}.spec.ts`]),
  ...own(`${files}/table`, ['column-names', 'problem-list', 'stacked-header', 'table-end']),
  ...own(`${files}/table/cells`, ['invisible-characters']),
  ...each(`${files}/table`, ['packed-row', 'row-packer'], [`${files}/table/row-packer.spec.ts`]),
  // A file with its own specs: a sheet of a million rows, and whole results in every format, take seconds.
  { path: `${files}/writing`, specs: [`${files}/writing/packed-rows.spec.ts`] },
  ...own(`${files}/writing`, [
    'column-types',
    'csv-writer',
    'growing-bytes',
    'iso-dates',
    'save-table',
    'windows-1252',
    'zip-writer',
  ]),
  ...each(`${files}/writing`, ['json-bytes', 'json-writer'], [`${files}/writing/json-writer.spec.ts`]),
  ...each(`${files}/writing`, ['parquet-file', 'parquet-writer'], [`${files}/writing/parquet-writer.spec.ts`]),
  ...each(`${files}/writing`, ['sheet-bytes', 'xlsx-parts'], [`${files}/writing/{packed-rows,xlsx-writer}.spec.ts`]),
  { path: `${files}/writing/xlsx-writer.ts`, specs: [`${files}/writing/{full-sheet,xlsx-writer}.spec.ts`] },
  { path: `${files}/writing/target-file.ts`, specs: [`${files}/writing/{csv-writer,target-file}.spec.ts`] },
  // Those of real spreadsheets and of threads take half a minute.
  { path: `${files}/staging`, specs: [`${files}/staging/staging.spec.ts`] },
  ...each(
    `${files}/staging`,
    ['padded', 'reading-job', 'staging-file', 'staging-writer'],
    [`${files}/staging/reading-job.spec.ts`],
  ),
  ...own(`${files}/staging`, ['file-kind', 'staged-origin', 'stored-columns']),
];
