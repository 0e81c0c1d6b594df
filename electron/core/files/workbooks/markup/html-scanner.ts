import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { longestPiece, XmlTooLong } from '../xml-scanner.ts';

export interface HtmlHandler {
  /** Names of elements and attributes are in lower case. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** A piece of a text; entities are decoded. */
  text(text: string): void;
}

/** Attributes of one tag that are kept; no table has more that mean anything. */
const mostAttributes = 100;

/**
 * Reads a web page as it arrives. The tokenizer of htmlparser2 knows comments, scripts and entities; its parser is not used,
 * because it keeps a stack of open elements, which a page with a million of them turns into hours.
 */
export class HtmlScanner implements TokenizerCallbacks {
  readonly #handler: HtmlHandler;
  readonly #tokenizer = new Tokenizer({ decodeEntities: true }, this);
  /** The text that is not used up yet, and where it begins in the whole. */
  #held = '';
  #start = 0;
  #used = 0;
  #name = '';
  #attributes = new Map<string, string>();
  #attribute = '';
  #value = '';

  constructor(handler: HtmlHandler) {
    this.#handler = handler;
  }

  /** Throws XmlTooLong. */
  push(piece: string): void {
    this.#held = this.#held.slice(this.#used - this.#start) + piece;
    this.#start = this.#used;
    if (this.#held.length > longestPiece || this.#value.length > longestPiece) throw new XmlTooLong();
    this.#tokenizer.write(piece);
  }

  end(): void {
    this.#tokenizer.end();
  }

  #take(from: number, to: number): string {
    this.#used = to;
    return this.#held.slice(from - this.#start, to - this.#start);
  }

  onopentagname(from: number, to: number): void {
    this.#name = this.#take(from, to).toLowerCase();
    this.#attributes = new Map();
  }

  onattribname(from: number, to: number): void {
    this.#attribute = this.#take(from, to).toLowerCase();
    this.#value = '';
  }

  onattribdata(from: number, to: number): void {
    this.#value += this.#take(from, to);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.#attributes.size < mostAttributes && !this.#attributes.has(this.#attribute))
      this.#attributes.set(this.#attribute, this.#value);
  }

  onopentagend(to: number): void {
    this.#used = to;
    this.#handler.open(this.#name, this.#attributes);
  }

  onselfclosingtag(to: number): void {
    this.onopentagend(to);
  }

  onclosetag(from: number, to: number): void {
    this.#handler.close(this.#take(from, to).toLowerCase());
  }

  ontext(from: number, to: number): void {
    this.#handler.text(this.#take(from, to));
  }

  ontextentity(codePoint: number, to: number): void {
    this.#used = to;
    this.#handler.text(String.fromCodePoint(codePoint));
  }

  oncomment(_from: number, to: number): void {
    this.#used = to;
  }

  oncdata = this.oncomment;
  ondeclaration = this.oncomment;
  onprocessinginstruction = this.oncomment;

  onend(): void {
    // All has been handed on.
  }
}
