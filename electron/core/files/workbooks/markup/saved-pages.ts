// Why: decision 0418.
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { encodingNamed } from '../../text/encodings/encoding.ts';
import { fileChunks, type FilePart } from './file-part.ts';
import { transferOf } from './transfer-decoder.ts';

/** A web page inside a saved one (MHTML, RFC 2557): Excel writes one for each sheet, browsers one for each frame. */
export interface SavedPage extends FilePart {
  /** Where the page was, as the file says; '' when it does not. */
  readonly location: string;
}

/** Characters of a line that are looked at: a boundary has 74 at most, and a longer line of a head says nothing more. */
const longestLine = 2000;
/** Characters of the head of one part. */
const longestHead = 65_536;
/** Parts inside parts. Mail programs reach four. */
const deepest = 20;
/** Web pages: as many as a workbook has sheets. A page of frames has a handful. */
const mostPages = 1000;

/** The web pages of a saved one, in their order. Throws FileTrouble `unsupported`, or `tooLarge` for more than anybody saves. */
export function savedPagesOf(descriptor: number, size: number, name: string): SavedPage[] {
  const parts = new SavedParts(name);
  let line = '';
  let lineAt = 0;
  let position = 0;
  for (const chunk of fileChunks(descriptor, 0, size)) {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(10, from);
      const to = end === -1 ? chunk.length : end;
      if (line.length < longestLine)
        line += chunk.toString('latin1', from, Math.min(to, from + longestLine - line.length));
      if (end === -1) break;
      from = end + 1;
      parts.line(line, lineAt, position + from);
      line = '';
      lineAt = position + from;
    }
    position += chunk.length;
  }
  return parts.end(size);
}

type OpenPage = Omit<SavedPage, 'to'>;

/** Takes the lines of a file in parts, and remembers where the web pages among them lie. */
class SavedParts {
  readonly #name: string;
  readonly #pages: SavedPage[] = [];
  /** Of the parts that are open, the outermost first. */
  readonly #boundaries: string[] = [];
  #page: OpenPage | null = null;
  /** The head of a part so far; null inside its body. */
  #head: string | null = '';

  constructor(name: string) {
    this.#name = name;
  }

  /** @param next where the next line begins */
  line(line: string, at: number, next: number): void {
    if (line.startsWith('--') && this.#passBoundary(line.trimEnd(), at)) return;
    if (this.#head === null) return;
    if (line.trim() !== '') {
      // A head goes on where a line begins with a blank.
      this.#head += /^[ \t]/.test(line) ? ` ${line.trim()}` : `\n${line.trim()}`;
      if (this.#head.length > longestHead) throw tooMuch(this.#name);
    } else if (this.#head !== '') this.#beginBody(this.#head, next);
  }

  end(size: number): SavedPage[] {
    this.#endPage(size);
    if (this.#pages.length === 0)
      throw new FileTrouble(
        'unsupported',
        `"${this.#name}" is a saved web page (MHTML) without the page itself, so there are no rows to read. Open it in a spreadsheet program, save it as XLSX or CSV, and choose that file.`,
      );
    return this.#pages;
  }

  #passBoundary(line: string, lineAt: number): boolean {
    const at = this.#boundaries.findLastIndex((one) => line === `--${one}` || line === `--${one}--`);
    const boundary = this.#boundaries[at];
    if (boundary === undefined) return false;
    this.#endPage(lineAt);
    const isEnd = line !== `--${boundary}`;
    // A part also ends with the one around it.
    this.#boundaries.length = isEnd ? at : at + 1;
    this.#head = isEnd ? null : '';
    return true;
  }

  #beginBody(head: string, from: number): void {
    this.#head = null;
    const type = valueOf(head, 'content-type');
    if (/^multipart\//i.test(type)) {
      if (this.#boundaries.length >= deepest) throw tooMuch(this.#name);
      this.#boundaries.push(parameterOf(type, 'boundary'));
    } else if (/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) {
      if (this.#pages.length >= mostPages) throw tooMuch(this.#name);
      this.#page = {
        from,
        transfer: transferOf(valueOf(head, 'content-transfer-encoding'), this.#name),
        encoding: encodingNamed(parameterOf(type, 'charset')),
        location: valueOf(head, 'content-location'),
      };
    }
  }

  #endPage(to: number): void {
    if (this.#page !== null) this.#pages.push({ ...this.#page, to });
    this.#page = null;
  }
}

function valueOf(head: string, field: string): string {
  const line = head.split('\n').find((one) => one.toLowerCase().startsWith(`${field}:`));
  return line?.slice(field.length + 1).trim() ?? '';
}

function parameterOf(value: string, name: string): string {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]*))`, 'i').exec(value);
  return found?.[1] ?? found?.[2] ?? '';
}

function tooMuch(name: string): FileTrouble {
  return new FileTrouble(
    'tooLarge',
    `"${name}" is a saved web page (MHTML) with far more parts, or longer heads of them, than programs write. It was not read further. Open it in a spreadsheet program, save it as XLSX or CSV, and choose that file.`,
  );
}
