import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { removeFile } from '../../foundation/patient-files.ts';
import { hashOf } from '../../files/foundation/file-hash.ts';
import { fileFailure, FileTrouble, readingTrouble } from '../../files/foundation/file-trouble.ts';
import { type ReadingThreads, stageFile } from '../../files/staging/staging.ts';
import type { CallContext, FeatureServices } from '../../sessions/feature.ts';
import { makeOwnFolder } from '../../storage/own-folder.ts';
import type { DraftRecord } from './draft-store.ts';

export interface DraftReadRequest {
  /** The folder of the draft; made when it is not there. */
  readonly folder: string;
  readonly path: string;
  /** As people know the file. */
  readonly name: string;
  readonly choices: ReadingChoices;
  readonly callId: string | undefined;
}

export interface DraftReadResult extends Pick<
  DraftRecord,
  'staged' | 'fileHash' | 'fileSize' | 'fileModifiedAt' | 'readMilliseconds'
> {
  readonly reading: Reading;
}

/** Reads the file of a draft into a new staging file. Rejects with Failure `file`; `cancelled` by the signal. */
export async function readDraft(
  { clock, emit }: Pick<FeatureServices, 'clock' | 'emit'>,
  { folder, path, name, choices, callId }: DraftReadRequest,
  { signal, threads }: Pick<CallContext, 'signal'> & { readonly threads: ReadingThreads },
): Promise<DraftReadResult> {
  const staged = `rows-${randomUUID()}.sqlite`;
  const target = join(folder, staged);
  const started = clock.monotonicNow();
  try {
    const { mtimeMs, size } = factsOf(path, name);
    makeOwnFolder(folder);
    const { reading } = await stageFile(
      { path, choices, target },
      {
        signal,
        threads,
        onProgress: (progress) => {
          if (callId !== undefined) emit('import:progress', { callId, ...progress });
        },
      },
    );
    const fileHash = await hashOf(path, signal);
    const after = factsOf(path, name);
    // A half-written file ends in the middle of a row, and nothing in it says so.
    if (after.size !== size || after.mtimeMs !== mtimeMs)
      throw new FileTrouble(
        'changed',
        `"${name}" was changed while it was read, so rows may be missing. Wait until no program writes it, then try again.`,
      );
    return {
      staged,
      reading,
      fileHash,
      fileSize: size,
      fileModifiedAt: mtimeMs,
      readMilliseconds: clock.monotonicNow() - started,
    };
  } catch (error) {
    removeFile(target);
    throw fileFailure(namedFor(error, path, name));
  }
}

/** A file that a page handed over is stored under another name; a person knows its own name. */
function namedFor(error: unknown, path: string, name: string): unknown {
  if (!(error instanceof FileTrouble)) return error;
  return new FileTrouble(
    error.reason,
    error.message.replaceAll(`"${basename(path)}"`, () => `"${name}"`),
  );
}

function factsOf(path: string, name: string): { mtimeMs: number; size: number } {
  try {
    return statSync(path);
  } catch (error) {
    throw readingTrouble(error, name);
  }
}
