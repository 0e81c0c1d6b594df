import { describe, expect, it } from 'vitest';
import { type KindValue, ShownKinds } from './shown-kinds.ts';

const phone = (value: string): KindValue => ({ kind: 'phone', value });
const email = (value: string): KindValue => ({ kind: 'email', value });
function shown(leads: readonly (readonly KindValue[])[]): ShownKinds {
  const kinds = new ShownKinds();
  for (const values of leads) kinds.add(values);
  return kinds;
}
const leads = (count: number, valuesOf: (n: number) => readonly KindValue[]) =>
  shown(Array.from({ length: count }, (_, n) => valuesOf(n)));

describe('a kind is shown', () => {
  it('when leads have different values of it, a few of them the same', () => {
    const kinds = leads(1000, (n) => [phone(String(n % 700)), ...(n % 5 === 0 ? [email(`${n}@x`)] : [])]);
    expect([kinds.shows('phone'), kinds.shows('email'), kinds.shows('key')]).toEqual([true, true, false]);
    expect(shown([[phone('1')]]).shows('phone')).toBe(true);
  });

  it.each([
    ['nearly all show the same', leads(12, (n) => [phone(n < 10 ? '0' : String(n))])],
    ['many thousand show a few masks', leads(5000, (n) => [phone(String(n % 30))])],
    ['hardly any shows one', leads(100, (n) => [email(`${n}@x`), ...(n < 5 ? [phone(String(n))] : [])])],
    ['none came', shown([])],
  ])('not when %s', (_, kinds) => expect(kinds.shows('phone')).toBe(false));
});

it('leads that show nothing are counted', () => {
  expect(leads(10, (n) => (n % 5 === 0 ? [] : [phone(String(n))])).blank).toBe(2);
});
