import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { statusLook } from './status.tsx';

export interface ToastOptions {
  readonly tone?: 'ok' | 'info' | 'error';
  /** A later note with the same name replaces this one. */
  readonly name?: string;
  /** One action; it closes the note. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

/** Ids of the notes that have a name. */
const named = new Map<string, string>();

/** A short note about something that was done or could not be done; it closes after 6 seconds. */
export function toast(title: string, message: ReactNode = null, options: ToastOptions = {}): void {
  const { tone = 'ok', name, action } = options;
  const Icon = statusLook[tone === 'ok' ? 'created' : tone].icon;
  if (name !== undefined) closeToast(name);
  const id = notifications.show({
    title,
    message:
      action === undefined ? (
        message
      ) : (
        <>
          <div>{message}</div>
          <Button
            size="xs"
            variant="default"
            mt={8}
            onClick={() => {
              notifications.hide(id);
              action.onClick();
            }}
          >
            {action.label}
          </Button>
        </>
      ),
    icon: <Icon size={18} stroke={1.75} role="img" aria-label={statusLook[tone].word} />,
    autoClose: 6000,
    position: 'bottom-right',
    withBorder: false,
    closeButtonProps: { 'aria-label': 'Close this note' },
    attributes: { icon: { 'data-tone': tone } },
  });
  if (name !== undefined) named.set(name, id);
}

/** Closes the note of this name early, because what it offers is no longer possible. */
export function closeToast(name: string): void {
  const id = named.get(name);
  if (id !== undefined) notifications.hide(id);
  named.delete(name);
}

/** Closes every note: the page they belong to is gone. */
export function closeToasts(): void {
  notifications.clean();
  named.clear();
}
