import { Button, Modal, TextInput } from '@mantine/core';
import { IconDeviceFloppy, IconDownload, IconFileImport, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { SavedMapping } from '../../../../../shared/contract/imports/saved-mappings.ts';
import { call, CallError, useChannel, useChannelMutation, useSave } from '../../../bridge/index.ts';
import { ConfirmDialog, FailureNote, IconButton, startWork, toast } from '../../../ui/index.ts';
import { fileNameOf, listWords } from '../mapping-model/saved-mapping-words.ts';
import classes from './SavedMappings.module.css';

interface SaveMappingProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  /** False while a field is filled twice or none is. */
  readonly isReady: boolean;
}

/** Saves the mapping under a name, and lists the saved ones to remove, to save as a file or to read from one. */
export function SaveMapping(props: SaveMappingProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconDeviceFloppy size={15} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Save mapping
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Saved mappings"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <SaveForm {...props} onSaved={() => setOpened(false)} />
        <SavedMappings />
      </Modal>
    </>
  );
}

function SaveForm({ draft, mapping, isReady, onSaved }: SaveMappingProps & { readonly onSaved: () => void }) {
  const [name, setName] = useState('');
  const [campaignCode, setCampaignCode] = useState(draft.campaignCode);
  const { data } = useChannel('mapping:list', { campaignCode: null });
  const save = useChannelMutation('mapping:save');
  const isTaken = (data?.mappings ?? []).some(
    (known) => known.campaignCode === campaignCode.trim() && known.name.toLowerCase() === name.trim().toLowerCase(),
  );
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '' || !isReady) return;
        save.mutate(
          { draftId: draft.id, name, campaignCode, mapping, replace: isTaken },
          {
            onSuccess: (saved) => {
              toast(`“${saved.name}” is saved.`, 'It is offered for files with the same columns.');
              onSaved();
            },
          },
        );
      }}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={100}
        data-autofocus
        description={isTaken ? 'A mapping with this name exists and will be replaced.' : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Campaign"
        placeholder="Every campaign"
        value={campaignCode}
        maxLength={200}
        onChange={(event) => setCampaignCode(event.currentTarget.value)}
      />
      {save.error !== null && <FailureNote failure={save.error} />}
      <Button type="submit" disabled={name.trim() === '' || !isReady || save.isPending}>
        {isTaken ? 'Replace mapping' : 'Save this mapping'}
      </Button>
    </form>
  );
}

/** The saved mappings of this account, of all campaigns. */
function SavedMappings() {
  const list = useChannel('mapping:list', { campaignCode: null });
  const remove = useChannelMutation('mapping:remove');
  const read = useChannelMutation('mapping:import');
  const { save } = useSave();
  const [leaving, setLeaving] = useState<SavedMapping | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const mappings = list.data?.mappings ?? [];
  const shown = failure ?? remove.error ?? list.error;

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error);
    }
  }

  async function saveAsFile(mapping: SavedMapping): Promise<void> {
    const saved = await save(fileNameOf(mapping), ({ token }) =>
      call('mapping:export', { mappingId: mapping.id, token }),
    );
    if (saved !== null) toast(`“${mapping.name}” is saved as ${saved.name}.`);
  }

  async function readFromFile(): Promise<void> {
    const { file } = await call('host:chooseFile', { wanted: 'mapping' });
    if (file === null) return;
    const mapping = await read.mutateAsync({ token: file.token });
    toast(`“${mapping.name}” is saved.`);
  }

  return (
    <section className={classes['kept']} aria-label="Saved mappings">
      {mappings.length > 0 && (
        // Styled lists lose their role in some readers.
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles
        <ul role="list" className={classes['mappings']}>
          {mappings.map((mapping) => (
            <li key={mapping.id}>
              <div>
                <strong>{mapping.name}</strong>
                <span>{listWords(mapping)}</span>
              </div>
              {mapping.isDamaged !== true && (
                <IconButton
                  label={`Save ${mapping.name} as a file`}
                  icon={IconDownload}
                  size={28}
                  onClick={() => startWork(() => attempt(() => saveAsFile(mapping)))}
                />
              )}
              <IconButton
                label={`Remove ${mapping.name}`}
                icon={IconTrash}
                size={28}
                onClick={() => setLeaving(mapping)}
              />
            </li>
          ))}
        </ul>
      )}
      {shown !== null && <FailureNote failure={shown} />}
      <Button
        variant="default"
        leftSection={<IconFileImport size={15} stroke={1.75} aria-hidden />}
        onClick={() => startWork(() => attempt(readFromFile))}
      >
        Read from a file
      </Button>
      <ConfirmDialog
        opened={leaving !== null}
        title={`Remove “${leaving?.name ?? ''}”?`}
        confirmLabel="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          leaving !== null && remove.mutate({ mappingId: leaving.id }, { onSettled: () => setLeaving(null) })
        }
        onClose={() => setLeaving(null)}
      >
        It will not be offered for new files. Imports that used it stay as they are. This cannot be undone; save it as a
        file first to keep it.
      </ConfirmDialog>
    </section>
  );
}
