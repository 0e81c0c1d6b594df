import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, utimes } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { removeFileBeside, removeFolderBeside } from '../core/foundation/patient-files.ts';
import type { ChosenFile } from '../../shared/contract/host/files.ts';
import { Failure, notFound, unusable } from '../core/foundation/failure.ts';
import { makeOwnFolder } from '../core/storage/own-folder.ts';
import { plainName } from '../host/file-names.ts';
import type { FileTokens } from '../host/file-tokens.ts';
import { codeOf } from '../host/host-trouble.ts';
import { type Place, UploadRoom } from './upload-room.ts';

/** Bytes. The largest file a page may send: well above the largest spreadsheet that anybody imports row by row. */
const UPLOAD_LIMIT_BYTES = 2 * 1024 ** 3;
/** Bytes of all copies together, unless the person chose another number. */
const TOTAL_LIMIT_BYTES = 10 * 1024 ** 3;

/** Unix milliseconds, the end of the year 9999. A later time is a mistake, and file systems refuse it. */
const LATEST_MS = 253_402_300_799_000;

export type FileExchange = ReturnType<typeof createFileExchange>;

export interface FileExchangeOptions {
  readonly dataFolder: string;
  readonly tokens: FileTokens;
  /** Largest size of one file. */
  readonly limitBytes?: number;
  /** Largest total size of all copies of chosen files. */
  readonly totalBytes?: number;
}

/** Bytes. File systems allow 255; until a file is whole, its name is longer. */
const LONGEST_NAME = 200;

/**
 * Files on their way between the browser and the core. They lie in the data folder: a copy of a chosen file goes with its
 * draft, a saved file when it was handed out, and all at start and at the end.
 */
export function createFileExchange(options: FileExchangeOptions) {
  const { dataFolder, tokens, limitBytes = UPLOAD_LIMIT_BYTES, totalBytes = TOTAL_LIMIT_BYTES } = options;
  const uploads = join(dataFolder, 'uploads');
  const downloads = join(dataFolder, 'downloads');
  const room = new UploadRoom(uploads, { limitBytes, totalBytes });

  return {
    /**
     * Streams a request's body to disk.
     * @param modifiedAt when the person's file was last changed, Unix milliseconds; an invalid time is ignored
     * @throws Failure `file` or `cancelled`
     */
    async receive(request: IncomingMessage, name: string, modifiedAt = Number.NaN): Promise<ChosenFile> {
      const shown = plainName(name);
      if (shown === '') {
        request.resume();
        throw tooStrange();
      }
      makeOwnFolder(uploads);
      // The name on disk is our own. Only the extension is kept, because the readers choose by it.
      const copy = `${randomUUID()}${safeExtension(shown)}`;
      const path = join(uploads, copy);
      using place = await placeFor(request, room, copy);
      const size = await store(request, path, place);
      place.settle(size);
      // The copy gets the date of the original: a person recognises the file by it.
      if (modifiedAt >= 0 && modifiedAt <= LATEST_MS) await utimes(path, new Date(), new Date(modifiedAt));
      const file = tokens.add(path, 'read', shown);
      return { token: file.token, name: shown, size };
    },

    /** A place for the core to save to; the page fetches it with the token. */
    async target(suggestedName: string): Promise<{ token: string; name: string }> {
      const shown = plainName(suggestedName);
      if (shown === '') throw tooStrange();
      const folder = join(downloads, randomUUID());
      makeOwnFolder(folder);
      // What cannot be written is said with the name on disk: the one that the person chose, in a folder of its own.
      const name = Buffer.byteLength(shown) <= LONGEST_NAME ? shown : `saved${safeExtension(shown)}`;
      const file = tokens.add(join(folder, name), 'write', shown);
      return { token: file.token, name: shown };
    },

    /** Sends a saved file as an attachment. @throws Failure `notFound` before anything was sent */
    async deliver(token: string, response: ServerResponse, headers: Readonly<Record<string, string>>): Promise<void> {
      const file = tokens.find(token, 'write');
      const size = file === null ? null : await sizeOf(file.path);
      if (file === null || size === null) {
        throw notFound('This file was deleted. Save it again, then download it.');
      }
      response.writeHead(200, {
        ...headers,
        'content-type': 'application/octet-stream',
        'content-length': size,
        'content-disposition': attachment(file.name),
      });
      try {
        await pipeline(createReadStream(file.path), response);
      } catch (error) {
        throw brokenOff(error, 'The file did not reach the browser whole. Download it again.') ?? error;
      }
      // The browser has it: a copy would only lie about. After a break it is still here to be fetched again.
      await removeFolderBeside(dirname(file.path));
    },

    async clear(): Promise<void> {
      await removeFolderBeside(uploads);
      await removeFolderBeside(downloads);
    },
  };
}

/** RFC 6266 with RFC 5987: an ASCII name for old programs, the exact name for the others. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

function safeExtension(name: string): string {
  const extension = extname(name).toLowerCase();
  return /^\.[a-z0-9]{1,8}$/.test(extension) ? extension : '';
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** A refused body is read to its end: otherwise the client would not receive the answer. */
async function placeFor(request: IncomingMessage, room: UploadRoom, copy: string): Promise<Place> {
  try {
    const declared = Number(request.headers['content-length']);
    return await room.place(copy, declared >= 0 ? declared : 0);
  } catch (error) {
    request.resume();
    throw error;
  }
}

/** Writes the body to `path` and answers its size in bytes. A refused body is read to its end. */
async function store(request: IncomingMessage, path: string, place: Place): Promise<number> {
  let size = 0;
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        place.grow(size);
        await file.writeFile(chunk);
      }
    } finally {
      await file.close();
    }
    return size;
  } catch (error) {
    request.resume();
    await removeFileBeside(path);
    throw uploadTrouble(error);
  }
}

function tooStrange(): Failure {
  return unusable('The file has no usable name. Rename it and choose it again.', 'name');
}

/** The failure to show for an error while a file is received. An unforeseen error is returned as it is. */
export function uploadTrouble(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return unusable(
      'The disk with the data folder is full, so the file could not be copied. Nothing else was changed. Free some space and choose the file again.',
      'diskFull',
    );
  }
  return brokenOff(error, 'The file did not arrive whole. Choose it again.') ?? error;
}

/** Null for an error that does not mean that the page has gone, or the person has cancelled. */
function brokenOff(error: unknown, message: string): Failure | null {
  const isBroken = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'].includes(codeOf(error));
  return isBroken ? new Failure({ code: 'cancelled', message }) : null;
}
