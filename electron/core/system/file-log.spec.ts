import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { onWindows } from '../foundation/held-files-fixture.ts';
import { createFileLog } from './file-log.ts';
import { systemClock } from './system-clock.ts';
import { isForOwnerOnly } from '../foundation/this-system-fixture.ts';

let folder: string;
beforeEach(() => {
  folder = specFolder('file-log');
});

const noon = { ...systemClock, wallNow: () => Date.UTC(2026, 10, 21, 12) };

describe('log', () => {
  it('has the time, the place, the stack and its causes under the id a person can quote', () => {
    const log = createFileLog(join(folder, 'logs'), 'core', noon);
    const id = log.bug('job:list', new Error('outer', { cause: new Error('inner') }));
    const text = readFileSync(join(folder, 'logs', 'core.log'), 'utf8');
    expect(text).toContain(`2026-11-21T12:00:00.000Z bug ${id} in job:list: Error: outer`);
    expect(text).toContain('caused by Error: inner');
    expect(isForOwnerOnly(join(folder, 'logs', 'core.log'))).toBe(true);
  });

  it.each(['\n', '\r\n', '\r', '\u0085', '\u2028'])('has no line that a text with the line end %j began', (end) => {
    const log = createFileLog(folder, 'core', noon);
    const forged = `cut${end}2026-11-21T12:00:00.000Z bug 0badf00d in job:start: TypeError`;
    log.bug('a', new Error(forged, { cause: new Error(forged) }));
    log.bug(forged, 'thrown');
    log.note(forged);
    const lines = readFileSync(join(folder, 'core.log'), 'utf8').split(/[\n\r\u0085\u2028]/);
    expect(lines.filter((line) => line.startsWith('2026'))).toHaveLength(3);
    expect(lines.filter((line) => line.endsWith('in job:start: TypeError'))).toHaveLength(3);
  });

  it('does not write down what an error carries along, nor a thrown value', () => {
    const log = createFileLog(folder, 'core', noon);
    log.bug('a', Object.assign(new Error('failed'), { request: { password: 'hunter2' } }));
    log.bug('b', { password: 'hunter2' });
    log.bug('c', 'hunter2');
    expect(readFileSync(join(folder, 'core.log'), 'utf8')).not.toContain('hunter2');
  });

  it('goes on in a long file that somebody reads', () => {
    writeFileSync(join(folder, 'core.log'), 'x'.repeat(3 * 1024 * 1024));
    using files = onWindows();
    files.hold(/core\.log$/, ['EBUSY'], 1);
    createFileLog(folder, 'core', noon).note('still here');
    expect(readFileSync(join(folder, 'core.log'), 'utf8').slice(-11)).toBe('still here\n');
  });

  it('keeps one older file and never grows without end', () => {
    writeFileSync(join(folder, 'core.log'), 'x'.repeat(3 * 1024 * 1024));
    const log = createFileLog(folder, 'core', noon);
    log.note('new');
    expect(statSync(join(folder, 'core.log')).size).toBeLessThan(100);
    expect(statSync(join(folder, 'core.log.1')).size).toBe(3 * 1024 * 1024);
  });

  it('is never the reason why work stops', () => {
    writeFileSync(join(folder, 'file'), '');
    const log = createFileLog(join(folder, 'file'), 'core', noon);
    expect(log.bug('a', new Error('x'))).toMatch(/^[0-9a-f]{8}$/);
  });
});
