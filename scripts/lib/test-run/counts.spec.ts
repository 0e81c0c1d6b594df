import { expect, test } from 'vitest';
import {
  countsOfBrowserTests,
  countsOfSpecs,
  failuresOfBrowserTests,
  failuresOfSpecs,
  lastLine,
  noTests,
  stageTable,
  sum,
} from './counts.ts';
import type { Stage } from './counts.ts';
import { LONG } from './long-runs.ts';

const stage = (change: Partial<Stage>): Stage => ({
  title: 'lint',
  ok: true,
  seconds: 1,
  counts: noTests,
  failures: [],
  ...change,
});

test('adds the tests of all stages', () => {
  const stages = [
    stage({}),
    stage({ counts: { passed: 40, failed: 0, skipped: 2 } }),
    stage({ ok: false, counts: { passed: 7, failed: 3, skipped: 0 } }),
  ];
  expect(lastLine(sum(stages))).toBe('47 passed, 3 failed, 2 skipped');
});

test('names nothing skipped when nothing was', () => {
  expect(lastLine({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed');
});

test('a stage that fails without a failed test is a failure all the same', () => {
  expect(sum([stage({ ok: false })]).failed).toBe(1);
  expect(sum([stage({ ok: false, counts: { passed: 5, failed: 0, skipped: 0 } })])).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
  });
});

test('a spec file that cannot be loaded is a failed test', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}, {}] },
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
    ],
  };
  expect(countsOfSpecs(JSON.stringify(report))).toEqual({ passed: 4, failed: 2, skipped: 2 });
});

test('does not count as skipped what was left out on purpose', () => {
  const specs = [{ status: 'skipped' }, { status: 'skipped', tags: [LONG] }, { status: 'passed', tags: [LONG] }];
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [{ status: 'passed', assertionResults: [...specs, { status: 'todo', tags: [] }] }],
  };
  expect(countsOfSpecs(JSON.stringify(report)).skipped).toBe(1);
  const twice = { ...report, testResults: [...report.testResults, { status: 'passed', assertionResults: [specs[0]] }] };
  expect(countsOfSpecs(JSON.stringify({ ...twice, numPendingTests: 3 }), true).skipped).toBe(1);
});

test('counts a browser test that passed at its second try, and errors outside of tests', () => {
  const report = { stats: { expected: 9, unexpected: 1, flaky: 1, skipped: 3 }, errors: [{}] };
  expect(countsOfBrowserTests(JSON.stringify(report))).toEqual({ passed: 10, failed: 2, skipped: 3 });
});

test('shows each stage with its time and its tests', () => {
  const table = stageTable([
    stage({ seconds: 0.52 }),
    stage({ title: 'specs', ok: false, counts: { passed: 1, failed: 1, skipped: 0 } }),
  ]);
  expect(table.split('\n')).toEqual(['held    lint      0.5 s', 'failed  specs     1.0 s  1 passed, 1 failed']);
});

test('names every spec that failed, and a file that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: 'a.spec.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'sums takes away' },
        ],
      },
      { name: 'b.spec.ts', status: 'failed', assertionResults: [] },
      { name: 'c.spec.ts', status: 'passed', assertionResults: [] },
    ],
  };
  expect(failuresOfSpecs(JSON.stringify(report))).toEqual(['a.spec.ts > sums takes away', 'b.spec.ts']);
});

test('names every browser test that failed, however deep it stands', () => {
  const report = {
    suites: [
      {
        file: 'a.spec.ts',
        title: 'a.spec.ts',
        specs: [
          { title: 'opens', ok: true },
          { title: 'closes', ok: false },
        ],
        suites: [{ file: 'a.spec.ts', title: 'group', specs: [{ title: 'saves', ok: false }] }],
      },
    ],
  };
  expect(failuresOfBrowserTests(JSON.stringify(report))).toEqual(['a.spec.ts > closes', 'a.spec.ts > saves']);
});
