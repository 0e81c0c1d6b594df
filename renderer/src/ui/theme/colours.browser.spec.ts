import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(
  ['../**/*.css', '../**/*.tsx', '../**/*.ts', '!../**/*.spec.*', '!./tokens.ts'],
  { query: '?raw', import: 'default', eager: true },
);

const colour = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgba?|hsla?|oklch|lab)\(/gi;

test('colours stand in one file', () => {
  expect(Object.keys(sources).filter((path) => path.endsWith('.css')).length).toBeGreaterThan(10);
  const found = Object.entries(sources).flatMap(([path, text]) =>
    Array.from(text.matchAll(colour), ([match]) => `${path}: ${match}`),
  );
  expect(found).toEqual([]);
});

test('a planted colour is found', () => {
  expect([...'a { color: #2f5bd8; border: 1px solid rgb(0 0 0) }'.matchAll(colour)]).toHaveLength(2);
});
