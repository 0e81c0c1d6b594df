/** The XML of a workbook, apart from the rows. Names and namespaces: ECMA-376 part 1, 18. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Positions in `cellXfs` of `stylesXml`; cells without one are text. */
export const cellStyle = { header: 1, date: 2, time: 3, exactTime: 4, figure: 5 } as const;

export const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

export const rootRelationshipsXml = `${declaration}<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function contentTypesXml(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = each(
    sheets,
    (sheet) => `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="${type}.worksheet+xml"/>`,
  );
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${parts}<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`;
}

export function workbookXml(sheets: number): string {
  const list = each(
    sheets,
    (sheet) => `<sheet name="${sheet === 1 ? 'Leads' : `Leads ${sheet}`}" sheetId="${sheet}" r:id="rId${sheet}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${list}</sheets></workbook>`;
}

export function workbookRelationshipsXml(sheets: number): string {
  const list = each(
    sheets,
    (sheet) =>
      `<Relationship Id="rId${sheet}" Type="${relationships}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`,
  );
  return `${declaration}<Relationships xmlns="${packageRelationships}">${list}<Relationship Id="rId${sheets + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`;
}

/** What stands before the rows of a sheet. The header stays in sight. `wideColumns`: positions from 1, for dates. */
export function sheetStartXml(wideColumns: readonly number[]): string {
  const widths = wideColumns.map((column) => `<col min="${column}" max="${column}" width="23" customWidth="1"/>`);
  const columns = widths.length === 0 ? '' : `<cols>${widths.join('')}</cols>`;
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns}<sheetData>`;
}

/** What stands after the rows: no green triangle at every phone and post code. */
export function sheetEndXml(lastCell: string): string {
  return `</sheetData><ignoredErrors><ignoredError sqref="A1:${lastCell}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

/** 0 is A, 26 is AA. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

function each(count: number, xml: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => xml(index + 1)).join('');
}

/** What XML cannot hold or would change, and what looks like an escape already. */
// oxlint-disable-next-line no-control-regex
const needsEscape = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff\ud800-\udfff]|_x[0-9A-Fa-f]{4}_/;
const escapes =
  // oxlint-disable-next-line no-control-regex
  /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** Text for a cell. Control characters become `_xHHHH_` (ECMA-376 part 1, 22.4.2.4), which spreadsheet programs read back. */
function escapeText(text: string): string {
  if (!needsEscape.test(text)) return text;
  return text.replace(escapes, (found) => {
    switch (found) {
      case '&':
        return '&amp;';
      case '<':
        return '&lt;';
      case '>':
        return '&gt;';
      default:
        return found.length === 2 ? found : `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
    }
  });
}

/** Blanks at either end, line feeds and tabs are kept only with a mark. */
const needsSpaceMark = /^\s|\s$|[\n\t]/;

/**
 * A cell with any text. `place`: as in `B7`. Without a style it has the format "text". The shorter form of a text, `str`,
 * has no mark for blanks, and some readers undo its escapes twice.
 */
export function textCellXml(text: string, place: string, style?: number): string {
  const escaped = escapeText(text);
  const space = needsSpaceMark.test(escaped) ? ' xml:space="preserve"' : '';
  const attributes = `r="${place}"${style === undefined ? '' : ` s="${style}"`}`;
  return `<c ${attributes} t="inlineStr"><is><t${space}>${escaped}</t></is></c>`;
}
