import { readFileSync, statSync } from 'node:fs';
import { FileTrouble, readingTrouble } from '../files/foundation/file-trouble.ts';
import { ByteSurveyor } from '../files/text/encodings/byte-survey.ts';
import { decodeWhole } from '../files/text/encodings/encoding.ts';
import { guessEncoding } from '../files/text/encodings/encoding-guess.ts';

/** Bytes. A million ids of 60 characters; a larger file is most likely no list of ids. */
const LARGEST_LIST = 64 * 1024 * 1024;

/** The text of a list in whatever encoding it has. Throws FileTrouble. */
export function readList({ path, name }: { readonly path: string; readonly name: string }): string {
  try {
    if (statSync(path).size > LARGEST_LIST)
      throw new FileTrouble(
        'tooLarge',
        `"${name}" is larger than 64 MB, so it is not a list of ids. Choose another file.`,
      );
    const bytes = readFileSync(path);
    const surveyor = new ByteSurveyor();
    surveyor.add(bytes);
    return decodeWhole(bytes, guessEncoding(surveyor.finish(), true).value);
  } catch (error) {
    throw readingTrouble(error, name);
  }
}
