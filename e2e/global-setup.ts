import { existsSync } from 'node:fs';
import { hostProgram } from '../scripts/lib/host.ts';

export default function assertBuilt(): void {
  if (!existsSync(hostProgram)) throw new Error(`${hostProgram} is not there: run npm run build first.`);
}
