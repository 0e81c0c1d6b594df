import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../../../foundation/folder-fixture.ts';
import { Witness, WITNESS_FILE } from '../../witness/witness.ts';
import { journalTrouble } from './journal-trouble.ts';

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return null;
}

/** What beginning the witness at this path throws. */
const thrownAt = (path: string) =>
  thrownBy(() => new Witness(path).append({ kind: 'witness', sequence: 1, value: { version: 1, id: 'id', jobs: 0 } }));

it('has words for a data folder that was removed or renamed while a job runs', () => {
  const { isExpected, sentence } = journalTrouble(thrownAt(join(specFolder('journal-trouble'), 'gone', WITNESS_FILE)));
  expect(isExpected).toBe(true);
  expect(sentence).toMatch(/sent\.log.*folder was removed or renamed.*Put it back where it was\./);
  expect(journalTrouble(thrownBy(() => openSync('/nowhere/other.log', 'r'))).isExpected).toBe(false);
});

it('has words for a folder that was put in the place of the witness while a job runs', () => {
  const folder = specFolder('journal-trouble');
  const path = join(folder, WITNESS_FILE);
  mkdirSync(path);
  const { isExpected, sentence } = journalTrouble(thrownAt(path));
  expect(isExpected).toBe(true);
  // Windows does not tell a folder from a file that may not be written.
  if (process.platform !== 'win32')
    expect(sentence).toMatch(/sent\.log.*a folder or a link stands in its place\. Move it/);
});
