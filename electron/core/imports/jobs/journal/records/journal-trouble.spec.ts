import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../../../foundation/folder-fixture.ts';
import { Witness, WITNESS_FILE } from '../../witness/witness.ts';
import { journalTrouble } from './journal-trouble.ts';

it('has words for a folder that was put in the place of the witness while a job runs', () => {
  const folder = specFolder('journal-trouble');
  const witness = new Witness(join(folder, WITNESS_FILE));
  mkdirSync(witness.path);
  let thrown: unknown = null;
  try {
    witness.append({ kind: 'witness', sequence: 1, value: { version: 1, id: 'id', jobs: 0 } });
  } catch (error) {
    thrown = error;
  }
  const { isExpected, sentence } = journalTrouble(thrown);
  expect(isExpected).toBe(true);
  // Windows does not tell a folder from a file that may not be written.
  if (process.platform !== 'win32')
    expect(sentence).toMatch(/sent\.log.*a folder or a link stands in its place\. Move it/);
});
