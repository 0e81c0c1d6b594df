import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { openBrowser } from './open-browser.ts';

it.skipIf(process.platform === 'win32')(
  'the browser that is opened gets no password and no invitation of a batch run',
  async () => {
    const folder = specFolder('open-browser');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const seen = join(folder, 'seen');
    const program = join(folder, 'xdg-open');
    writeFileSync(
      program,
      `#!/bin/sh\necho "$1" > '${seen}.part'\nenv >> '${seen}.part'\nmv '${seen}.part' '${seen}'\n`,
    );
    chmodSync(program, 0o700);
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
    for (const name of ['PASSWORD', 'PROXY_PASSWORD', 'TEAM', 'TEAM_PASSWORD'])
      vi.stubEnv(`LEAD_CONSOLE_${name}`, `swordfish of ${name}`);
    vi.stubEnv('OF_THE_PERSON', 'kept');
    openBrowser('http://127.0.0.1:1/#token=x', 'linux', (text) => expect.unreachable(text));
    await vi.waitUntil(() => existsSync(seen), { timeout: 20_000 });
    const text = readFileSync(seen, 'utf8');
    expect(text).toContain('http://127.0.0.1:1/#token=x');
    expect(text).toContain('OF_THE_PERSON=kept');
    expect(text).not.toContain('swordfish');
  },
);
