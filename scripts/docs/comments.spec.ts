import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/project.ts';
import { badHabits, habits } from './comments.ts';

const sources = globSync('{shared,electron,renderer,scripts,bench,e2e}/**/*.{ts,tsx,js,mjs}', {
  cwd: root,
  exclude: (name) => String(name).includes('node_modules'),
});

test('no comment has a habit that has to be read twice', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.flatMap((path) => badHabits(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test.each(habits)('$says is noticed', ({ says, planted }) => {
  const found = [expect.stringContaining(says)];
  expect(badHabits('a.ts', `/** ${planted} */\nexport const A = 1;`)).toEqual(found);
  expect(badHabits('a.ts', `/**\n * ${planted.replaceAll(' ', '\n * ')}\n */`)).toEqual(found);
});

test.each([
  'There is no header here.',
  'It is no longer there.',
  'What the host gives the core.',
  'What was asked when the dataset was made.',
  'Of the two, the later one counts.',
])('%s is fine', (comment) => expect(badHabits('a.ts', `// ${comment}`)).toEqual([]));
