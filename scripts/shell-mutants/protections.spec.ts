import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isMend, limits, mendIds, removals } from './mends.ts';
import { protections, specsOf } from './protections.ts';

test.each(removals.map((removal) => [removal.name, removal] as const))(
  '%s stands where the list says',
  (_, removal) => {
    expect(readFileSync(removal.file, 'utf8').split(removal.line)).toHaveLength(2);
    expect(removal.removed).not.toBe(removal.line);
    for (const spec of specsOf(removal)) expect(existsSync(spec)).toBe(true);
  },
);

test('there are at least the fifteen that went unnoticed once', () => {
  expect(protections.length).toBeGreaterThanOrEqual(15);
});

test('whatever breaks on one of the three systems has a line that mends it, or a limit in the guide', () => {
  const guide = readFileSync('docs/guide.md', 'utf8').replaceAll(/\s+/g, ' ');
  for (const words of Object.values(limits)) expect(guide).toMatch(words);
  const known = new Set([...removals.filter(isMend).map(({ id }) => id), ...Object.keys(limits)]);
  expect([...known].sort()).toEqual([...mendIds].sort());
});

test('docs/evidence/three-systems.md has a row for each of them: what is held, where, and what notices', () => {
  const evidence = readFileSync('docs/evidence/three-systems.md', 'utf8');
  const list = (paths: readonly string[]) =>
    [...new Set(paths)].map((path) => `\`${path.replace(/^electron\//, '')}\``).join(', ');
  for (const id of mendIds) {
    const own = removals.filter(isMend).filter((removal) => removal.id === id);
    const held = [...own.map(({ name }) => name), ...(id in limits ? ['**limit**'] : [])].join('; ');
    const where = own.map(({ file }) => file);
    const notices = own.flatMap(specsOf);
    expect(evidence).toContain(`| ${id} | ${held} | ${list(where)} | ${list(notices)} |\n`);
  }
});

const security = readFileSync('docs/security.md', 'utf8');
const items = [...security.matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|$/gm)];

test("docs/security.md lists Electron's twenty items, each with a spec that is there", () => {
  expect(items.map(([, number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  for (const [, , , proof = ''] of items) {
    const specs = [...proof.matchAll(/`([^`]+\.(?:spec\.tsx?|mjs|ts))`/g)].map(([, path = '']) => path);
    expect(specs).not.toEqual([]);
    for (const path of specs) expect([path, existsSync(path)]).toEqual([path, true]);
  }
});
