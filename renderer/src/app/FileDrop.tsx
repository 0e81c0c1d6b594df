import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChosenFile } from '../../../shared/contract/host/files.ts';
import { MOST_QUEUED } from '../../../shared/contract/imports/imports.ts';
import { acceptFile, useEvent } from '../bridge/index.ts';
import { format } from '../lib/format.ts';
import { navigate } from '../lib/navigation.ts';
import { offerFiles } from '../lib/pending-file.ts';
import { showFailure, startWork, toast } from '../ui/index.ts';
import classes from './FileDrop.module.css';
import { openPlace } from './open-place.ts';

/** What comes from outside the page: the whole window takes files; one starts an import, several a queue, or waits until somebody is signed in. */
export function FileDrop() {
  const [drops, setDrops] = useState(0);

  useEvent('host:fileOpened', (file) => {
    offerFiles([file]);
    navigate('import');
  });

  useEvent('host:show', ({ page, accountId, id }) => {
    if (accountId === null) navigate(page, id);
    else startWork(() => openPlace(accountId, page, id));
  });

  async function take(files: readonly File[]): Promise<void> {
    const taken = files.slice(0, MOST_QUEUED);
    if (taken.length < files.length)
      toast(
        `${format.number(files.length)} files are too many for one queue.`,
        `The first ${format.number(MOST_QUEUED)} were taken. Drop the others when they are started.`,
        { tone: 'info' },
      );
    // How far they are is shown there.
    if (taken.length > 0) navigate('import');
    const accepted: ChosenFile[] = [];
    for (const file of taken) {
      try {
        accepted.push(await acceptFile(file));
      } catch (failure) {
        // The others can still be read.
        showFailure(failure);
      }
    }
    offerFiles(accepted);
  }

  return (
    // The zone goes from the screen when it gets a file, and would cover the window for good after a drop without one.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section aria-label="Drop a file" onDrop={() => setDrops((count) => count + 1)}>
      <Dropzone.FullScreen
        key={drops}
        active
        withinPortal={false}
        // It is invisible until something is dragged; the keyboard has Ctrl+O.
        activateOnKeyboard={false}
        onDrop={(files) => startWork(() => take(files))}
        onDropAny={(files) => {
          if (files.length === 0)
            toast('Nothing to import was dropped.', 'If it was a folder, it holds no files.', { tone: 'info' });
        }}
        zIndex={600}
        classNames={{ root: classes['zone'] ?? '', fullScreen: classes['screen'] ?? '', inner: classes['inner'] ?? '' }}
        inputProps={{ 'aria-label': 'Files to import' }}
      >
        <IconFileImport size={20} stroke={1.75} aria-hidden />
        <span>Drop to import</span>
      </Dropzone.FullScreen>
    </section>
  );
}
