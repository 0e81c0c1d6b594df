/** Where a command's words go. Standard output holds nothing but what is written here. */
export interface Output {
  readonly isJson: boolean;
  /** A line for people. */
  say(line: string): void;
  /** A line for programs. */
  tell(value: object): void;
  /** Trouble, for people; programs read it in the last line. */
  warn(line: string): void;
  /** The last line, in the form that was asked for. */
  end(line: string, value: object): void;
}

export interface Streams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

export function createOutput(isJson: boolean, streams: Streams): Output {
  const say = (line: string) => {
    if (!isJson) streams.out(`${oneLine(line)}\n`);
  };
  const tell = (value: object) => {
    if (isJson) streams.out(`${JSON.stringify(value)}\n`);
  };
  return {
    isJson,
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

/** A service's words go to a terminal: no line ends, no control sequences. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trimEnd();
}
