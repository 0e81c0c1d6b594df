import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../foundation/ports.ts';
import { inFeature } from '../foundation/feature-context.ts';
import { endAtUnforeseen } from './last-resort.ts';

const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Runs a program with the handler in a process of its own, as only there an error can be left to nobody. */
async function outputOf(program: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { endAtUnforeseen } from ${module('./last-resort.ts')};
     import { inFeature } from ${module('../foundation/feature-context.ts')};
     import { systemClock } from ${module('./system-clock.ts')};
     const report = (error, feature) => console.log(feature + ': ' + error.message);
     ${program}`,
  ]);
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code: child.exitCode, said };
}

/** A clock whose time passes when the spec says so. */
function standingClock() {
  const timers: (() => void)[] = [];
  const clock: Clock = {
    wallNow: () => 0,
    monotonicNow: () => 0,
    after(_, callback) {
      timers.push(callback);
      return { cancel: () => undefined };
    },
  };
  return { clock, pass: () => timers.splice(0).forEach((timer) => timer()) };
}

describe('an error that nobody caught', () => {
  it.each([
    [
      'a rejected promise',
      `inFeature('export:start', async () => { await null; throw new Error('the disk is full'); });`,
    ],
    ['a timer', `inFeature('export:start', () => setTimeout(() => { throw new Error('the disk is full'); }, 1));`],
  ])('of %s names its feature, waits for what is on its way, and ends the process', async (_, failing) => {
    const { code, said } = await outputOf(`
      const close = async () => { await new Promise((resolve) => setTimeout(resolve, 50)); console.log('closed'); };
      endAtUnforeseen(process, { clock: systemClock, report, close, exit: () => process.exit(3) });
      setInterval(() => undefined, 1000);
      ${failing}`);
    expect(said).toBe('export:start: the disk is full\nclosed\n');
    expect(code).toBe(3);
  });

  it('ends the process at once when there is a second one, or closing fails or takes too long', async () => {
    const heard: string[] = [];
    const start = (close: () => Promise<void>) => {
      const source = new EventEmitter();
      const { clock, pass } = standingClock();
      const ends = { count: 0 };
      const report = (error: unknown, feature: string) => heard.push(`${feature}: ${String(error)}`);
      endAtUnforeseen(source, { clock, report, close, exit: () => (ends.count += 1) });
      return { source, pass, ends };
    };
    const never = () => new Promise<void>(() => undefined);

    const twice = start(never);
    inFeature('quota', () => twice.source.emit('uncaughtException', 'one'));
    expect(twice.ends.count).toBe(0);
    twice.source.emit('unhandledRejection', 'two');
    expect(twice.ends.count).toBe(1);

    const late = start(never);
    late.source.emit('uncaughtException', 'three');
    late.pass();
    expect(late.ends.count).toBe(1);

    const failing = start(() => Promise.reject(new Error('no room')));
    failing.source.emit('uncaughtException', 'four');
    await expect.poll(() => failing.ends.count).toBe(1);
    expect(heard).toEqual([
      'quota: one',
      'no feature: two',
      'no feature: three',
      'no feature: four',
      'close after an error: Error: no room',
    ]);
  });
});
