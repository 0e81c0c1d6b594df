import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/project.ts';
import { runToolQuietly } from '../lib/run-tool.ts';
import { removals } from '../shell-mutants/mends.ts';
import { specsOf } from '../shell-mutants/protections.ts';

const usage = `npm run shell-mutants -- [ID...]

Removes each protection of the desktop shell, and each mend for one of the three systems, in the source, runs the specs that
must notice, and puts it back. With numbers such as W7 only those. Ends with 1 when a removal goes unnoticed, or when the specs
fail before anything is removed.
`;
const ids = process.argv.slice(2);
const chosen = ids.length === 0 ? removals : removals.filter(({ id }) => id !== undefined && ids.includes(id));
if (ids.includes('--help')) {
  process.stdout.write(usage);
  process.exit(0);
}
if (chosen.length === 0) {
  process.stderr.write(`No removal has one of the numbers ${ids.join(', ')}.\n\n${usage}`);
  process.exit(2);
}
const whole = await specsPass([...new Set(chosen.flatMap(specsOf))]);
if (!whole) process.stdout.write('The specs fail before anything is removed.\n');
let noticed = 0;
for (const removal of chosen) {
  const { id, name, file, line, removed = '' } = removal;
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const putBack = () => writeFileSync(path, before);
  const putBackAndEnd = () => {
    putBack();
    process.exit(130);
  };
  process.once('SIGINT', putBackAndEnd).once('SIGTERM', putBackAndEnd);
  try {
    if (before.split(line).length !== 2) throw new Error(`"${line}" does not stand once in ${file}`);
    writeFileSync(
      path,
      before.replace(line, () => removed),
    );
    const isNoticed = !(await specsPass(specsOf(removal)));
    if (isNoticed) noticed += 1;
    process.stdout.write(
      `${isNoticed ? 'noticed  ' : 'UNNOTICED'}  ${id === undefined ? '' : `${id}: `}${name} (${file})\n`,
    );
  } finally {
    putBack();
    process.off('SIGINT', putBackAndEnd).off('SIGTERM', putBackAndEnd);
  }
}
process.stdout.write(`${JSON.stringify({ removals: chosen.length, noticed })}\n`);
process.exitCode = whole && noticed === chosen.length ? 0 : 1;

async function specsPass(specs: readonly string[]): Promise<boolean> {
  const { code } = await runToolQuietly('vitest', ['run', '--project', 'node', ...specs]);
  return code === 0;
}
