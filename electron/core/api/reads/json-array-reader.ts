import {
  asNumber,
  errorBeside,
  field,
  messageIn,
  parseJson,
} from '../../../../shared/domain/service/answers/answers.ts';
import {
  envelopesIn,
  findList,
  hasSecondList,
  isOneLead,
} from '../../../../shared/domain/service/answers/find-list.ts';
import { format } from '../../../../shared/domain/words/format.ts';

/**
 * `noTable`: it should be CSV and is something else. `twoLists`: the leads may be in either. `oneLead`: the list holds the
 * values of a single lead. `failed`: the list is there, and so is an error of the service. `counted`: the list is there, and
 * the service counts more leads than it holds.
 */
export type JsonStreamTrouble =
  | 'notJson'
  | 'noList'
  | 'noTable'
  | 'malformed'
  | 'tooLarge'
  | 'twoLists'
  | 'oneLead'
  | 'truncated'
  | 'failed'
  | 'counted';

/** The body cannot be read as a list of leads; `kind` says why, the message may be the service's own words. */
export class JsonStreamError extends Error {
  readonly kind: JsonStreamTrouble;

  constructor(kind: JsonStreamTrouble, message: string) {
    super(message);
    this.name = 'JsonStreamError';
    this.kind = kind;
  }
}

/** Bytes before the list, and bytes after it. */
const LONGEST_HEAD = 256 * 1024;
/** Characters of a body that is not JSON, for a person. */
const SHOWN_HEAD = 2000;
/** Bytes. Bounds the memory of one lead. */
const LONGEST_ELEMENT = 16 * 1024 * 1024;
/** Bytes. Memory of this size is used again and again; more is for one lead only. */
const LARGEST_KEPT = 1024 * 1024;
/** Bytes. In a shorter piece, looking for the start of a lead saves nothing. */
const WORTH_A_JUMP = 4096;
/** Jumps to a place that was not a start of a lead. After these, every byte is looked at. */
const MOST_WRONG_JUMPS = 8;

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_SQUARE = 91;
const CLOSE_SQUARE = 93;
const OPEN_CURLY = 123;
const CLOSE_CURLY = 125;

/** Makes elements of bytes that hold one or more whole ones, with commas between them; null for any other bytes. */
export type ElementParser<Element> = (bytes: Buffer) => Element[] | null;

/**
 * Cuts a JSON array out of a body that arrives in pieces, bare or in an envelope, and parses the whole elements of
 * each piece at once. Accepts exactly the arrays that JSON.parse accepts. Works on bytes, where a cut inside a
 * character does no harm: it looks at ASCII marks only. Memory is bounded by one piece and one element.
 */
export class JsonArrayReader<Element> {
  readonly #elementsOf: ElementParser<Element>;
  readonly #most: number;
  #phase: 'head' | 'elements' | 'tail' = 'head';
  /** The envelope up to its list, and what follows the list. */
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  /** Bytes since the last comma between two elements. */
  #pending: Buffer[] = [];
  #pendingSize = 0;
  /** For what is pending and the piece behind it. */
  #memory = Buffer.alloc(0);
  #scanner = new BracketScanner();
  #isFirst = true;
  /** How each element begins, up to its first name. Null when the first one is not an object. */
  #opening: Buffer | null = null;
  #wrongJumps = 0;
  /** Elements that were cut out. */
  #given = 0;
  /** Damage behind elements that were given; thrown at the next call. */
  #failure: JsonStreamError | null = null;

  /**
   * @param elementsOf makes the elements of whole ones; the reader finds where those begin and end
   * @param most elements that were asked for
   */
  constructor(elementsOf: ElementParser<Element>, most = Infinity) {
    this.#elementsOf = elementsOf;
    this.#most = most;
  }

  /** The elements that became whole with this piece. Throws JsonStreamError; the piece may be used anew afterwards. */
  push(piece: Uint8Array): Element[] {
    this.#throwFailure();
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const elements =
      this.#phase === 'head'
        ? this.#pushHead(bytes)
        : this.#phase === 'elements'
          ? this.#pushElements(bytes)
          : this.#pushTail(bytes);
    if (elements.length === 0) this.#throwFailure();
    this.#given += elements.length;
    return elements;
  }

