import { field, isObject, messageIn, parseJson } from '../../../../shared/domain/service/answers.ts';

/** The body cannot be read as a list of leads; `kind` says why. */
export class JsonStreamError extends Error {
  readonly kind: 'notJson' | 'noList' | 'malformed' | 'tooLarge' | 'truncated';

  constructor(kind: JsonStreamError['kind'], message: string) {
    super(message);
    this.name = 'JsonStreamError';
    this.kind = kind;
  }
}

const LONGEST_HEAD = 256 * 1024;
const LONGEST_ELEMENT = 16 * 1024 * 1024;
const LIST_NAMES = new Set(['results', 'leads', 'data', 'items', 'value']);

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_SQUARE = 91;
const CLOSE_SQUARE = 93;
const OPEN_CURLY = 123;
const CLOSE_CURLY = 125;

/**
 * Cuts a JSON array out of a body that arrives in pieces, bare or in an envelope, and parses the whole elements of
 * each piece at once. Works on bytes, where a cut inside a character does no harm: it looks at ASCII marks only. Memory is bounded
 * by one piece and one element.
 */
export class JsonArrayReader {
  private phase: 'head' | 'elements' | 'tail' = 'head';
  private head: Buffer[] = [];
  private headSize = 0;
  private pending: Buffer[] = [];
  private pendingSize = 0;
  private depth = 0;
  private isInString = false;
  /** The piece before ended inside a string after an odd number of backslashes. */
  private isEscaped = false;
  private closers = '';
  private tailText = '';

  /** The elements that became whole with this piece. Throws JsonStreamError. */
  push(piece: Uint8Array): unknown[] {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (this.phase === 'head') return this.pushHead(bytes);
    if (this.phase === 'elements') return this.pushElements(bytes);
    this.pushTail(bytes);
    return [];
  }

  /** Call when the body has ended. Throws when it ended before the list did. */
  end(): void {
    if (this.phase === 'elements') throw new JsonStreamError('truncated', 'the list ended early');
    if (this.phase === 'head') throw this.noList();
    if (!this.isTailWhole()) throw new JsonStreamError('truncated', 'the envelope ended early');
  }

  private noList(): JsonStreamError {
    const text = Buffer.concat(this.head).toString('utf8');
    if (text.trim() === '') return new JsonStreamError('truncated', 'the answer is empty');
    const value = parseJson(text.replace(/^\uFEFF/, ''));
    if (value === undefined) {
      const startsAsJson = /^\uFEFF?\s*[[{]/.test(text);
      return new JsonStreamError(startsAsJson ? 'truncated' : 'notJson', messageIn(text)?.message ?? '');
    }
    return new JsonStreamError('noList', messageIn(text)?.message ?? '');
  }

  private pushHead(bytes: Buffer): unknown[] {
    this.head.push(bytes);
    this.headSize += bytes.length;
    const whole = this.head.length === 1 ? bytes : Buffer.concat(this.head);
    this.head = [whole];
    // latin1 keeps one character a byte, so that positions in the text are positions in the bytes.
    const found = findList(whole.toString('latin1', 0, Math.min(whole.length, LONGEST_HEAD)));
    if (found.kind === 'found') {
      this.phase = 'elements';
      this.closers = found.closers;
      this.head = [];
      return this.pushElements(whole.subarray(found.at + 1));
    }
    if (found.kind === 'notJson') throw this.noList();
    if (this.headSize > LONGEST_HEAD) throw new JsonStreamError('noList', '');
    return [];
  }

  private pushElements(bytes: Buffer): unknown[] {
    let at = 0;
    let lastComma = -1;
    const length = bytes.length;
    while (at < length) {
      if (this.isInString) {
        at = this.skipString(bytes, at);
        continue;
      }
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.isInString = true;
        this.isEscaped = false;
      } else if (byte === OPEN_CURLY || byte === OPEN_SQUARE) this.depth++;
      else if (byte === COMMA) {
        if (this.depth === 0) lastComma = at;
      } else if (byte === CLOSE_CURLY || byte === CLOSE_SQUARE) {
        if (this.depth === 0) {
          if (byte === CLOSE_CURLY) throw new JsonStreamError('malformed', 'a bracket is out of place');
          return this.finish(bytes, at);
        }
        this.depth--;
      }
      at++;
    }
    if (lastComma === -1) {
      this.keep(bytes);
      return [];
    }
    const elements = this.parse(bytes.subarray(0, lastComma), true);
    this.keep(bytes.subarray(lastComma + 1));
    return elements;
  }

  /** Returns the position after the string's end, or the end of the piece. */
  private skipString(bytes: Buffer, from: number): number {
    let at = from;
    for (;;) {
      const quote = bytes.indexOf(QUOTE, at);
      const end = quote === -1 ? bytes.length : quote;
      let backslashes = 0;
      for (let back = end - 1; back >= from && bytes[back] === BACKSLASH; back--) backslashes++;
      // A run of backslashes that reaches the start of the piece goes on from the piece before.
      const carried = backslashes === end - from && this.isEscaped ? 1 : 0;
      const isEscaped = (backslashes + carried) % 2 === 1;
      if (quote === -1) {
        this.isEscaped = isEscaped;
        return bytes.length;
      }
      if (!isEscaped) {
        this.isInString = false;
        this.isEscaped = false;
        return quote + 1;
      }
      at = quote + 1;
    }
  }

  private keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.pending.push(bytes);
    this.pendingSize += bytes.length;
    if (this.pendingSize > LONGEST_ELEMENT) throw new JsonStreamError('tooLarge', 'one lead is larger than 16 MB');
  }

