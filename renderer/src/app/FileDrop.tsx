import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { acceptFile, useEvent } from '../bridge/index.ts';
import { navigate } from '../lib/navigation.ts';
import { offerFile } from '../lib/pending-file.ts';
import { startWork, toast } from '../ui/index.ts';
import classes from './FileDrop.module.css';

/** What comes from outside the page: the whole window takes a file; it starts an import, or waits until somebody is signed in. */
export function FileDrop() {
  useEvent('host:fileOpened', (file) => {
    offerFile(file);
    navigate('import');
  });

  useEvent('host:show', ({ page, id }) => navigate(page, id));

  async function take(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    if (files.length > 1)
      toast('One file at a time.', `Only ${file.name} was taken. Drop the others when it is done.`, { tone: 'info' });
    offerFile(await acceptFile(file));
    navigate('import');
  }

  return (
    <section aria-label="Drop a file">
      <Dropzone.FullScreen
        active
        withinPortal={false}
        // It is invisible until something is dragged; the keyboard has Ctrl+O.
        activateOnKeyboard={false}
        onDrop={(files) => startWork(() => take(files))}
        zIndex={600}
        classNames={{ root: classes['zone'] ?? '', fullScreen: classes['screen'] ?? '', inner: classes['inner'] ?? '' }}
        inputProps={{ 'aria-label': 'File to import' }}
      >
        <IconFileImport size={20} stroke={1.75} aria-hidden />
        <span>Drop to import</span>
      </Dropzone.FullScreen>
    </section>
  );
}
