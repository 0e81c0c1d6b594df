import { Button } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import { Modal, startWork } from '../../../ui/index.ts';
import { SaveForm } from './SaveForm.tsx';
import { TemplateList } from './TemplateList.tsx';

interface TemplateDialogProps {
  readonly opened: boolean;
  /** The draft or the job of which a template can be saved; null: the templates are only listed. */
  readonly from: ChannelInput<'template:propose'>['from'] | null;
  readonly onClose: () => void;
}

/** Saves a template, and lists those that are kept. */
export function TemplateDialog({ opened, from, onClose }: TemplateDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={from === null ? 'Templates' : 'Save as a template'}>
      {from !== null && <SaveForm from={from} onSaved={onClose} />}
      <TemplateList hasLine={from !== null} />
    </Modal>
  );
}

interface SaveTemplateProps {
  readonly draftId: string;
  /** False while a field is filled twice or none is. */
  readonly isReady: boolean;
  /** Waits until the draft is saved as it is shown; false when that failed. */
  readonly settle: () => Promise<boolean>;
}

/** The choices of a draft can be kept for the next file of the same supplier. */
export function SaveTemplate({ draftId, isReady, settle }: SaveTemplateProps) {
  const [opened, setOpened] = useState(false);

  async function open(): Promise<void> {
    if (await settle()) setOpened(true);
  }

  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconTemplate size={15} stroke={1.75} aria-hidden />}
        onClick={() => startWork(open)}
      >
        {isReady ? 'Save template' : 'Templates'}
      </Button>
      <TemplateDialog opened={opened} from={isReady ? { draftId } : null} onClose={() => setOpened(false)} />
    </>
  );
}