  private parse(bytes: Buffer, hasMore: boolean): unknown[] {
    const whole = this.pending.length === 0 ? bytes : Buffer.concat([...this.pending, bytes]);
    this.pending = [];
    this.pendingSize = 0;
    const text = whole.toString('utf8');
    // An element may be missing in an empty list only.
    if (!hasMore && this.isFirst && text.trim() === '') return [];
    const elements = parseJson(`[${text}]`);
    if (!Array.isArray(elements) || elements.length === 0)
      throw new JsonStreamError('malformed', 'a lead is not proper JSON');
    this.isFirst = false;
    return elements;
  }

  private isFirst = true;

  private finish(bytes: Buffer, at: number): unknown[] {
    const elements = this.parse(bytes.subarray(0, at), false);
    this.phase = 'tail';
    this.pushTail(bytes.subarray(at + 1));
    return elements;
  }

  /** What follows the list in an envelope must be valid JSON; its values are not used. */
  private pushTail(bytes: Buffer): void {
    if (this.tailText.length + bytes.length > LONGEST_HEAD)
      throw new JsonStreamError('tooLarge', 'too much follows the list');
    this.tailText += bytes.toString('latin1');
  }

  private isTailWhole(): boolean {
    if (this.closers === '') {
      if (this.tailText.trim() !== '') throw new JsonStreamError('malformed', 'something follows the list');
      return true;
    }
    // The envelope without its list: what the head opened, an empty place, and the tail.
    const value = parseJson(`${'{"list":'.repeat(this.closers.length)}[]${this.tailText}`);
    if (value === undefined) return false;
    const failed = isObject(value) && field(value, 'responseStatus', 'error');
    if (failed !== undefined && failed !== false && failed !== null) {
      const said = messageIn(JSON.stringify(value))?.message ?? '';
      if (said !== '') throw new JsonStreamError('malformed', said);
    }
    return true;
  }
}

/** The byte order mark of UTF-8, read as latin1. */
const BYTE_ORDER_MARK = '\u00EF\u00BB\u00BF';

type Found = { kind: 'found'; at: number; closers: string } | { kind: 'more' } | { kind: 'none' } | { kind: 'notJson' };

/** Where the list begins in the first bytes of a body: at once, or as the value of a known name, two levels deep. */
function findList(text: string): Found {
  if (BYTE_ORDER_MARK.startsWith(text)) return { kind: 'more' };
  let at = text.startsWith(BYTE_ORDER_MARK) ? 3 : 0;
  const space = () => {
    while (at < text.length && /\s/.test(text[at] ?? '')) at++;
  };
  let closers = '';
  space();
  if (at >= text.length) return { kind: 'more' };
  if (text[at] === '[') return { kind: 'found', at, closers };
  if (text[at] !== '{') return { kind: 'notJson' };
  at++;
  closers = '}';
  for (;;) {
    space();
    if (at >= text.length) return { kind: 'more' };
    if (text[at] === ',') {
      at++;
      continue;
    }
    if (text[at] === '}') {
      at++;
      closers = closers.slice(1);
      if (closers === '') return { kind: 'none' };
      continue;
    }
    const nameEnd = endOfString(text, at);
    if (nameEnd === null) return text[at] === '"' ? { kind: 'more' } : { kind: 'notJson' };
    const name = text.slice(at + 1, nameEnd - 1).toLowerCase();
    at = nameEnd;
    space();
    if (at >= text.length) return { kind: 'more' };
    if (text[at] !== ':') return { kind: 'notJson' };
    at++;
    space();
    if (at >= text.length) return { kind: 'more' };
    if (LIST_NAMES.has(name) && text[at] === '[') return { kind: 'found', at, closers };
    if (LIST_NAMES.has(name) && text[at] === '{' && closers.length < 2) {
      at++;
      closers += '}';
      continue;
    }
    const valueEnd = endOfValue(text, at);
    if (valueEnd === null) return { kind: 'more' };
    at = valueEnd;
  }
}

function endOfString(text: string, from: number): number | null {
  if (text[from] !== '"') return null;
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return null;
}

function endOfValue(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === null) return null;
      at = end - 1;
      if (depth === 0) return end;
    } else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && character === ',') return at;
  }
  return null;
}
