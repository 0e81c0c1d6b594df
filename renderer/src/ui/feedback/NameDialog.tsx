import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CancelButton } from './CancelButton.tsx';
import { Modal } from './dialogs.tsx';
import { FailureNote, type FailureNoteProps } from './ErrorNote.tsx';

export interface NameDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** The name as it is, or a suggestion. */
  readonly name: string;
  /** A verb: "Rename". */
  readonly confirmLabel: string;
  /** The call that takes the name. */
  readonly work: { readonly isPending: boolean; readonly error: FailureNoteProps['failure'] };
  /** More fields, below the name. */
  readonly children?: ReactNode;
  /** Called with a trimmed name that is not empty. */
  readonly onConfirm: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name of at most 100 characters. */
export function NameDialog({ opened, title, onClose, ...form }: NameDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <NameForm {...form} onClose={onClose} />
    </Modal>
  );
}

/** The dialog renders it anew each time it opens, so it begins with the name as it is. */
function NameForm({
  name,
  confirmLabel,
  work,
  children,
  onConfirm,
  onClose,
}: Omit<NameDialogProps, 'opened' | 'title'>) {
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '' && !work.isPending) onConfirm(wanted);
      }}
    >
      <TextInput
        label="Name"
        maxLength={100}
        dir="auto"
        data-autofocus
        value={typed}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {children}
      <FailureNote failure={work.error} />
      <div className="dialogButtons">
        <CancelButton onClick={onClose} />
        <Button type="submit" disabled={wanted === '' || work.isPending}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
