import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { openResult } from './open-result.ts';

it.runIf(process.platform === 'linux')(
  'a file that is not a result is left closed (skipped where a program does not see its open files)',
  () => {
    const path = join(specFolder('open-result'), 'damaged.sqlite');
    writeFileSync(path, 'not a database '.repeat(100));
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    for (let times = 0; times < 20; times += 1) expect(() => openResult(path)).toThrow(/not a database/);
    expect(open()).toBeLessThan(before + 10);
  },
);
