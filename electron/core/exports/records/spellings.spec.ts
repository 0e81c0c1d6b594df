import { expect, it } from 'vitest';
import { spellingsOf } from './spellings.ts';

const record = (...paths: string[]) => ({ columns: paths.map((path) => ({ path, filled: 1 })) });

it('are those of fields of campaigns that are not in lower case only, the latest one last, which counts', () => {
  expect(spellingsOf([record('uniqueId', 'data.Phone', 'data.mail'), record('data.PHONE', 'data.Phone')])).toEqual([
    'data.PHONE',
    'data.Phone',
  ]);
});

it('are looked for in the twenty latest results', () => {
  const others = new Array<ReturnType<typeof record>>(19).fill(record('data.Phone'));
  expect(spellingsOf([...others, record('data.Mail')])).toEqual(['data.Mail', 'data.Phone']);
  expect(spellingsOf([record('data.First'), ...others, record('data.Mail')])).toEqual(['data.Phone', 'data.First']);
});
