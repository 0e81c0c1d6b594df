import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { mountSmallDisk } from '../../electron/core/storage/small-disk-fixture.ts';
import { startPracticeService } from '../../electron/practice/practice-service.ts';
import { openCoreDesk } from '../lib/core-desk.ts';

it('says that the data folder is read-only when the disk became that, and a file is opened', async ({ skip }) => {
  const folder = specFolder('read-only');
  using disk = mountSmallDisk(join(folder, 'disk'));
  if (disk === null) return skip('only root can mount a disk');
  await using service = await startPracticeService({ username: 'anna', password: 'secret word', leads: 1 });
  const path = join(folder, 'people.csv');
  writeFileSync(path, 'FirstName,Phone\nPerson,30000001\n');
  const [data, left] = [join(disk.path, 'data'), join(disk.path, 'left')];
  const openFile = async (dataFolder: string, then: () => void) => {
    await using desk = await openCoreDesk({ dataFolder, url: service.url, speed: 1 });
    desk.core.grant({ token: 'file-00000001', path, name: 'people.csv', access: 'read' });
    await desk.call('import:open', { token: 'file-00000001' });
    then();
  };
  // As a program leaves it that is killed: with the logs of its databases, without which a read-only disk opens none.
  await openFile(data, () => cpSync(data, left, { recursive: true }));
  disk.makeReadOnly();
  await expect(openFile(left, () => undefined)).rejects.toThrow(
    /^file: The data folder is read-only\. Let your user account write in it, then try again\./,
  );
  disk.heal();
});
