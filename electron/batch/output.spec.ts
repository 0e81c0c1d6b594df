import { expect, it } from 'vitest';
import { jsonLines, runCommand } from './batch-fixture.ts';
import { createOutput } from './program/output.ts';
import { usage } from './usage.ts';

const HOSTILE = 'Refused: \u001b[31m\u009b2J\u202Eevil\r\nJob done.';

it('shows what a service says in one line, with marks for what a terminal would obey', () => {
  const lines: string[] = [];
  const output = createOutput(false, { out: (text) => lines.push(text), error: (text) => lines.push(text) });
  output.say(HOSTILE);
  output.warn(HOSTILE);
  const line = 'Refused: ␛[31m<U+009B>2J<U+202E>evil Job done.\n';
  expect(lines).toEqual([line, line]);
});

it('escapes it in JSON', () => {
  let text = '';
  const output = createOutput(true, { out: (line) => (text += line), error: () => undefined });
  output.tell({ reason: HOSTILE });
  expect(JSON.parse(text)).toEqual({ reason: HOSTILE });
  // oxlint-disable-next-line no-control-regex
  expect(text.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

it('holds nothing but objects with --json, the help among them', async () => {
  for (const args of [['--help'], ['import', '--help']]) {
    expect(jsonLines((await runCommand([...args, '--json'], {})).stdout)).toEqual([{ help: usage }]);
    expect((await runCommand(args, {})).stdout).toBe(usage);
  }
});
