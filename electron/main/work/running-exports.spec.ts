import { expect, it } from 'vitest';
import { RunningExports } from './running-exports.ts';

it('counts the exports of every account until they end, or the core does', () => {
  const exports = new RunningExports();
  const tell = (accountId: string, running: number) =>
    exports.see({ name: 'export:working', payload: { accountId, running } });
  exports.see({ name: 'core:state', payload: { state: 'running', message: '' } });
  expect(exports.count).toBe(0);
  tell('one', 1);
  tell('one', 2);
  tell('two', 1);
  expect(exports.count).toBe(3);
  tell('one', 0);
  expect(exports.count).toBe(1);
  exports.forget();
  expect(exports.count).toBe(0);
});
