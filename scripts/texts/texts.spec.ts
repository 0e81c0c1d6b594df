import { expect, test } from 'vitest';
import { textsOf } from './texts.ts';

const found = (source: string, path = 'renderer/src/planted.tsx'): string[] =>
  textsOf(path, source).map(({ text }) => text);

test.each([
  ['<p>Saved rows</p>', ['Saved rows']],
  ['<p>Saved {count} rows of <b>{file}</b></p>', ['Saved {count} rows of {…}']],
  ['<p>{"Saved rows"}</p>', ['Saved rows']],
  ['<TextInput label="file" placeholder="Name" />', ['file', 'Name']],
  ['<button aria-label="Close">×</button>', ['Close']],
  ['<Note heading={isOpen ? "Open" : "Nothing is open"} />', ['Open', 'Nothing is open']],
  [
    'const words = { refused: "Refused", unknown: `${count} rows are unknown` };',
    ['Refused', '{count} rows are unknown'],
  ],
  ['const ROWS = { one: "# row waits", other: "# rows wait" };', ['# row waits', '# rows wait']],
  ['throw new BatchTrouble("Name the file to import.");', ['Name the file to import.']],
  ['output.say(`Wrote ${rows(1)} of it.`);', ['Wrote {rows(1)} of it.']],
])('finds what a person reads in %s', (source, texts) => expect(found(source)).toEqual(texts));

test.each([
  'import { a } from "./Some File.ts";',
  'type Way = "Two words" | "Three words more";',
  'const query = database.prepare("SELECT id FROM jobs WHERE state = ?");',
  'const schema = `CREATE TABLE jobs (id INTEGER)`;',
  '<div className="row wide" style={{ margin: "0 4px" }} />',
  'if (event.key === "Enter") next();',
  'switch (kind) { case "Two words": break; }',
  'log.warn("The journal is slow", { milliseconds });',
  'response.setHeader("Cache-Control", "no-store, private");',
  'throw new TypeError("A mistake in the code");',
  'const channel = "import:start";',
  'const type = "text/html; charset=utf-8";',
  'const service = "GET simpleleads";',
  'const names = { "Two words": 1 };',
  'const joined = `${one} ${other}`;',
  'const name = "FileTrouble";',
  'const colour = "#2f5bd8";',
  'const place = "#/jobs and more";',
])('leaves out what no person reads in %s', (source) => expect(found(source)).toEqual([]));

test('names the line of each text', () => {
  expect(textsOf('shared/domain/planted.ts', 'const a = 1;\n\nconst b = "Two words";')).toEqual([
    { line: 3, text: 'Two words' },
  ]);
});

test('puts a text on one line', () => {
  expect(found('<p>\n  Saved\n  rows\n</p>')).toEqual(['Saved rows']);
});

test('a file that is no TypeScript is an error, not a file without texts', () => {
  expect(() => textsOf('shared/planted.ts', 'import {')).toThrow('shared/planted.ts');
});
