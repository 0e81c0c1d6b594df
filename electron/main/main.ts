import * as electron from 'electron';
import Store from 'electron-store';
import { join } from 'node:path';
import { startShell } from './shell.ts';

// No top-level await: Electron would be ready only after it.
startShell({
  electron,
  Store,
  args: process.argv.slice(1),
  workingFolder: process.cwd(),
  builtFolder: join(import.meta.dirname, '..'),
}).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  electron.app.exit(2);
});
