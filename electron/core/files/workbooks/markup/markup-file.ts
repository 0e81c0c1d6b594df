import type { Guess } from '../../../../../shared/contract/imports/reading.ts';
import { encodingLabel } from '../../../../../shared/domain/files/encodings.ts';
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { guess } from '../../foundation/guess.ts';
import { ByteSurveyor, type ByteSurvey } from '../../text/encodings/byte-survey.ts';
import { chosenEncoding } from '../../text/encodings/chosen-encoding.ts';
import { byteOrderMarkLength, createDecoder, encodingNamed } from '../../text/encodings/encoding.ts';
import { guessEncoding } from '../../text/encodings/encoding-guess.ts';
import { XmlTooLong } from '../xml-scanner.ts';
import { type FilePart, partChunks } from './file-part.ts';

/** A file that is opened for reading, and what a person chose for it. */
export interface MarkupSource {
  readonly descriptor: number;
  /** Bytes. */
  readonly size: number;
  readonly name: string;
  /** False: only the first rows are wanted. */
  readonly whole: boolean;
  /** As in the choices of a reading. */
  readonly encoding: string | undefined;
}

/** Bytes of the file that a preview looks at to know the encoding. */
const previewBytes = 1_048_576;

/** Where the text of a web page or an XML file names its own encoding. */
const declarations = {
  html: /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i,
  xml: /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i,
} as const;

const oneByteALetter = /^(?:windows|iso)-/;

/** The text of a web page or of an XML file, which can be read from its beginning as often as needed. */
export class MarkupFile {
  readonly encoding: Guess<string>;
  readonly source: MarkupSource;
  readonly #part: FilePart;
  readonly #markBytes: number;

  /**
   * @param part where the page lies in the file, when it is not the file itself
   * @throws FileTrouble `badChoice`, or `binary` for what is not text
   */
  constructor(source: MarkupSource, kind: keyof typeof declarations, part: FilePart = wholeOf(source)) {
    this.source = source;
    this.#part = part;
    const most = source.whole ? Infinity : previewBytes;
    const surveyor = new ByteSurveyor(part.to - part.from > most);
    for (const chunk of partChunks(source.descriptor, part, most)) surveyor.add(chunk);
    const survey = surveyor.finish();
    this.encoding =
      source.encoding === undefined
        ? encodingOf(survey, part.encoding ?? declaredIn(survey, kind), source.whole)
        : chosenEncoding(source.encoding);
    this.#markBytes = byteOrderMarkLength(survey.head, this.encoding.value);
  }

  /** Throws FileTrouble `tooLarge` when `take` throws XmlTooLong. */
  read(take: (piece: string) => void): void {
    const decoder = createDecoder(this.encoding.value);
    let mark = this.#markBytes;
    try {
      for (const chunk of partChunks(this.source.descriptor, this.#part, Infinity)) {
        take(decoder.decode(chunk.subarray(mark)));
        mark -= Math.min(mark, chunk.length);
      }
      take(decoder.end());
    } catch (error) {
      if (error instanceof XmlTooLong)
        throw new FileTrouble(
          'tooLarge',
          `"${this.source.name}" has a piece of more than 64 million characters without a tag, so it is no table that can be read. Open it in a spreadsheet program, save it as XLSX or CSV, and choose that file.`,
        );
      throw error;
    }
  }
}

function wholeOf({ size }: MarkupSource): FilePart {
  return { from: 0, to: size, transfer: 'asTheyAre', encoding: null };
}

/** The encoding that the text itself names; null when it does not, or names one that nobody knows. */
function declaredIn(survey: ByteSurvey, kind: keyof typeof declarations): string | null {
  const declared = declarations[kind].exec(Buffer.from(survey.head).toString('latin1'))?.[1];
  return declared === undefined ? null : encodingNamed(declared);
}

function encodingOf(survey: ByteSurvey, named: string | null, whole: boolean): Guess<string> {
  const hasMark = ['utf-8', 'utf-16le', 'utf-16be'].some((name) => byteOrderMarkLength(survey.head, name) !== 0);
  // A file whose bytes are not UTF-8, or not UTF-16, was saved again by a program that left the name as it was. In an
  // encoding of one byte a letter, hardly a text has letters that are all UTF-8.
  const isUtf8 = survey.utf8 && !survey.ascii && named !== null && oneByteALetter.test(named);
  const isTrue = named === 'utf-8' ? survey.utf8 : named !== null && !named.startsWith('utf-16') && !isUtf8;
  if (named === null || hasMark || !isTrue) return guessEncoding(survey, whole);
  return guess(named, 'certain', `The file says that it is ${encodingLabel(named)}.`, ['utf-8', 'windows-1252']);
}
