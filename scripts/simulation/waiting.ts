import { MINUTE } from '../../shared/domain/time/time.ts';
import { Broken } from './broken.ts';

/** What a program answers to a person. */
export type Answer<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** In words for a person. */
  | { readonly kind: 'refused'; readonly words: string };

/** Lets this number of milliseconds pass. */
type Run = (milliseconds: number) => Promise<void>;

/** Waits until it is done. */
export async function awaited<Value>(run: Run, asked: Promise<Answer<Value>>): Promise<Value> {
  const answer = await answered(run, asked);
  if (answer.kind === 'done') return answer.value;
  throw new Broken('settles', `a command was refused: ${answer.words}`);
}

/** Waits for an answer; time passes meanwhile. */
export async function answered<Value>(run: Run, asked: Promise<Answer<Value>>): Promise<Answer<Value>> {
  const box: { answer: Answer<Value> | null; error: Error | null } = { answer: null, error: null };
  asked.then(
    (answer) => (box.answer = answer),
    (error: Error) => (box.error = error),
  );
  for (let passed = 0; box.answer === null && box.error === null; passed += 1000) {
    if (passed > 10 * MINUTE) throw new Broken('settles', 'a command has no answer');
    await run(1000);
  }
  if (box.answer !== null) return box.answer;
  throw box.error ?? new Broken('settles', 'a command has no answer');
}
