import { railPages, type PageName } from './navigation.ts';
import { createStore } from './store.ts';

export const pageTitles: Record<PageName, string> = {
  import: 'Import',
  jobs: 'Jobs',
  export: 'Export',
  segments: 'Segments',
  quota: 'Quota',
  account: 'Account',
  help: 'Help',
};

/** Ctrl, or Command where the keyboard has it. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const modifierName = isApple ? 'Cmd' : 'Ctrl';

export function hasModifier(event: KeyboardEvent): boolean {
  return isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
}

/**
 * The letter or digit of a key with Ctrl, in small letters; other keys as they are, in small letters. In another script it is
 * the letter at that place of a Latin keyboard, and a digit that needs Shift, as in France, is meant without it.
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[\da-z]$/i.test(key)) return key.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  const isOtherScript = /^[\p{L}\p{M}]+$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  const letter = isOtherScript ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (letter ?? key).toLowerCase();
}

/** Ctrl+Z undoes; Ctrl+Shift+Z and Ctrl+Y redo. Null: another key. */
export function historyKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!hasModifier(event) || event.altKey) return null;
  const key = shortcutKey(event);
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !event.shiftKey ? 'redo' : null;
}

/** True while the person types: single keys belong to the field then. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly text: string }[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [modifierName, 'K'], text: 'Search or run a command' },
      { keys: [modifierName, 'O'], text: 'Open a file to import' },
      ...railPages.map((page, index) => ({ keys: [modifierName, String(index + 1)], text: pageTitles[page] })),
      { keys: ['F6'], text: 'Next pane; with Shift, the previous one' },
      { keys: ['F1'], text: 'Help: the life cycle of a lead, or of the status at hand' },
      { keys: ['?'], text: 'This list' },
      { keys: ['Esc'], text: 'Close what is open' },
    ],
  },
  {
    title: 'Export',
    shortcuts: [
      { keys: [modifierName, 'Enter'], text: 'Fetch' },
      { keys: ['Esc'], text: 'Cancel while leads arrive' },
    ],
  },
  {
    title: 'Check of an import',
    shortcuts: [
      { keys: ['F8'], text: 'Next problem' },
      { keys: ['Shift', 'F8'], text: 'Previous problem' },
      { keys: [modifierName, 'F'], text: 'Find in the rows' },
      { keys: [modifierName, 'H'], text: 'Change many cells: find and replace, digits, split, case, fill down' },
      { keys: [modifierName, 'Enter'], text: 'Repair what the reason offers' },
      { keys: [modifierName, 'Z'], text: 'Undo the last edit, repair or leaving out' },
      { keys: [modifierName, 'Shift', 'Z'], text: 'Redo what was undone; also with Y' },
    ],
  },
  {
    title: 'Refused rows of a job',
    shortcuts: [
      { keys: [modifierName, 'Z'], text: 'Undo the last change, as long as a row of it waits' },
      { keys: [modifierName, 'Shift', 'Z'], text: 'Redo what was undone; also with Y' },
    ],
  },
  {
    title: 'Receipt of a job',
    shortcuts: [
      { keys: [modifierName, 'P'], text: 'Print' },
      { keys: [modifierName, 'S'], text: 'Save as PDF, in the desktop program' },
      { keys: ['Esc'], text: 'Back to the job' },
    ],
  },
  {
    title: 'Leads of a result',
    shortcuts: [
      { keys: [modifierName, 'F'], text: 'Search in the leads' },
      { keys: ['F3'], text: 'Next hit; with Shift, the previous one' },
      { keys: ['Space'], text: 'Choose the lead; with Shift, all from the last one' },
      { keys: [modifierName, 'A'], text: 'Choose all leads that are shown' },
      { keys: [modifierName, 'C'], text: 'Copy the chosen leads as a table, or the cell' },
      { keys: ['Enter'], text: 'Details of the lead' },
      { keys: ['Alt', 'Down'], text: 'On a header: values and filter of the column' },
      { keys: [modifierName, 'S'], text: 'Save as CSV; with Shift, with more options' },
    ],
  },
];

/** Whether the list of shortcuts is open; opened by a key, from the palette and from the first screen. */
export const shortcutListOpened = createStore(false);
