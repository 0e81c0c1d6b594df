import { escapedJson, visibleMarks } from '../../../shared/domain/words/visible-marks.ts';

/** Where a command's words go. Standard output holds nothing but what is written here. */
export interface Output {
  /** A line for people. */
  say(line: string): void;
  /** A line for programs. */
  tell(value: object): void;
  /** Trouble, for people; programs read it in the last line. */
  warn(line: string): void;
  /** The last line, in the form that was asked for. */
  end(line: string, value: object): void;
  /** Resolves when nobody reads standard output any more. Missing: nobody can know. */
  readonly unread?: Promise<void> | undefined;
}

export interface Streams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly unread?: Promise<void>;
}

export function createOutput(isJson: boolean, streams: Streams): Output {
  const say = (line: string) => {
    if (!isJson) streams.out(`${oneLine(line)}\n`);
  };
  const tell = (value: object) => {
    if (isJson) streams.out(`${escapedJson(JSON.stringify(value))}\n`);
  };
  return {
    unread: streams.unread,
    say,
    tell,
    warn(line) {
      if (!isJson) streams.error(`${oneLine(line)}\n`);
    },
    end(line, value) {
      say(line);
      tell(value);
    },
  };
}

/** A moment for programs. */
export function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** A service's words go to a terminal: no line ends, and marks for what it would obey. */
function oneLine(text: string): string {
  return visibleMarks(text.replace(/[\t\n\r]+/g, ' ')).trimEnd();
}
