import type { ReadingChoices } from '../../shared/contract/imports/reading.ts';

/** How a file is to be read, as far as the command line says it; null leaves it to be guessed. */
export interface ReadingOptions {
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly sheet: string | null;
  readonly hasHeader: boolean;
}

export function choicesOf(options: ReadingOptions): ReadingChoices {
  return {
    ...(options.encoding === null ? {} : { encoding: options.encoding }),
    ...(options.delimiter === null ? {} : { delimiter: options.delimiter }),
    ...(options.sheet === null ? {} : { sheet: options.sheet }),
    ...(options.hasHeader ? {} : { headerLine: null }),
  };
}
