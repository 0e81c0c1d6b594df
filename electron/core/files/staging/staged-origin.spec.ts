import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { stageNow } from './reading-job.ts';
import { OriginWriter, originOfRows } from './staged-origin.ts';
import { openStaged } from './staging.ts';

it('keeps of rows of a job where they were in it, and in the file that the job was made of', async () => {
  const folder = specFolder('origin');
  const [path, target] = [join(folder, 'rest.csv'), join(folder, 'rest.sqlite')];
  writeFileSync(path, 'Name,Phone\nAnna,20304050\nBent,20304051\n');
  await stageNow({ path, choices: {}, target }, () => undefined);
  expect(originOfRows(target)).toEqual(new Map());
  {
    using origin = new OriginWriter(target);
    origin.add([{ n: 1, row: 7, line: 90 }]);
    origin.add([{ n: 2, row: 9, line: 95 }]);
  }
  expect(originOfRows(target)).toEqual(
    new Map([
      [1, 7],
      [2, 9],
    ]),
  );
  using staged = openStaged(target);
  expect(staged.rows(0, 2).map(({ line, cells }) => [line, cells[0]])).toEqual([
    [90, 'Anna'],
    [95, 'Bent'],
  ]);
});
