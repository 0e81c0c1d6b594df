import { expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

test('a list or an object gets lines, and every character of its values stays', () => {
  const text = '{"id":12345678901234567890,"n":1.0,"s":"a,b: {\\"x\\"}","list":[1,[],{}],"empty":[ ]}';
  expect(prettyJson(text)).toBe(
    [
      '{',
      '  "id": 12345678901234567890,',
      '  "n": 1.0,',
      '  "s": "a,b: {\\"x\\"}",',
      '  "list": [',
      '    1,',
      '    [],',
      '    {}',
      '  ],',
      '  "empty": []',
      '}',
    ].join('\n'),
  );
});

test('other text is left alone', () => {
  expect(prettyJson('12')).toBeNull();
  expect(prettyJson('[not json')).toBeNull();
  expect(prettyJson('"[1]"')).toBeNull();
  expect(prettyJson('plain')).toBeNull();
});
