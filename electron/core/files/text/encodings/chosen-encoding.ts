import type { Guess } from '../../../../../shared/contract/imports/reading.ts';
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { guess } from '../../foundation/guess.ts';
import { encodingNamed } from './encoding.ts';

/** The encodings offered first beside the one that a person chose. */
const usual = ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le', 'macintosh', 'cp850'];

/** The encoding that a person named. Throws FileTrouble `badChoice` for a name that is not known. */
export function chosenEncoding(name: string): Guess<string> {
  const value = encodingNamed(name);
  if (value === null)
    throw new FileTrouble(
      'badChoice',
      `This program does not know the encoding "${name}". Use for example utf-8, windows-1252, utf-16le, cp850 or shift_jis.`,
    );
  return guess(value, 'yours', 'You chose it.', usual);
}
