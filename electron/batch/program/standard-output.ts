import { fstatSync, writeSync } from 'node:fs';
import { storageTrouble } from '../../core/foundation/failure.ts';

const STANDARD_OUTPUT = 1;
/** Characters of lines that are written together: of a million pieces that wait in a pipe, the next one loses all. */
const TOGETHER = 65_536;

/**
 * What writes to the standard output of this program.
 *
 * @param onLost called when the disk that it goes to did not take all of a text. A reader that went away (`| head`) must not
 *   end an import half way, and misses nothing.
 * @param onUnread called when that reader has gone away: a command that runs for its reader alone ends
 */
export function standardOutput(onLost: () => void, onUnread: () => void): (text: string) => void {
  const failed = (error: unknown) => {
    if (storageTrouble(error) !== null) onLost();
    else onUnread();
  };
  process.stdout.on('error', failed);
  if (!isFile()) return gathered(process.stdout);
  return (text) => {
    try {
      writeWhole(text);
    } catch (error) {
      failed(error);
    }
  };
}

/** A text goes at once, before what standard error says after it. Those of one turn are joined while earlier ones still wait. */
function gathered(stream: NodeJS.WriteStream): (text: string) => void {
  let waiting = '';
  const flush = () => {
    if (waiting !== '') stream.write(waiting);
    waiting = '';
  };
  return (text) => {
    if (waiting === '' && stream.writableLength === 0) return void stream.write(text);
    if (waiting === '') queueMicrotask(flush);
    waiting += text;
    if (waiting.length >= TOGETHER) flush();
  };
}

/** A program may be started without any. */
function isFile(): boolean {
  try {
    return fstatSync(STANDARD_OUTPUT).isFile();
  } catch {
    return false;
  }
}

/** Node's own stream overlooks that a full disk took only the beginning of a text. */
function writeWhole(text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) written += writeSync(STANDARD_OUTPUT, bytes, written);
}
