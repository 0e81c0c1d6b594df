import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { workbookReader } from '../workbooks-fixture.ts';
import { BOUNDARY, filelist, header, page, people, saved, table } from './saved-pages-fixture.ts';

const readKind = workbookReader('leads.mht');
const read = (content: string | Buffer, choices: { headerLine?: number | null } = {}) =>
  readKind('mhtml', content, choices);

describe('a web page that was saved in one file', () => {
  it.each([
    [
      'one line of 30 MB',
      saved([
        {
          head: page('').head,
          body: `<table><tr><td>Navn<td>Nr<tr><td>Bo<td>1</table><!--${'x'.repeat(30_000_000)}-->`,
        },
      ]),
    ],
    [
      'a million boundaries of others',
      saved([
        {
          head: page('').head,
          body: `<table><tr><td>Navn<td>Nr<tr><td>Bo<td>1</table>\r\n${'--no\r\n'.repeat(1_000_000)}`,
        },
      ]),
    ],
    [
      '20 MB of = signs',
      saved([
        {
          head: page('').head,
          body: `<table><tr><td>Navn<td>Nr<tr><td>Bo<td>1</table><!--${'='.repeat(20_000_000)}-->`,
        },
      ]),
    ],
  ])('reads in no time what is hostile: %s', async (_title, file) => {
    const started = performance.now();
    expect((await read(file, { headerLine: 1 })).rows).toEqual([['Bo', '1']]);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('any table and any damage', () => {
  const cell = fc
    .string({ unit: fc.constantFrom(...'aæ=- \té0€7;.'), minLength: 1, maxLength: 90 })
    .map((text) => `x${text}x`);
  const way = fc.constantFrom('qp', 'base64', '8bit');

  it('is read as it was written, in every way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }), way, async (rows, written) => {
        const { rows: found } = await read(saved([page(table(rows), { way: written }), filelist]), {
          headerLine: null,
        });
        const shown = (text: string) => text.replaceAll(/[ \t]+/g, ' ');
        expect(found).toEqual(rows.map((cells) => cells.map(shown)));
      }),
      { numRuns: 60 },
    );
  });

  it('ends with rows or with a sentence', async () => {
    const whole = saved([
      page(table([header, ...people])),
      filelist,
      page(table([header, ...people]), { way: 'base64' }),
    ]);
    const piece = fc.constantFrom(
      ...['', '=', '--', `--${BOUNDARY}`, '\r\n\r\n', 'Content-Type: multipart/mixed; boundary=x\r\n\r\n', '<table>'],
      '\0',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length), fc.nat(400), piece), { maxLength: 5 }),
        async (damage) => {
          let bytes = whole;
          for (const [at, length, text] of damage)
            bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at + length)]);
          // Any error that is not a trouble with the file fails.
          await read(bytes).catch((error: unknown) => {
            if (!(error instanceof FileTrouble)) throw error;
            expect(error.message).toMatch(/^["A-Z].*\.$/s);
          });
        },
      ),
      { numRuns: 200 },
    );
  });
});
