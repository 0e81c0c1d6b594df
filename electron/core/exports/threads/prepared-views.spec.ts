import { beforeEach, expect, it } from 'vitest';
import { Failure } from '../../foundation/failure.ts';
import { PreparedViews } from './prepared-views.ts';

let asked: { readonly path: string; readonly ended: PromiseWithResolvers<object> }[];
let bugs: unknown[][];
let prepared: PreparedViews;

beforeEach(() => {
  [asked, bugs] = [[], []];
  const ask = ({ path }: { readonly path: string }) => {
    const ended = Promise.withResolvers<object>();
    asked.push({ path, ended });
    return ended.promise;
  };
  prepared = new PreparedViews({ ask } as never, { bug: (...told) => String(bugs.push(told)) });
});

const paths = () => asked.map(({ path }) => path);
/** Whether a promise has an answer after what is done at once. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let is = false;
  promise.then(() => (is = true), expect.unreachable);
  await new Promise((resolve) => setImmediate(resolve));
  return is;
}

it('prepares each result once, until it is forgotten', async () => {
  prepared.prepare('one', '/one');
  prepared.prepare('one', '/one');
  prepared.prepare('two', '/two');
  expect(paths()).toEqual(['/one', '/two']);
  const forgotten = prepared.forget('one');
  const settled = prepared.settle();
  expect(await isSettled(forgotten)).toBe(false);
  asked[0]?.ended.resolve({});
  await forgotten;
  expect(await isSettled(settled)).toBe(false);
  asked[1]?.ended.resolve({});
  await settled;
  prepared.prepare('two', '/two');
  prepared.prepare('one', '/one');
  expect(paths()).toEqual(['/one', '/two', '/one']);
});

it('prepares none whose rows are about to change, and waits for what it writes there', async () => {
  prepared.prepare('one', '/one');
  const held = prepared.hold('one');
  expect(await isSettled(held)).toBe(false);
  asked[0]?.ended.resolve({});
  await held;
  prepared.prepare('one', '/one');
  expect(paths()).toEqual(['/one']);
  prepared.release('one');
  prepared.prepare('one', '/one');
  expect(paths()).toEqual(['/one', '/one']);
});

it('logs a bug, and no reason that is for a person', async () => {
  prepared.prepare('one', '/one');
  prepared.prepare('two', '/two');
  asked[0]?.ended.reject(new Failure({ code: 'cancelled', message: 'Cancelled.' }));
  asked[1]?.ended.reject(new TypeError('No such thing.'));
  await prepared.settle();
  expect(bugs).toEqual([['prepare the views of an export', new TypeError('No such thing.')]]);
});
