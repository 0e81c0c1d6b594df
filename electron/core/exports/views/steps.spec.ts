import { expect, it } from 'vitest';
import { Steps } from './steps.ts';

it('are due after two hundred thousand units, and begin anew after a rest', async () => {
  const steps = new Steps(new AbortController().signal);
  for (let turn = 0; turn < 2; turn += 1) {
    expect([steps.isDue(199_999), steps.isDue(1)]).toEqual([false, true]);
    await steps.rest();
  }
});

it('let others have their turn, and end what was cancelled meanwhile', async () => {
  const controller = new AbortController();
  const steps = new Steps(controller.signal);
  setImmediate(() => controller.abort(new Error('cancelled')));
  await expect(steps.rest()).rejects.toThrow('cancelled');
});
