import { expect, it } from 'vitest';
import { RunningSaves } from './running-saves.ts';

it.each([
  ...['export:save', 'export:saveTable', 'export:saveDataset', 'job:saveResult'],
  ...['job:saveDoubt', 'job:saveOutcomes', 'segment:saveResult'],
])('counts %s until it is answered, or fails', async (channel) => {
  let told = 0;
  const saves = new RunningSaves(() => (told += 1));
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const calls = [saves.during(channel, () => first.promise), saves.during(channel, () => second.promise)];
  expect([saves.count, told]).toEqual([2, 2]);
  first.resolve('saved');
  expect(await calls[0]).toBe('saved');
  expect([saves.count, told]).toEqual([1, 3]);
  second.reject(new Error('the core ended'));
  await expect(calls[1]).rejects.toThrow('the core ended');
  expect([saves.count, told]).toEqual([0, 4]);
});

it.each(['export:list', 'import:saveDraft', 'query:save', 'leadView:save', 'no:channel'])(
  'does not count %s, which saves no file',
  async (channel) => {
    const saves = new RunningSaves(() => undefined);
    await saves.during(channel, async () => expect(saves.count).toBe(0));
  },
);
