import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/project.ts';
import { brokenLinks, missingPaths, readDecision } from './texts.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = globSync(['README.md', 'docs/**/*.md', 'electron/**/*.md', 'bench/*.md'], { cwd: root })
  .filter((path) => !path.includes('node_modules'))
  .map((path) => path.replaceAll('\\', '/'))
  .sort();
const sources = globSync(['{shared,electron,renderer,scripts,bench,e2e}/**/*.{ts,tsx,js,mjs}', '*.config.ts'], {
  cwd: root,
  exclude: (name) => String(name).includes('node_modules'),
}).map((path) => path.replaceAll('\\', '/'));
const decisions = pages.filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
const numbers = new Set(decisions.map((path) => basename(path).slice(0, 4)));
const index = read('docs/decisions/README.md');

test('pages and decisions were read', () => {
  expect(pages.length).toBeGreaterThan(40);
  expect(decisions.length).toBeGreaterThan(40);
});

test.each(pages)('every link of %s leads to a file', (path) => {
  const isThere = (target: string) => existsSync(join(root, dirname(path), target));
  expect(brokenLinks(read(path), isThere)).toEqual([]);
});

test('the contents of the guide have each of its headings, with its address', () => {
  const guide = read('docs/guide.md');
  const headings = [...guide.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) => title);
  const address = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
  expect([...guide.matchAll(/^ *- (\[.+\]\(#.+\))$/gm)].map(([, entry]) => entry)).toEqual(
    headings.map((title) => `[${title}](#${address(title)})`),
  );
});

test.each(pages)('every source file that %s names exists', (path) => {
  expect(missingPaths(read(path), sources)).toEqual([]);
});

describe.each(decisions)('%s', (path) => {
  test('has a title with its number, a status, a date and code', () => {
    const decision = readDecision(read(path));
    expect(decision).not.toBeNull();
    expect(decision?.number).toBe(basename(path).slice(0, 4));
    expect(decision?.links.length).toBeGreaterThan(0);
  });

  test('is in the index under the title of its page', () => {
    const decision = readDecision(read(path));
    expect(index).toContain(
      `| [${decision?.number}](${basename(path)}) | ${decision?.title} | ${decision?.status} | ${decision?.date} |`,
    );
  });
});

test('what supersedes a decision, all of it or a part, names it back', () => {
  const untold = decisions.filter((path) => {
    const by = /supersed\w*(?: \S+)? by \[(\d{4})\]/i.exec(read(path).split('\n')[2] ?? '')?.[1];
    const other = decisions.find((page) => basename(page).startsWith(by ?? '-'));
    return by !== undefined && !read(other ?? path).includes(basename(path));
  });
  expect(untold).toEqual([]);
});

test('the index has its groups in the order of the numbers', () => {
  const groups = index
    .split(/^## /m)
    .map((group) => [...group.matchAll(/^\| \[(\d{4})\]/gm)].map(([, number]) => number));
  expect(groups.map((numbers) => numbers.toSorted((one = '', other = '') => (one < other ? -1 : 1)))).toEqual(groups);
});

test('no two decisions share a number', () => {
  expect(numbers.size).toBe(decisions.length);
});

test('every decision that the code names exists', () => {
  const unknown = sources.flatMap((path) =>
    [...read(path).matchAll(/\b[Dd]ecisions? (\d{4})\b/g)]
      .filter(([, number]) => !numbers.has(number ?? ''))
      .map(([text]) => `${path}: ${text}`),
  );
  expect(unknown).toEqual([]);
});

const holding = decisions.filter((path) => readDecision(read(path))?.status !== 'superseded');

test.each(holding)('code of %s says why', (path) => {
  const linked = (readDecision(read(path))?.links ?? []).map((link) => posix.join('docs/decisions', link));
  const own = sources.filter((source) => linked.some((link) => source === link || source.startsWith(`${link}/`)));
  const number = basename(path).slice(0, 4);
  // A decision about settings files alone has no source file that could name it.
  expect(own.length === 0 || own.some((source) => read(source).includes(`decision ${number}`))).toBe(true);
});

describe('the checks notice', () => {
  test('a link to nothing', () => {
    expect(brokenLinks('[a](./gone.md) [b](https://x.example) [c](#part)', () => false)).toEqual(['./gone.md']);
  });

  test('a source file that was moved', () => {
    expect(missingPaths('See `core/api/gone.ts` and `api/here.ts`.', ['electron/core/api/here.ts'])).toEqual([
      'core/api/gone.ts',
    ]);
  });

  test('a decision that another one has superseded, all of it or a part', () => {
    const read = (status: string) => readDecision(`# 0001 Title\n\n${status}. Code: [\`a\`](../a)\n`)?.status;
    expect(read('Accepted 2026-11-21')).toBe('accepted');
    expect(read('Accepted 2026-11-21, in part superseded by [0002](0002-b.md)')).toBe('in part superseded');
    expect(read('Superseded 2026-11-21 by [0002](0002-b.md)')).toBe('superseded');
    expect(read('Superseded 2026-11-21')).toBeUndefined();
  });

  test('a decision without a date', () => {
    expect(readDecision('# 0001 Title\n\nAccepted. Code: [`a`](../a)\n')).toBeNull();
  });
});
