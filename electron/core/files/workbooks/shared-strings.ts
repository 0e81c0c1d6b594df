import { ByteScanner, elementEnd, isNamed, tagEnd } from './byte-scanner.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { StringArena } from './string-arena.ts';
import { decodeEscapes } from './xlsx-sheet.ts';
import { decodeEntities, XmlScanner, type XmlHandler } from './xml-scanner.ts';

/** In place of a position: the element is not written in the usual form. */
const unusual = -2;

/** Collects the shared strings of a workbook. Plain ones are copied as bytes, without decoding. */
export class SharedStringScanner extends ByteScanner {
  readonly strings: StringArena;
  readonly #general = new XmlScanner(richText((text) => this.strings.add(decodeEscapes(text))));

  /** @param bytes of the part, as the workbook says */
  constructor(bytes = 0) {
    super();
    this.strings = new StringArena(bytes);
  }

  protected element(bytes: Buffer, open: number, name: number, nameEnd: number): number {
    if (bytes[open + 1] === 47 || !isNamed(bytes, name, nameEnd, 'si')) return tagEnd(bytes, nameEnd);
    const plain = this.#plain(bytes, nameEnd, name - open - 1);
    const end = plain === unusual ? elementEnd(bytes, open, nameEnd) : plain;
    if (end === -1) return -1;
    if (plain === unusual) this.#general.push(bytes.toString('utf8', open, end));
    if (this.strings.size > spreadsheetLimits.sharedTextBytes)
      throw new FileTrouble(
        'tooLarge',
        'The workbook has more than 512 MB of text. Save the sheet as CSV and choose that file.',
      );
    return end;
  }

  /** Reads `<si><t>…</t></si>` from behind the first name; returns where it ends, -1 when the bytes end before, or `unusual`. */
  #plain(bytes: Buffer, from: number, prefix: number): number {
    const open = from + 3 + prefix;
    if (bytes[from] !== 62 || bytes[open - 1] !== 116) return unusual;
    if (bytes[open] !== 62 && bytes[open] !== 32) return unusual;
    const start = tagEnd(bytes, open);
    let needsDecoding = false;
    let stop = start;
    for (; ; stop += 1) {
      const byte = bytes[stop];
      if (byte === undefined) return -1;
      if (byte === 60) break;
      needsDecoding ||= byte === 38 || (byte === 95 && bytes[stop + 1] === 120);
    }
    const between = stop + 4 + prefix;
    const end = between + 5 + prefix;
    const isClosed =
      bytes[stop + 1] === 47 &&
      bytes[between - 2] === 116 &&
      bytes[between - 1] === 62 &&
      bytes[between + 1] === 47 &&
      bytes[end - 3] === 115 &&
      bytes[end - 2] === 105 &&
      bytes[end - 1] === 62;
    if (!isClosed) return unusual;
    if (!needsDecoding) this.strings.addBytes(bytes, start, stop);
    else if (!this.strings.addXml(bytes, start, stop))
      this.strings.add(decodeEscapes(decodeEntities(bytes.toString('utf8', start, stop))));
    return end;
  }
}

/** Joins the runs of a rich text, without its phonetic runs. */
function richText(take: (text: string) => void): XmlHandler {
  let text = '';
  let inPhonetic = false;
  const handler: XmlHandler = {
    wantsText: false,
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') inPhonetic = true;
      else if (name === 't') handler.wantsText = !inPhonetic;
    },
    text(piece) {
      text += piece;
    },
    close(name) {
      if (name === 't') handler.wantsText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') take(text);
    },
  };
  return handler;
}
