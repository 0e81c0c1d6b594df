import { expect, it } from 'vitest';
import { RunningHere } from './running-here.ts';

it.each(['export:working', 'segment:working'] as const)(
  'counts what %s says of every account until it ends, or the core does',
  (name) => {
    const counts: number[] = [];
    const here = new RunningHere(name, (count) => counts.push(count));
    const tell = (accountId: string, running: number) => here.see({ name, payload: { accountId, running } });
    here.see({ name: 'core:state', payload: { state: 'running', message: '' } });
    expect(here.count).toBe(0);
    tell('one', 1);
    tell('one', 2);
    tell('two', 1);
    expect(here.count).toBe(3);
    tell('one', 0);
    expect(here.count).toBe(1);
    here.forget();
    expect(here.count).toBe(0);
    expect(counts).toEqual([1, 2, 3, 1, 0]);
  },
);

it('does not count work of the other kind', () => {
  const changes = new RunningHere('segment:working');
  changes.see({ name: 'export:working', payload: { accountId: 'one', running: 1 } });
  expect(changes.count).toBe(0);
});
