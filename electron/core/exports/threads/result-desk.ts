import { existsSync } from 'node:fs';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';
import type { PackedRows } from '../../files/writing/packed-rows.ts';
import { type AnswerContext, letOtherWorkRun } from '../../threads/thread-server.ts';
import type { LeadSource } from '../dataset/incoming-leads.ts';
import { LeadIntake } from '../intake/lead-intake.ts';
import type { ResultAnswers, ResultRequest } from './result-messages.ts';
import { campaignSamples } from '../result/campaign-samples.ts';
import { ResultStore } from '../result/result-store.ts';

/** What the thread of the results does: it has every open result. */
export class ResultDesk {
  /** What an export does not need is loaded when it is asked for: while leads arrive the thread takes half the memory without. */
  readonly #stores = new Map<string, ResultStore>();
  /** Exports whose leads arrive, by the file of their result. */
  readonly #intakes = new Map<string, LeadIntake>();

  async answer(request: ResultRequest, context: AnswerContext): Promise<ResultAnswers[keyof ResultAnswers]> {
    switch (request.kind) {
      case 'begin':
        this.#intakes.set(request.path, new LeadIntake(this.#store(request.path), request.plan));
        return {};
      case 'body':
        this.#intake(request.path).begin(request.body);
        return {};
      case 'take':
        context.transfer.push(request.bytes.buffer);
        return { ...this.#intake(request.path).take(request.bytes), memory: request.bytes.buffer };
      case 'finish':
        return this.#intake(request.path).finish(request.isWhole, letOtherWorkRun);
      case 'end':
        return this.#end(request.path);
      case 'count': {
        const found = this.#store(request.path);
        // Who asks writes down what is there.
        found.settle();
        return { rows: found.rows, paths: found.paths(), filled: found.filled(), missed: found.missed() };
      }
      case 'campaigns':
        // Another program may have deleted it since its last lead came.
        if (!existsSync(request.path)) return [];
        return campaignSamples(this.#store(request.path), request.paths, async () => {
          await letOtherWorkRun();
          context.signal.throwIfAborted();
        });
      case 'save':
        return (await import('../save/save-result.ts')).saveResult(this.#store(request.path), request, context);
      case 'dataset':
        return (await import('../dataset/write-dataset.ts')).writeDataset(
          leadsOf(this.#store(request.path)),
          request,
          context,
        );
      case 'merge': {
        const { mergeLeads } = await import('../refresh/merge-leads.ts');
        const merged = await mergeLeads(request.path, request, { ...context, letOtherWorkRun });
        this.#stores.get(request.path)?.readAgain();
        return merged;
      }
      case 'rest':
        if (!this.#intakes.has(request.path)) this.#close(request.path);
        return {};
      case 'close':
        this.#intakes.delete(request.path);
        this.#close(request.path);
        return {};
    }
  }

  close(): void {
    for (const open of this.#stores.values()) open.close();
    this.#stores.clear();
  }

  #store(path: string): ResultStore {
    let open = this.#stores.get(path);
    if (!open) {
      open = new ResultStore(path);
      this.#stores.set(path, open);
    }
    return open;
  }

  #intake(path: string): LeadIntake {
    const open = this.#intakes.get(path);
    if (!open) throw new Error('Bytes came for an export that has not begun.');
    return open;
  }

  #end(path: string): object {
    const ended = this.#intake(path);
    // Before it: a full disk does not keep the file open.
    this.#intakes.delete(path);
    ended.end();
    return {};
  }

  #close(path: string): void {
    this.#stores.get(path)?.close();
    this.#stores.delete(path);
  }
}

/** The leads that were asked for: the others never get into a dataset. */
function leadsOf(result: ResultStore): LeadSource {
  // Before the numbers are read: what changes from then on is noticed.
  const edits = result.edits();
  const asked = result.askedNumbers();
  function* unchanged(batches: Iterable<PackedRows>): Generator<PackedRows> {
    yield* batches;
    // The numbers of rows that were read before may be those of other leads now.
    if (result.edits() !== edits)
      throw new FileTrouble(
        'changed',
        'The result was refreshed while it was written into the dataset. The dataset was not changed. Save it again.',
      );
  }
  return {
    rows: asked?.length ?? result.rows,
    inOrder: (columns) => unchanged(result.rowsAt(columns, asked ?? result.rows)),
    at: (columns, numbers) =>
      unchanged(result.rowsAt(columns, asked === null ? numbers : numbers.map((number) => asked[number - 1] ?? 0))),
  };
}
