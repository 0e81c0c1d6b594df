import { Drawer as PlainDrawer, type DrawerProps, Modal as PlainModal, type ModalProps } from '@mantine/core';
import { useId, useLayoutEffect } from 'react';
import { createStore, useStore } from '../../lib/store.ts';

/** Dialogs that are open, the one on top last. */
const stack = createStore<readonly string[]>([]);
/** Presses of Escape that have closed a dialog: the next one hears of the same press, and is on top by then. */
const usedPresses = new WeakSet<KeyboardEvent>();

/** Each open dialog of Mantine closes on Escape by itself: without this, all of them at once. */
function useEscape(opened: boolean) {
  const id = useId();
  useLayoutEffect(() => {
    if (!opened) return;
    stack.set([...stack.get(), id]);
    return () => stack.set(stack.get().filter((open) => open !== id));
  }, [opened, id]);
  return { closeOnEscape: useStore(stack).at(-1) === id, __handledEscapeEvents: usedPresses };
}

/** Mantine's, but Escape closes only the dialog on top. */
export function Modal(props: ModalProps) {
  return <PlainModal {...props} {...useEscape(props.opened)} />;
}

/** Mantine's, but Escape closes only the dialog on top. */
export function Drawer(props: DrawerProps) {
  return <PlainDrawer {...props} {...useEscape(props.opened)} />;
}
