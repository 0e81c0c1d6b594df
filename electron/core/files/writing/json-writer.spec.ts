import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { flatShape, JsonBytes, type ObjectShape } from './json-bytes.ts';
import { countJsonRows, JsonWriter } from './json-writer.ts';
import { packRows, type TableRow } from './packed-rows.ts';
import { writeTarget } from './target-file.ts';

let target: string;
beforeEach(() => void (target = join(specFolder('json'), 'leads.json')));

async function textOf(format: 'json' | 'jsonl', shape: ObjectShape, batches: readonly (readonly TableRow[])[]) {
  await writeTarget({ path: target, overwrite: true }, async (file) => {
    const writer = new JsonWriter(file, shape, format);
    for (const rows of batches) await writer.write(packRows(rows, shape.keys.length));
    await writer.end();
  });
  return readFileSync(target, 'utf8');
}

const shape = flatShape(['a', 'b']);

describe('a file of JSON', () => {
  it('is one array with a row a line, or only the lines, however the rows come', async () => {
    const batches = [[['1', null]], [], [['2', '']], [['3', 'x']]];
    expect(await textOf('json', shape, batches)).toBe(
      '[\n{"a":"1","b":null},\n{"a":"2","b":""},\n{"a":"3","b":"x"}\n]\n',
    );
    expect(await countJsonRows(target, 'json')).toBe(3);
    expect(await textOf('jsonl', shape, batches)).toBe('{"a":"1","b":null}\n{"a":"2","b":""}\n{"a":"3","b":"x"}\n');
    expect(await countJsonRows(target, 'jsonl')).toBe(3);
    expect(await textOf('jsonl', flatShape(['a']), [[['1'], [null]]])).toBe('{"a":"1"}\n{"a":null}\n');
    expect(await textOf('jsonl', flatShape([]), [[[], []]])).toBe('{}\n{}\n');
    for (const [format, text] of [
      ['json', '[\n]\n'],
      ['jsonl', ''],
    ] as const) {
      expect(await textOf(format, shape, [])).toBe(text);
      expect(await countJsonRows(target, format)).toBe(0);
    }
  });

  it('has lists and objects where they came so, on one line, and text that only looks like them as text', async () => {
    const values = ['{"x":[1,"ø"]}', '[]', '{"x":\n1}', '[\r]', '[1', '{', '1', 'true', ' []', '"', '{"x":1}{'];
    const nested = { ...shape, hasJson: true };
    const rows = values.map((value) => [value, `${value}`]);
    const found = JSON.parse(await textOf('json', nested, [rows])) as { a: unknown; b: unknown }[];
    const whole = new Set(['{"x":[1,"ø"]}', '[]']);
    expect(found).toEqual(
      values
        .map((value) => (whole.has(value) ? JSON.parse(value) : value))
        .map((value: unknown) => ({ a: value, b: value })),
    );
    expect(await countJsonRows(target, 'json')).toBe(values.length);
    expect((JSON.parse(await textOf('json', shape, [rows])) as { a: unknown }[]).map(({ a }) => a)).toEqual(values);
  });

  it('has room for what its escapes make longer, in each row of a batch', () => {
    const signs = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code));
    const rows = Array.from({ length: 3000 }, (_, index) => [
      signs[index % 0x100]?.repeat(index % 40) ?? '',
      index % 2 === 0 ? null : 'é"',
    ]);
    const bytes = new JsonBytes(shape, '<', '>');
    for (const part of [rows.slice(0, 10), rows, rows.slice(0, 100)]) {
      const expected = part.map(([a, b]) => `<${JSON.stringify({ a, b })}>`).join('');
      expect(bytes.objectsOf(packRows(part, 2)).toString('utf8') === expected).toBe(true);
    }
  });
});

describe('rows read back', () => {
  it.each([
    ['json', '[\n{}\n]'],
    ['json', '[\n{}\n'],
    ['json', '{}\n]\n'],
    ['json', '[\n{}\n]\n{}\n'],
    ['json', '[\n[\n]\n'],
    ['json', '[\n1\n]\n'],
    ['json', '[\nnull\n]\n'],
    ['json', '[\n{"a":\n]\n'],
    ['json', ''],
    ['jsonl', '{}\n{}'],
    ['jsonl', '{},\n'],
    ['jsonl', '\n'],
    ['jsonl', ']\n'],
    ['jsonl', '"a"\n'],
  ] as const)('are refused in a file of %s that is not whole: %j', async (format, text) => {
    writeFileSync(target, text);
    await expect(countJsonRows(target, format)).rejects.toMatchObject({ name: 'FileTrouble', reason: 'notWritten' });
  });

  it('are counted wherever one piece of the file ends and the next begins', async () => {
    const line = `${JSON.stringify({ a: 'ø\n"'.repeat(1000) })}\n`;
    writeFileSync(target, line.repeat(150));
    expect(await countJsonRows(target, 'jsonl')).toBe(150);
  });
});

it('has room for every row, whatever JSON makes of its cells', () => {
  const name = 'x'.repeat(500);
  const cell = '\u0001'.repeat(100);
  const rows = Array.from({ length: 2000 }, (_, at) => [`${at}${cell}`]);
  const lines = new JsonBytes(flatShape([name]), '', '\n').objectsOf(packRows(rows, 1)).toString('utf8');
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)[name]),
  ).toEqual(rows.flat());
});
