import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Steps } from './steps.ts';
import { placesOf } from './value-order.ts';
import { codedOf } from './views-fixture.ts';

const steps = () => new Steps(new AbortController().signal);

/** Values in a language's order, each with its place. */
async function ordered(values: readonly string[], locale: string): Promise<string[]> {
  const column = codedOf(values);
  const places = await placesOf(column, locale, steps());
  return values.toSorted((one, other) => place(one) - place(other));

  function place(value: string): number {
    for (let code = 0; code < column.size; code += 1) if (column.value(code) === value) return places[code] ?? -1;
    return -1;
  }
}

describe('placesOf', () => {
  it('puts å after z in Danish and numbers in text by their size', async () => {
    const values = ['Åse', 'Zita', 'row 10', 'row 9', 'Aage', 'Abel', 'ærø', 'østen'];
    expect(await ordered(values, 'da')).toEqual(['Abel', 'row 9', 'row 10', 'Zita', 'ærø', 'østen', 'Aage', 'Åse']);
    expect(await ordered(['Åse', 'Zita', 'Abel'], 'en')).toEqual(['Abel', 'Åse', 'Zita']);
  });

  it('puts numbers by their size where the column has nothing else, with signs and fractions', async () => {
    const values = ['2.5', '-5', '10', '-10', '2.25', '0', '-0.5', '1234567890.75'];
    const sorted = ['-10', '-5', '-0.5', '0', '2.25', '2.5', '10', '1234567890.75'];
    expect(await ordered(values, 'da')).toEqual(sorted);
    expect(await ordered(values, 'en')).toEqual(sorted);
    // More of them than are sorted at a stretch.
    const many = Array.from({ length: 3000 }, (_, index) => String((((index * 7919) % 3000) - 1500) / 4));
    expect((await ordered(many.slice(0, 50), 'da')).map(Number)).toEqual(
      many
        .slice(0, 50)
        .map(Number)
        .toSorted((one, other) => one - other),
    );
    const column = codedOf(many);
    const places = await placesOf(column, 'da', steps());
    const bySize = many.map((_, at) => column.value(at + 1)).toSorted((one, other) => Number(one) - Number(other));
    expect(bySize.map((value) => places[column.codeOf(value)])).toEqual(bySize.map((_, at) => at + 1));
  });

  it('gives numbers that are equal one place, also those in other words and zero with a sign', async () => {
    const values = ['1.10', '-0', '1.1', '0', '1.2', '-1'];
    const column = codedOf(values);
    const places = await placesOf(column, 'en', steps());
    expect(values.map((value) => places[column.codeOf(value)])).toEqual([3, 2, 3, 2, 4, 1]);
  });

  it.each([
    ['a text', ['-5', '-10', 'n/a'], ['-5', '-10', 'n/a']],
    ['a day', ['2026-11-02', '2026-10-03', '5'], ['5', '2026-10-03', '2026-11-02']],
    ['an address', ['10.0.0.2', '10.0.0.10', '9.5'], ['9.5', '10.0.0.2', '10.0.0.10']],
    ['a code with a leading zero', ['1.10', '1.9', '007'], ['1.9', '1.10', '007']],
    ['a sign alone', ['-', '-5', '-10'], ['-', '-5', '-10']],
  ])('has the order of the language beside %s', async (_, values, sorted) => {
    expect(await ordered(values, 'en')).toEqual(sorted);
  });

  it('has whole numbers by size however long they are', async () => {
    const values = ['12345678901234567890', '5', '1234567890123456', '40'];
    expect(await ordered(values, 'da')).toEqual(['5', '40', '1234567890123456', '12345678901234567890']);
  });

  it('puts a text that the language takes for the same as the first one beside it, in one place', async () => {
    const column = codedOf(['ab', 'a\u00ADb', 'c']);
    const places = await placesOf(column, 'en', steps());
    const placeOf = (value: string) => places[[0, 1, 2, 3].find((code) => column.value(code) === value) ?? 0];
    expect(placeOf('a\u00ADb')).toBe(placeOf('ab'));
    expect(placeOf('c')).toBe((placeOf('ab') ?? 0) + 1);
  });

  it('puts a text of nothing that the language counts before all others, and not where the empty cells are', async () => {
    const column = codedOf(['b', '', '\u00AD', 'a']);
    const places = await placesOf(column, 'en', steps());
    expect(['', '\u00AD', 'a', 'b'].map((value) => places[column.codeOf(value)])).toEqual([0, 1, 2, 3]);
  });

  it('gives texts that are the same to the language one place, also behind a text of plain characters', async () => {
    const values = ['b', 'a', '\u00E9', 'e\u0301', 'Kassza', 'Kast'];
    const column = codedOf(values);
    const places = await placesOf(column, 'hu', steps());
    expect(values.map((value) => places[column.codeOf(value)])).toEqual([2, 1, 3, 3, 5, 4]);
  });

  // Hungarian and Czech sort pairs of letters as one, Thai ignores punctuation, Japanese is not made of ASCII.
  it.each(['da', 'en', 'de', 'sv', 'hu', 'cs', 'cy', 'th', 'ja', 'fr-CA', 'lt'])(
    'agrees with the collator of %s on every pair, equal ones among them',
    async (locale) => {
      const collator = new Intl.Collator(locale, { numeric: true });
      const piece = fc.constantFrom(
        ...[
          ...['a', 'A', 'aa', 'Aa', 'AA', 'b', 'c', 'C', 'cs', 'dzs', 'ch'],
          ...['ll', 'ff', 'FF', 'fF', 'y', 'z', 'Z', '0', '00', '1', '9', '10'],
        ],
        ...[
          ...['007', ' ', '-', '+', '.', '@', '_', "'", '"', '/', 'å'],
          ...['Å', 'ä', 'æ', 'ø', 'é', 'ß', 'İ', 'ı', '\u0001', '😀'],
        ],
        ...['x', 'V', 'w', '12345678901234567890', '~', '^', '(', '#'],
      );
      const text = fc.oneof(
        fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
        fc.string({ minLength: 1, maxLength: 8 }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 60 }), async (values) => {
          // A column of numbers alone has them by size.
          const column = codedOf([...values, 'x']);
          const places = await placesOf(column, locale, steps());
          for (let one = 1; one < column.size; one += 1)
            for (let other = 1; other < one; other += 1) {
              const wanted = Math.sign(collator.compare(column.value(one), column.value(other)));
              const found = Math.sign((places[one] ?? 0) - (places[other] ?? 0));
              if (wanted !== found)
                expect.unreachable(
                  `${JSON.stringify([column.value(one), column.value(other)])}: ${wanted}, not ${found}`,
                );
            }
        }),
        { numRuns: 20 },
      );
    },
  );

  it('sorts many long equal beginnings', async () => {
    const values = Array.from({ length: 3000 }, (_, index) => `${'x'.repeat(200)}${(index * 7919) % 3000}`);
    const found = await ordered(values.slice(0, 200), 'en');
    const collator = new Intl.Collator('en', { numeric: true });
    expect(found).toEqual(values.slice(0, 200).toSorted((one, other) => collator.compare(one, other)));
    const places = await placesOf(codedOf(values), 'en', steps());
    expect(new Set(places).size).toBe(3001);
  });
});
