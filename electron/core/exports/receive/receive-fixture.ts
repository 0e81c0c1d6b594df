import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AppError } from '../../../../shared/contract/errors.ts';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import type { ByteStreamPart, LeadBody } from '../../api/reads/streams.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import type { AskOptions } from '../../threads/started-thread.ts';
import { letOtherWorkRun } from '../../threads/thread-server.ts';
import { EMPTY_ANSWER, type ExportRecord } from '../records/export-records.ts';
import { exportRecord } from '../records/record-fixture.ts';
import { ResultDesk } from '../threads/result-desk.ts';
import type { ResultAnswers, ResultRequest } from '../threads/result-messages.ts';
import type { Results } from '../threads/results.ts';

/* For specs: leads that come over no network, and results that no thread keeps. */

type Kind = ResultRequest['kind'];

export class SpecResults implements Results {
  readonly path = join(specFolder('receive'), 'result.sqlite');
  readonly asked: Kind[] = [];
  readonly #desk = new ResultDesk();
  /** Called before a question is answered; what it throws is the answer. */
  onAsk: (request: ResultRequest) => void = () => undefined;

  async ask<Key extends Kind>(
    request: Extract<ResultRequest, { kind: Key }>,
    { transfer = [], signal = new AbortController().signal }: AskOptions = {},
  ): Promise<ResultAnswers[Key]> {
    this.asked.push(request.kind);
    this.onAsk(request);
    // Memory changes hands, as it does between threads.
    const moved = structuredClone(request, { transfer: [...transfer] }) as ResultRequest;
    return (await this.#desk.answer(moved, {
      signal,
      onProgress: () => undefined,
      transfer: [],
    })) as ResultAnswers[Key];
  }

  prepare(): void {
    // Nothing is to be started.
  }

  /** Leads that a power cut at this moment leaves for certain: those in the file itself. */
  lasting(): number {
    const copy = join(specFolder('power-cut'), 'result.sqlite');
    copyFileSync(this.path, copy);
    using database = new DatabaseSync(copy);
    return Number(database.prepare('SELECT count(*) AS leads FROM leads').get()?.['leads']);
  }

  async close(): Promise<void> {
    await this.ask({ kind: 'close', path: this.path });
  }
}

/** What the service answers to one request. */
export interface SpecAnswer {
  readonly pieces: readonly (string | Uint8Array)[];
  /** Why the body ends before its end. */
  readonly error?: AppError;
}

/** @param onStop the reader has stopped before the end */
export function bodyOf({ pieces, error }: SpecAnswer, onStop: () => void = () => undefined): LeadBody {
  async function* parts(): AsyncGenerator<ByteStreamPart, void> {
    let bytes = 0;
    let isWhole = false;
    try {
      for (const piece of pieces) {
        await letOtherWorkRun();
        const part = Uint8Array.from(Buffer.from(piece));
        bytes += part.byteLength;
        yield { kind: 'bytes', bytes: part };
      }
      isWhole = true;
    } finally {
      if (!isWhole) onStop();
    }
    yield { kind: 'end', complete: error === undefined, bytes, error: error ?? null };
  }
  return {
    [Symbol.asyncIterator]: parts,
    head: () => ({ charset: null, isSizeKnown: true }),
    explain: ({ kind }) => ({ code: 'network', sent: 'maybe', message: `The list is ${kind}.` }),
  };
}

export const BROKEN: AppError = { code: 'network', sent: 'maybe', message: 'The connection broke.' };
export const CANCELLED: AppError = { code: 'cancelled', message: 'Cancelled.' };

export const recordOf = (query: ExportQuery, answered: Partial<ExportRecord['answer']> = {}): ExportRecord =>
  exportRecord({
    query,
    state: 'running',
    rows: 0,
    bytes: 0,
    answer: { ...EMPTY_ANSWER, ...answered },
    endedAt: null,
  });

/** A lead that was changed at this moment, with other fields. */
export const lead = (uniqueId: string, lastModifiedTime: string, others: object = {}): string =>
  JSON.stringify({ uniqueId, lastModifiedTime, ...others });
export const list = (...leads: readonly string[]): SpecAnswer => ({ pieces: [`[${leads.join(',')}]`] });
