import { expect, it } from 'vitest';
import { preferencesHandlers } from './preferences.ts';

const signal = new AbortController().signal;

it('keeps two changes that are made at once, and goes on after one that was not written', async () => {
  let stored: unknown = {};
  let isFull = false;
  const settings = {
    read: async () => stored,
    async write(_key: string, value: unknown) {
      if (isFull) throw new Error('The disk is full.');
      stored = value;
    },
  };
  const { 'preferences:set': set } = preferencesHandlers(settings, () => undefined);
  const context = { signal, callId: 'call-1' } as unknown as Parameters<typeof set>[1];
  await Promise.all([set({ density: 'compact' }, context), set({ colorScheme: 'dark' }, context)]);
  expect(stored).toMatchObject({ density: 'compact', colorScheme: 'dark' });
  isFull = true;
  await expect(set({ density: 'comfortable' }, context)).rejects.toThrow('The disk is full.');
  isFull = false;
  await set({ resultsLimit: null }, context);
  expect(stored).toMatchObject({ density: 'compact', resultsLimit: null });
});

it('keeps every choice but the one that a later version wrote, and that one for the later version', async () => {
  let stored: unknown = { density: 'compact', colorScheme: 'sepia', resultsLimit: null, corners: 'round' };
  const settings = { read: async () => stored, write: async (_key: string, value: unknown) => void (stored = value) };
  const { 'preferences:get': get, 'preferences:set': set } = preferencesHandlers(settings, () => undefined);
  const context = { signal, callId: 'call-1' } as unknown as Parameters<typeof set>[1];
  const known = { density: 'compact', colorScheme: 'auto', resultsLimit: null };
  expect(await get({}, context)).toEqual(known);
  expect(await set({ queryFolded: true }, context)).toEqual({ ...known, queryFolded: true });
  expect(stored).toMatchObject({ colorScheme: 'sepia', corners: 'round', queryFolded: true });
  for (stored of [null, 'sepia', [1], { density: 7 }, undefined])
    expect(await get({}, context)).toEqual({ density: 'comfortable', colorScheme: 'auto' });
});
