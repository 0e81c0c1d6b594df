import { Button, NavLink } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChannelResult } from '../../../../shared/contract/channels.ts';
import { call, useChannel, useSave } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { CancelButton, FailureNote, Modal, SecondaryButton, Skeleton, startWork, toast } from '../../ui/index.ts';
import classes from './DiagnosticsButton.module.css';

/** Facts for whoever helps: every file is shown before it is saved. */
export function DiagnosticsButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <SecondaryButton icon={IconFileZip} onClick={() => setIsOpen(true)}>
        Diagnostics…
      </SecondaryButton>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Diagnostics bundle" size={880}>
        <Bundle onClose={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}

function Bundle({ onClose }: { readonly onClose: () => void }) {
  const { data: host } = useChannel('host:info', {}, { staleTime: Infinity });
  const program = { version: host?.version ?? '', platform: host?.platform ?? '', host: host?.host ?? '' };
  const bundle = useChannel('account:diagnostics', program, { enabled: host !== undefined, staleTime: 0 });
  const { saving, save } = useSave();
  const { data } = bundle;

  async function saveBundle(diagnosticsId: string): Promise<void> {
    const saved = await save('lead-console-diagnostics.zip', (args) =>
      call('account:saveDiagnostics', { ...args, diagnosticsId }),
    );
    if (saved === null) return;
    toast(`Saved ${format.number(saved.rows)} files as ${saved.name}.`, 'They are the files that were shown.');
    onClose();
  }

  if (bundle.error !== null) return <FailureNote failure={bundle.error} />;
  if (data === undefined || bundle.isFetching) return <Skeleton lines={8} label="The bundle is being made" />;
  return (
    <>
      <p className="below12">
        These files, and nothing else, go into the ZIP. They hold no leads, no users, no connection names, no addresses,
        no passwords and no error messages.
      </p>
      <Preview files={data.files} />
      <div className="dialogButtons gap10 above16">
        <CancelButton onClick={onClose} />
        <Button disabled={saving !== null} onClick={() => startWork(() => saveBundle(data.id))}>
          Save {format.number(data.files.length)} files…
        </Button>
      </div>
    </>
  );
}

function Preview({ files }: { readonly files: ChannelResult<'account:diagnostics'>['files'] }) {
  const [name, setName] = useState(files[0]?.name ?? '');
  const shown = files.find((file) => file.name === name) ?? files[0];
  return (
    <div className={classes['preview']}>
      <nav aria-label="Files of the bundle" className={classes['files']}>
        {files.map((file) => (
          <NavLink
            key={file.name}
            component="button"
            label={file.name}
            description={format.bytes(new TextEncoder().encode(file.text).length)}
            active={file.name === shown?.name}
            aria-current={file.name === shown?.name ? 'true' : undefined}
            onClick={() => setName(file.name)}
          />
        ))}
      </nav>
      {shown === undefined ? null : (
        <div className="shrinks">
          <p className="quiet">{shown.says}</p>
          <pre tabIndex={0} role="region" aria-label={shown.name} className={classes['text']}>
            {shown.text}
          </pre>
        </div>
      )}
    </div>
  );
}
