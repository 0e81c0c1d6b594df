import { FileTrouble } from '../foundation/file-trouble.ts';

/**
 * Reads XML as it arrives, without a tree. For safety it resolves no document type and no entities except the five of XML
 * and character numbers; the parts of workbooks need no more.
 */
export interface XmlHandler {
  /** `name`: without its prefix. `tag`: the text between < and >, for `attribute`. */
  open(name: string, tag: string): void;
  /** Also called for an element that closes itself. */
  close(name: string): void;
  /** Called only while `wantsText` is true; entities are decoded. */
  text(text: string): void;
  /** A document type, or a part of one; comments are not one. `text`: from its `<!` to its `>`. */
  declaration?(text: string): void;
  wantsText: boolean;
}

/** Characters, or bytes. No spreadsheet has a longer tag or text; more would exhaust the memory. */
export const longestPiece = 64 * 1024 * 1024;

/** Thrown by a handler to end the reading when nothing more is wanted. */
export class EnoughRead extends Error {}

export class XmlTooLong extends FileTrouble {
  constructor() {
    super(
      'tooLarge',
      'The workbook has a cell of more than 64 million characters. Save the sheet as CSV and look for it there.',
    );
  }
}

export class XmlScanner {
  #rest = '';
  readonly #handler: XmlHandler;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  push(piece: string): void {
    const text = this.#rest === '' ? piece : this.#rest + piece;
    const handler = this.#handler;
    let position = 0;
    for (;;) {
      const open = text.indexOf('<', position);
      if (open === -1) {
        position = this.#flushText(text, position);
        break;
      }
      if (open > position && handler.wantsText) handler.text(decodeEntities(text.slice(position, open)));
      position = open;
      const next = this.#markup(text, open);
      if (next === -1) break;
      position = next;
    }
    this.#rest = text.slice(position);
    if (this.#rest.length > longestPiece) throw new XmlTooLong();
  }

  /** Passes on text that no tag follows yet, except an entity that may be cut; returns where the rest begins. */
  #flushText(text: string, position: number): number {
    if (!this.#handler.wantsText) return text.length;
    const cut = text.lastIndexOf('&');
    const stop = cut >= position && text.indexOf(';', cut) === -1 && text.length - cut < 12 ? cut : text.length;
    if (stop > position) this.#handler.text(decodeEntities(text.slice(position, stop)));
    return stop;
  }

  /** Reads one tag, comment or declaration from `open`; returns where it ends, or -1 when its end has not arrived. */
  #markup(text: string, open: number): number {
    const code = text.charCodeAt(open + 1);
    if (code === 33) return this.#declaration(text, open);
    if (code === 63) return after(text, '?>', open);
    if (code === 47) {
      const end = text.indexOf('>', open);
      if (end === -1) return -1;
      this.#handler.close(localName(text, open + 2, end));
      return end + 1;
    }
    const end = tagEnd(text, open);
    if (end === -1) return -1;
    const selfClosing = text.charCodeAt(end - 1) === 47;
    const tag = text.slice(open + 1, selfClosing ? end - 1 : end);
    const name = localName(tag, 0, tag.length);
    this.#handler.open(name, tag);
    if (selfClosing) this.#handler.close(name);
    return end + 1;
  }

  #declaration(text: string, open: number): number {
    if (text.startsWith('<!--', open)) return after(text, '-->', open);
    if (text.startsWith('<![CDATA[', open)) {
      const end = text.indexOf(']]>', open);
      if (end === -1) return -1;
      if (this.#handler.wantsText) this.#handler.text(text.slice(open + 9, end));
      return end + 3;
    }
    const end = text.length - open < 9 ? -1 : after(text, '>', open);
    if (end !== -1) this.#handler.declaration?.(text.slice(open, end));
    return end;
  }
}

function after(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at === -1 ? -1 : at + what.length;
}

/** The > that ends a tag, not one inside the quotes of an attribute; -1 when it has not arrived. */
function tagEnd(text: string, open: number): number {
  let quote = 0;
  for (let at = open; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 62) return at;
    else if (code === 34 || code === 39) quote = code;
  }
  return -1;
}

function localName(text: string, from: number, to: number): string {
  let end = from;
  let start = from;
  while (end < to) {
    const code = text.charCodeAt(end);
    if (code <= 32 || code === 47) break;
    if (code === 58) start = end + 1;
    end += 1;
  }
  return text.slice(start, end);
}

/** The value of an attribute by its name (with or without prefix), or null. */
export function attribute(tag: string, name: string): string | null {
  for (let at = tag.indexOf(name); at !== -1; at = tag.indexOf(name, at + 1)) {
    const before = tag.charCodeAt(at - 1);
    if (before > 32 && before !== 58) continue;
    let equals = at + name.length;
    while (tag.charCodeAt(equals) <= 32) equals += 1;
    if (tag.charCodeAt(equals) !== 61) continue;
    let start = equals + 1;
    while (tag.charCodeAt(start) <= 32) start += 1;
    const end = tag.indexOf(tag.charAt(start), start + 1);
    return end === -1 ? null : decodeEntities(tag.slice(start + 1, end));
  }
  return null;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
    },
  );
}

/** Elements of a small document by local name, with their attributes; for parts that fit in memory. */
export function eachElement(text: string, visit: (name: string, tag: string) => void): void {
  const scanner = new XmlScanner({ open: visit, close: () => undefined, text: () => undefined, wantsText: false });
  scanner.push(text);
}
