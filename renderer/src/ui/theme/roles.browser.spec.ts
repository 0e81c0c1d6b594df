import { expect, test } from 'vitest';

const sheets = import.meta.glob<string>(['../**/*.module.css', './roles.css'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface Rule {
  readonly selectors: readonly string[];
  /** Names of what it sets. */
  readonly sets: readonly string[];
  readonly composes: readonly string[];
}

/** The rules of a sheet, also those in media queries. */
function rulesOf(sheet: string): Rule[] {
  return [...sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selectors, body]) => {
    const lines = (body ?? '').split(';').map((line) => line.trim());
    return {
      selectors: (selectors ?? '').split(',').map((selector) => selector.trim()),
      sets: lines.filter((line) => line !== '').map((line) => line.slice(0, line.indexOf(':'))),
      composes: lines.flatMap((line) => /^composes: (.*) from global$/s.exec(line)?.[1]?.split(/\s+/) ?? []),
    };
  });
}

// The build puts the sheet of this folder before the roles, so that one class of a module here does not win over them.
test('no class of a module in ui sets again what a role sets that it composes', () => {
  const setBy = new Map(rulesOf(sheets['./roles.css'] ?? '').map(({ selectors, sets }) => [selectors[0], sets]));
  expect(setBy.get('.gap8')).toEqual(['gap']);
  const again = Object.entries(sheets).flatMap(([file, sheet]) => {
    const rules = rulesOf(sheet);
    return rules.flatMap(({ selectors: [composing = ''], composes }) =>
      composes.flatMap((role) =>
        rules
          .filter(({ selectors }) => selectors.includes(composing))
          .flatMap(({ sets }) => sets.filter((name) => setBy.get(`.${role}`)?.includes(name) === true))
          .map((name) => `${file}: ${composing} sets ${name}, as ${role} does`),
      ),
    );
  });
  expect(again).toEqual([]);
});
