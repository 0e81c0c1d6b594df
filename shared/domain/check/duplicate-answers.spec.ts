import { describe, expect, it } from 'vitest';
import { answerOf, answerWords, duplicatesOf, problemsInOrder } from './duplicate-answers.ts';

describe('an answer to duplicates', () => {
  it.each([
    [
      'duplicatePhone',
      { by: 'phone', field: null, keep: 'first' },
      'Among rows with the same phone, the first is sent',
    ],
    [
      'duplicateEmail',
      { by: 'email', field: null, keep: 'first' },
      'Among rows with the same e-mail, the first is sent',
    ],
    ['duplicateName', { by: 'name', field: null, keep: 'first' }, 'Among rows with the same name, the first is sent'],
    ['duplicateKey:Zip', { by: 'key', field: 'Zip', keep: 'first' }, 'Among rows with the same Zip, the first is sent'],
    ['notUnique:A:B', { by: 'key', field: 'A:B', keep: 'first' }, 'Among rows with the same A:B, the first is sent'],
  ] as const)('is known by the reason %s', (reasonId, answer, words) => {
    expect(answerOf(reasonId, 'first')).toEqual(answer);
    expect(answerWords(answer)).toBe(words);
    expect(answerOf(reasonId, 'last')?.keep).toBe('last');
  });

  it('belongs to no other reason', () => {
    for (const reasonId of ['sentBefore', 'phoneShort:Phone', 'toString', ':duplicatePhone'])
      expect(answerOf(reasonId, 'first')).toBeNull();
  });

  it('is about the duplicates of its own kind and field', () => {
    const found = ['duplicateEmail', 'notUnique:Zip', 'duplicatePhone'].map((reasonId) => ({ reasonId })) as never[];
    const about = (by: 'phone' | 'key' | 'name', field: string | null) =>
      duplicatesOf({ by, field, keep: 'first' }, found)?.reasonId;
    expect([about('phone', null), about('key', 'Zip')]).toEqual(['duplicatePhone', 'notUnique:Zip']);
    expect([about('key', 'City'), about('name', null)]).toEqual([undefined, undefined]);
  });
});

it('problems are put in order without warnings, those of rows that repeat last', () => {
  const problem = (kind: 'notUnique' | 'phoneShort' | 'required') => ({ kind, severity: 'problem' as const });
  const warning = { kind: 'dateInvalid' as const, severity: 'warning' as const };
  const [repeated, short, empty] = [problem('notUnique'), problem('phoneShort'), problem('required')];
  expect(problemsInOrder([repeated, short, warning, repeated, empty])).toEqual([short, empty, repeated, repeated]);
});
