import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/lib/project.ts';

const hostProgram = join(root, 'out/core/loopback.js');

export default function assertBuilt(): void {
  if (!existsSync(hostProgram)) throw new Error(`${hostProgram} is not there: run npm run build first.`);
}