  /** Call when the body has ended. Throws when it ended before the list did. */
  end(): void {
    this.#throwFailure();
    if (this.#phase === 'elements') throw new JsonStreamError('truncated', 'the list ended early');
    if (this.#phase === 'head') throw this.#noList();
    this.#checkEnvelope();
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  #noList(): JsonStreamError {
    const text = this.#head.toString('utf8');
    if (text.trim() === '') return new JsonStreamError('truncated', 'the answer is empty');
    const value = parseJson(text.replace(/^\uFEFF/, ''));
    if (value === undefined) {
      const startsAsJson = /^\uFEFF?\s*[[{]/.test(text);
      return new JsonStreamError(startsAsJson ? 'truncated' : 'notJson', text.slice(0, SHOWN_HEAD));
    }
    return new JsonStreamError('noList', messageIn(text)?.message ?? '');
  }

  #pushHead(bytes: Buffer): Element[] {
    this.#head = Buffer.concat([this.#head, bytes]);
    // latin1 keeps one character a byte, so that positions in the text are positions in the bytes.
    const found = findList(this.#head.toString('latin1', 0, Math.min(this.#head.length, LONGEST_HEAD)));
    if (found.kind === 'found') {
      this.#phase = 'elements';
      const rest = this.#head.subarray(found.at + 1);
      this.#head = Buffer.from(this.#head.subarray(0, found.at));
      return this.#pushElements(rest);
    }
    // Words are told whole, and may go on in the next piece; of a page none are told.
    const isToldNow = this.#head.length >= SHOWN_HEAD || this.#head.includes('<');
    if (found.kind === 'notJson' && isToldNow) throw this.#noList();
    if (this.#head.length > LONGEST_HEAD) throw new JsonStreamError('noList', '');
    return [];
  }

  #pushElements(bytes: Buffer): Element[] {
    return this.#jump(bytes) ?? this.#scan(bytes);
  }

  /**
   * Most lists repeat one shape: the last place in the piece where a lead seems to begin is tried. JSON has one reading,
   * so when everything before that place parses as whole elements, the place is a boundary, and no byte before it was
   * looked at one by one. Null when there is no such place.
   */
  #jump(bytes: Buffer): Element[] | null {
    if (this.#opening === null || bytes.length < WORTH_A_JUMP || this.#wrongJumps >= MOST_WRONG_JUMPS) return null;
    const start = bytes.lastIndexOf(this.#opening);
    if (start <= 0) return null;
    const comma = bytes.lastIndexOf(COMMA, start - 1);
    if (comma === -1 || !isSpace(bytes, comma + 1, start)) return null;
    const whole = this.#withPending(bytes.subarray(0, comma));
    const elements = this.#elementsOf(whole);
    if (elements === null) {
      this.#wrongJumps++;
      return null;
    }
    this.#pending = [];
    this.#pendingSize = 0;
    this.#scanner = new BracketScanner();
    for (const element of this.#scan(bytes.subarray(comma + 1))) elements.push(element);
    return elements;
  }

  #scan(bytes: Buffer): Element[] {
    const { lastComma, end } = this.#scanner.scan(bytes);
    if (end !== -1) return this.#finish(bytes, end);
    if (lastComma === -1) {
      this.#keep(bytes);
      return [];
    }
    const elements = this.#parse(bytes.subarray(0, lastComma));
    this.#keep(bytes.subarray(lastComma + 1));
    return elements;
  }

  /** The kept bytes must outlive the piece, whose memory its owner uses again. */
  #keep(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pending.push(Buffer.from(bytes));
    this.#pendingSize += bytes.length;
    if (this.#pendingSize > LONGEST_ELEMENT)
      this.#failure = new JsonStreamError('tooLarge', 'one lead is larger than 16 MB');
  }

  /** What is pending and `bytes`, in memory that the next call uses again. */
  #withPending(bytes: Buffer): Buffer {
    if (this.#pending.length === 0) return bytes;
    const size = this.#pendingSize + bytes.length;
    if (size > LARGEST_KEPT) return Buffer.concat([...this.#pending, bytes]);
    if (this.#memory.length < size) this.#memory = Buffer.allocUnsafeSlow(2 * size);
    let length = 0;
    for (const piece of this.#pending) length += piece.copy(this.#memory, length);
    length += bytes.copy(this.#memory, length);
    return this.#memory.subarray(0, length);
  }

  /** Parses what is pending and `bytes`. The elements before a damaged one are given; the next call throws. */
  #parse(bytes: Buffer): Element[] {
    const whole = this.#withPending(bytes);
    this.#pending = [];
    this.#pendingSize = 0;
    const elements = this.#elementsOf(whole) ?? this.#salvage(whole);
    if (this.#isFirst && elements.length > 0) this.#opening = openingOf(whole);
    this.#isFirst = false;
    return elements;
  }

  #salvage(whole: Buffer): Element[] {
    this.#failure = new JsonStreamError('malformed', 'a lead is not proper JSON');
    const elements: Element[] = [];
    let from = 0;
    const commas: number[] = [];
    new BracketScanner().scan(whole, (at) => commas.push(at));
    for (const comma of commas) {
      const element = this.#elementsOf(whole.subarray(from, comma));
      if (element === null) break;
      for (const one of element) elements.push(one);
      from = comma + 1;
    }
    return elements;
  }

  #finish(bytes: Buffer, at: number): Element[] {
    const last = this.#withPending(bytes.subarray(0, at));
    if (bytes[at] === CLOSE_CURLY) {
      const elements = this.#parse(bytes.subarray(0, at));
      this.#failure = new JsonStreamError('malformed', 'a bracket is out of place');
      return elements;
    }
    this.#phase = 'tail';
    this.#tail = Buffer.from(bytes.subarray(at + 1));
    this.#checkTail();
    // An element may be missing in an empty list only.
    if (this.#isFirst && isSpace(last, 0, last.length)) return [];
    return this.#parse(bytes.subarray(0, at));
  }

  #pushTail(bytes: Buffer): never[] {
    this.#tail = Buffer.concat([this.#tail, bytes]);
    this.#checkTail();
    return [];
  }

  #checkTail(): void {
    if (this.#tail.length > LONGEST_HEAD) this.#failure = new JsonStreamError('tooLarge', 'too much follows the list');
  }

  /** What stands around the list must be JSON, too; its values are not used, except an error, a second list or a total in them. */
  #checkEnvelope(): void {
    const before = this.#head.toString('utf8').replace(/^\uFEFF/, '');
    const after = this.#tail.toString('utf8');
    const value = parseJson(`${before}[]${after}`);
    if (value === undefined) {
      const isCut = before.trim() !== '' && !after.trimEnd().endsWith('}');
      throw isCut
        ? new JsonStreamError('truncated', 'the envelope ended early')
        : new JsonStreamError('malformed', 'the text around the list is not proper JSON');
    }
    if (isOneLead(value)) throw new JsonStreamError('oneLead', 'it is one lead, not a list of leads');
    if (hasSecondList(value)) throw new JsonStreamError('twoLists', 'it holds more than one list');
    const around = envelopesIn(value);
    const said = around
      .map((one) => errorBeside(one, ['responseStatus', 'error', 'errors']))
      .find((words) => words !== null);
    if (said !== undefined && said !== null) throw new JsonStreamError('failed', said);
    const numberIn = (...names: string[]) =>
      around.map((one) => asNumber(field(one, ...names))).find((number) => number !== null) ?? 0;
    // A person may have asked for a part: from an offset on, or up to a limit.
    const total = Math.min(numberIn('total', 'totalCount') - numberIn('offset'), this.#most);
    if (total > this.#given)
      throw new JsonStreamError('counted', `${format.number(this.#given)} of ${format.count(total, 'lead')}`);
  }
}

/** Finds the commas between elements and the end of the list, over any number of pieces. */
class BracketScanner {
  #depth = 0;
  #isInString = false;
  /** The piece before ended inside a string after an odd number of backslashes. */
  #isEscaped = false;

  /**
   * Positions in `bytes` of the last comma between two elements and of the bracket that ends the list; -1 for none.
   *
   * @param onComma called with the position of each comma between two elements
   */
  scan(bytes: Buffer, onComma?: (at: number) => void): { lastComma: number; end: number } {
    let at = 0;
    let lastComma = -1;
    while (at < bytes.length) {
      if (this.#isInString) {
        at = this.#skipString(bytes, at);
        continue;
      }
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.#isInString = true;
        this.#isEscaped = false;
      } else if (byte === OPEN_CURLY || byte === OPEN_SQUARE) this.#depth++;
      else if (byte === COMMA) {
        if (this.#depth === 0) {
          lastComma = at;
          onComma?.(at);
        }
      } else if (byte === CLOSE_CURLY || byte === CLOSE_SQUARE) {
        if (this.#depth === 0) return { lastComma, end: at };
        this.#depth--;
      }
      at++;
    }
    return { lastComma, end: -1 };
  }

  /** Returns the position after the string's end, or the end of the piece. */
  #skipString(bytes: Buffer, from: number): number {
    let at = from;
    for (;;) {
      const quote = bytes.indexOf(QUOTE, at);
      const end = quote === -1 ? bytes.length : quote;
      let backslashes = 0;
      for (let back = end - 1; bytes[back] === BACKSLASH; back--) backslashes++;
      // A run of backslashes that reaches the start of the piece goes on from the piece before.
      const carried = backslashes === end && this.#isEscaped ? 1 : 0;
      const isEscaped = (backslashes + carried) % 2 === 1;
      if (quote === -1) {
        this.#isEscaped = isEscaped;
        return bytes.length;
      }
      if (!isEscaped) {
        this.#isInString = false;
        return quote + 1;
      }
      at = quote + 1;
    }
  }
}

/** As JSON.parse makes them. */
export function parseElements(bytes: Buffer): unknown[] | null {
  const elements = parseJson(`[${bytes.toString('utf8')}]`);
  return Array.isArray(elements) && elements.length > 0 ? (elements as unknown[]) : null;
}

/** The bytes of the first element up to its first name and colon; null when it is not an object or its name is odd. */
function openingOf(elements: Buffer): Buffer | null {
  const found = /^[ \t\n\r]*(\{[ \t\n\r]*"[^"\\]{1,200}"[ \t\n\r]*:)/.exec(elements.toString('latin1', 0, 300))?.[1];
  return found === undefined ? null : Buffer.from(found, 'latin1');
}

/** Whether only the white space of JSON stands there: JavaScript's `trim` takes more for white space. */
function isSpace(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return false;
  }
  return true;
}
