import { expect, test } from 'vitest';
import { splitSentences } from './sentences.ts';

test.each([
  ['The file is empty. Choose another.', 'The file is empty.', 'Choose another.'],
  ['Nothing was sent', 'Nothing was sent', ''],
  [
    'The host company.example.com did not answer. Check it.',
    'The host company.example.com did not answer.',
    'Check it.',
  ],
  ['Row 3 has 4.5 units. 12 rows wait.', 'Row 3 has 4.5 units.', '12 rows wait.'],
])('%s', (message, first, rest) => expect(splitSentences(message)).toEqual({ first, rest }));
