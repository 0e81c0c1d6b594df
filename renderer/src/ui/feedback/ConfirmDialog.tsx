import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { SecondaryButton } from '../layout/Buttons.tsx';
import { isSecondOfTwo } from '../layout/second-click.ts';
import classes from './ConfirmDialog.module.css';
import { Modal } from './dialogs.tsx';

export interface ConfirmDialogProps {
  readonly opened: boolean;
  /** The question. */
  readonly title: string;
  /** What it means, and what stays. */
  readonly children: ReactNode;
  /** A verb: "Remove". */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** A safer way, offered first. */
  readonly first?: { readonly label: string; readonly isBusy: boolean; readonly onClick: () => void };
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before what cannot be undone. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  danger = false,
  first,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      // Three buttons beside each other.
      size={first === undefined ? 'md' : 'lg'}
    >
      <div className="text2">{children}</div>
      <div className="dialogButtons">
        <SecondaryButton onClick={onClose} data-autofocus>
          Cancel
        </SecondaryButton>
        <Button
          variant={first === undefined || danger ? 'filled' : 'default'}
          className={danger ? classes['danger'] : undefined}
          onClick={(event) => {
            // A second deletion would fail, because the first one has taken everything away.
            if (!isSecondOfTwo(event)) onConfirm();
          }}
          disabled={busy}
        >
          {confirmLabel}
        </Button>
        {first !== undefined && (
          <Button loading={first.isBusy} onClick={first.onClick}>
            {first.label}
          </Button>
        )}
      </div>
    </Modal>
  );
}
