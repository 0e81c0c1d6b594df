import { Drawer as PlainDrawer, type DrawerProps, Modal as PlainModal, type ModalProps } from '@mantine/core';
import { useId, useLayoutEffect, useSyncExternalStore } from 'react';

/** Dialogs that are open, the one on top last. */
const stack: string[] = [];
const listeners = new Set<() => void>();
/** Presses of Escape that have closed a dialog: the next one hears of the same press, and is on top by then. */
const usedPresses = new WeakSet<KeyboardEvent>();

function tell(): void {
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Each open dialog of Mantine closes on Escape by itself: without this, all of them at once. */
function useEscape(opened: boolean) {
  const id = useId();
  useLayoutEffect(() => {
    if (!opened) return;
    stack.push(id);
    tell();
    return () => {
      stack.splice(stack.indexOf(id), 1);
      tell();
    };
  }, [opened, id]);
  const isOnTop = useSyncExternalStore(listen, () => stack.at(-1) === id);
  return { closeOnEscape: isOnTop, __handledEscapeEvents: usedPresses };
}

/** Mantine's, but Escape closes only the dialog on top. */
export function Modal(props: ModalProps) {
  return <PlainModal {...props} {...useEscape(props.opened)} />;
}

/** Mantine's, but Escape closes only the dialog on top. */
export function Drawer(props: DrawerProps) {
  return <PlainDrawer {...props} {...useEscape(props.opened)} />;
}
