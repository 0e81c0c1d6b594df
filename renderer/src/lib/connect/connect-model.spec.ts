import { expect, test } from 'vitest';
import { emptyFields, fieldErrors } from './connect-model.ts';

test('empty fields each say what is missing', () => {
  const errors = fieldErrors(emptyFields);
  expect(Object.keys(errors).sort()).toEqual(['address', 'password', 'username']);
  for (const words of Object.values(errors)) expect(words).toMatch(/\.$/);
});

test('fields that can be tried have no error', () => {
  expect(fieldErrors({ address: 'nordwind.example.com', username: 'ws', password: 'x' })).toEqual({});
});

test('an address without encryption is refused before anything is sent', () => {
  expect(fieldErrors({ address: 'http://nordwind.example.com', username: 'ws', password: 'x' })).toHaveProperty(
    'address',
  );
});
