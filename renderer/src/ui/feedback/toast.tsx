import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { statusLook } from './status.tsx';
import { SmallButton } from '../layout/Buttons.tsx';

export interface ToastOptions {
  readonly tone?: 'ok' | 'info' | 'warning' | 'error';
  /** A later note with the same name replaces this one. */
  readonly name?: string;
  /** One action; it closes the note. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

/** Notes on the screen at once; more would cover the page. */
export const TOASTS_SHOWN = 3;

/** Ids of the notes that have a name. */
const named = new Map<string, string>();

/** The notes on the screen, the oldest first. */
let shown: { readonly id: string; readonly isFailure: boolean }[] = [];

/**
 * A short note about something that was done or could not be done; it closes after 6 seconds, or when newer ones need its
 * place: what has just happened does not wait for what is old. Failures go last.
 */
export function toast(title: string, message: ReactNode = null, options: ToastOptions = {}): void {
  const { tone = 'ok', name, action } = options;
  const Icon = statusLook[tone === 'ok' ? 'created' : tone].icon;
  if (name !== undefined) closeToast(name);
  makeRoom();
  const id = notifications.show({
    // In the foot it has one line.
    title: <span title={title}>{title}</span>,
    message: (
      <>
        <div className="toastMessage" data-tone={tone} title={typeof message === 'string' ? message : undefined}>
          {message}
        </div>
        {action !== undefined && (
          <SmallButton
            onClick={() => {
              notifications.hide(id);
              action.onClick();
            }}
          >
            {action.label}
          </SmallButton>
        )}
      </>
    ),
    icon: (
      <Icon
        size={18}
        stroke={1.75}
        style={{ color: `var(--lc-${tone})` }}
        role="img"
        aria-label={statusLook[tone].word}
      />
    ),
    autoClose: 6000,
    position: 'bottom-right',
    withBorder: false,
    closeButtonProps: { 'aria-label': 'Close this note' },
    onClose: (closed) => {
      shown = shown.filter((note) => note.id !== closed.id);
    },
  });
  shown.push({ id, isFailure: tone === 'error' });
  if (name !== undefined) named.set(name, id);
}

function makeRoom(): void {
  while (shown.length >= TOASTS_SHOWN) {
    const oldest = shown.find((note) => !note.isFailure) ?? shown[0];
    if (oldest === undefined) return;
    shown = shown.filter((note) => note !== oldest);
    notifications.hide(oldest.id);
  }
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
  shown = [];
}
