import { existsSync } from 'node:fs';
import { type AnswerContext, serveThread } from '../../threads/thread-server.ts';
import { SELECTION_GONE, type ViewAnswers, type ViewRequest } from './view-messages.ts';
import { ColumnMemory } from '../views/column-memory.ts';
import { ResultViews, UnknownSelection } from '../views/result-views.ts';
import { Selections } from '../views/selections.ts';

/**
 * The thread that computes the views of every open result and reads their pages. It is not the thread that stores leads,
 * so that neither waits for the other; long computations are cut into turns, so that pages come meanwhile.
 */
const open = new Map<string, ResultViews>();
/** By result: what a person chose is still chosen when the result is opened again. */
const selections = new Map<string, Selections>();
const memory = new ColumnMemory();

function viewsOf(path: string): ResultViews {
  let views = open.get(path);
  if (views?.isOnDisk === false && existsSync(path)) {
    rest(path);
    views = undefined;
  }
  if (views === undefined) {
    const chosen = selections.get(path) ?? new Selections();
    selections.set(path, chosen);
    views = new ResultViews(path, memory, chosen);
    open.set(path, views);
  }
  return views;
}

function rest(path: string): void {
  open.get(path)?.[Symbol.dispose]();
  open.delete(path);
  memory.forget(path);
}

function close(path: string): void {
  rest(path);
  selections.delete(path);
}

async function answer(
  request: ViewRequest,
  { signal, transfer }: AnswerContext,
): Promise<ViewAnswers[ViewRequest['kind']]> {
  if (request.kind === 'close') {
    close(request.path);
    return {};
  }
  if (request.kind === 'rest') {
    rest(request.path);
    return {};
  }
  const views = viewsOf(request.path);
  switch (request.kind) {
    case 'page':
      return views.page(request.view, request, signal);
    case 'numbers': {
      const { numbers, asOf } = await views.rows(request.view, signal);
      const { edits } = views;
      if (numbers === null) return { rows: asOf, edits };
      const copy = numbers.slice();
      transfer.push(copy.buffer);
      return { rows: copy, edits };
    }
    case 'hit':
      return views.hit(request.view, request.find, request.wanted, signal);
    case 'countHits':
      return views.countHits(request.view, request.find, signal);
    case 'values': {
      const { column, find } = request;
      return views.values(request.view, { column, find }, request, signal);
    }
    case 'profile':
      return views.profile(request.view, request.column, request.accuracy, signal);
    case 'question':
      return views.answer(request.view, request.question, signal);
    case 'choose':
      return views.choose(request.view, request.from, request.does, request.choice, signal);
    case 'prepare':
      await views.prepare(signal);
      return {};
  }
}

serveThread<ViewRequest, ViewAnswers[ViewRequest['kind']] | typeof SELECTION_GONE>({
  async answer(request, context) {
    try {
      return await answer(request, context);
    } catch (error) {
      if (error instanceof UnknownSelection) return SELECTION_GONE;
      throw error;
    }
  },
  close() {
    for (const path of [...open.keys()]) close(path);
  },
  order: 'at once',
});
