/** For a call that nobody answered. */
export const goneMessage = 'Lead Console has stopped. Start it again to go on.';
/** For a call of a page that the program does not know. */
export const lockedMessage =
  'This link was already used. Return to the open window, or copy the new link from the terminal.';
