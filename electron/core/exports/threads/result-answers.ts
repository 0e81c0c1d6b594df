import { existsSync } from 'node:fs';
import { type AnswerContext, letOtherWorkRun } from '../../threads/thread-server.ts';
import type { LeadSource } from '../dataset/incoming-leads.ts';
import { LeadIntake } from '../intake/lead-intake.ts';
import type { ResultAnswers, ResultRequest } from './result-messages.ts';
import { campaignSamples } from '../result/campaign-samples.ts';
import { ResultStore } from '../result/result-store.ts';

/** Every open result. What an export does not need is loaded when it is asked for: while leads arrive the thread takes half the memory without. */
const stores = new Map<string, ResultStore>();
/** Exports whose leads arrive, by the file of their result. */
const intakes = new Map<string, LeadIntake>();

function store(path: string): ResultStore {
  let open = stores.get(path);
  if (!open) {
    open = new ResultStore(path);
    stores.set(path, open);
  }
  return open;
}

function intake(path: string): LeadIntake {
  const open = intakes.get(path);
  if (!open) throw new Error('Bytes came for an export that has not begun.');
  return open;
}

/** What the thread of the results does. */
export async function answer(
  request: ResultRequest,
  context: AnswerContext,
): Promise<ResultAnswers[keyof ResultAnswers]> {
  switch (request.kind) {
    case 'begin':
      intakes.set(request.path, new LeadIntake(store(request.path), request.plan));
      return {};
    case 'body':
      intake(request.path).begin(request.body);
      return {};
    case 'take':
      context.transfer.push(request.bytes.buffer);
      return { ...intake(request.path).take(request.bytes), memory: request.bytes.buffer };
    case 'finish':
      return intake(request.path).finish(request.isWhole, letOtherWorkRun);
    case 'end':
      intake(request.path).end();
      intakes.delete(request.path);
      return {};
    case 'count': {
      const found = store(request.path);
      // Who asks writes down what is there.
      found.settle();
      return { rows: found.rows, filled: found.filled(), missed: found.missed() };
    }
    case 'campaigns':
      // Another program may have deleted it since its last lead came.
      if (!existsSync(request.path)) return [];
      return campaignSamples(store(request.path), request.paths, async () => {
        await letOtherWorkRun();
        context.signal.throwIfAborted();
      });
    case 'save':
      return (await import('../save/save-result.ts')).saveResult(store(request.path), request, context);
    case 'dataset':
      return (await import('../dataset/write-dataset.ts')).writeDataset(leadsOf(store(request.path)), request, context);
    case 'merge': {
      const { mergeLeads } = await import('../refresh/merge-leads.ts');
      const merged = await mergeLeads(request.path, request, { ...context, letOtherWorkRun });
      stores.get(request.path)?.readAgain();
      return merged;
    }
    case 'rest':
      if (!intakes.has(request.path)) close(request.path);
      return {};
    case 'close':
      intakes.delete(request.path);
      close(request.path);
      return {};
  }
}

function close(path: string): void {
  stores.get(path)?.close();
  stores.delete(path);
}

/** The leads that were asked for: the others never get into a dataset. */
function leadsOf(result: ResultStore): LeadSource {
  const asked = result.askedNumbers();
  return {
    rows: asked?.length ?? result.rows,
    inOrder: (columns) => result.rowsAt(columns, asked ?? result.rows),
    at: (columns, numbers) =>
      result.rowsAt(columns, asked === null ? numbers : numbers.map((number) => asked[number - 1] ?? 0)),
  };
}

export function closeAll(): void {
  for (const open of stores.values()) open.close();
  stores.clear();
}
