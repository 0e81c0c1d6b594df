import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { channelNames } from '../../../shared/contract/channels.ts';
import type { Outcome } from '../../../shared/contract/errors.ts';
import { ACCEPT_FILE, FILE_DROPPED } from '../../preload/bridge.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { isTrustedSender } from '../guards/policies.ts';

export interface PageCallsOptions {
  readonly electron: Pick<ElectronParts, 'ipcMain'>;
  /** The window whose calls are answered; null while there is none. */
  readonly ownContents: () => WebContents | null;
  readonly answer: (channel: string, args: unknown, signal: AbortSignal) => Promise<Outcome<unknown>>;
}

/**
 * The only file that uses ipcMain. Checks the sender of every call, then passes it to the gate.
 * @returns what cancels the open calls: the page has gone or loads again
 */
export function answerPageCalls({ electron: { ipcMain }, ownContents, answer }: PageCallsOptions): () => void {
  // electron-store adds a handler that would give a page the path of its file.
  ipcMain.removeAllListeners('electron-store-get-data');
  const calls = new Set<AbortController>();

  async function receive(channel: string, event: IpcMainInvokeEvent, args: unknown): Promise<Outcome<unknown>> {
    // Read before the first await: afterwards the frame may be another one.
    const frame = event.senderFrame;
    if (!isTrustedSender({ frame, contentsId: event.sender.id }, ownContents()?.id ?? null)) return refused;
    const call = new AbortController();
    calls.add(call);
    try {
      return await answer(channel, args, call.signal);
    } finally {
      calls.delete(call);
    }
  }

  for (const channel of [...channelNames, FILE_DROPPED, ACCEPT_FILE]) {
    ipcMain.handle(channel, (event, args: unknown) => receive(channel, event, args));
  }

  return () => {
    for (const call of calls) call.abort();
  };
}

const refused: Outcome<never> = {
  ok: false,
  error: { code: 'forbidden', message: 'This call did not come from the page of Lead Console. Nothing was done.' },
};
