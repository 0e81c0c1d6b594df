import { useState } from 'react';
import type { SavedFile } from '../../../shared/contract/host/files.ts';
import { isCancelled } from './call-error.ts';
import { call, deliverFile, endCall, newCallId } from './client.ts';
import { useEvent } from './hooks.ts';

export interface Saving {
  readonly rows: number;
  readonly rowsTotal: number;
  readonly cancel: () => void;
}

/** What `job:saveResult` and `export:save` need beside what is being saved. */
interface SaveArgs {
  readonly token: string;
  readonly callId: string;
}

const LONGEST_NAME = 80;
const END_OF_NAME = 24;

/** File systems take 255 bytes for a name: a longer one loses its middle and keeps its end, which says what it is. */
function fittingName(name: string): string {
  const characters = [...name];
  if (characters.length <= LONGEST_NAME) return name;
  const start = characters.slice(0, LONGEST_NAME - END_OF_NAME - 1).join('');
  return `${start}…${characters.slice(-END_OF_NAME).join('')}`;
}

/**
 * Saving a file from start to end: asks for the place, writes with progress, hands the file over.
 * `save` resolves to null when the person closed the dialog or cancelled, and throws a `CallError` otherwise.
 */
export function useSave(): {
  readonly saving: Saving | null;
  readonly save: <Saved extends SavedFile>(
    suggestedName: string,
    write: (args: SaveArgs) => Promise<Saved>,
  ) => Promise<Saved | null>;
} {
  const [current, setCurrent] = useState<{ callId: string; rows: number; rowsTotal: number } | null>(null);
  useEvent('save:progress', (progress) => {
    setCurrent((known) => (known !== null && known.callId === progress.callId ? progress : known));
  });

  async function save<Saved extends SavedFile>(
    suggestedName: string,
    write: (args: SaveArgs) => Promise<Saved>,
  ): Promise<Saved | null> {
    const { target } = await call('host:chooseTarget', { suggestedName: fittingName(suggestedName) });
    if (target === null) return null;
    const callId = newCallId();
    setCurrent({ callId, rows: 0, rowsTotal: 0 });
    try {
      const saved = await write({ token: target.token, callId });
      await deliverFile(target.token);
      return saved;
    } catch (error) {
      if (isCancelled(error)) return null;
      throw error;
    } finally {
      setCurrent(null);
    }
  }

  const saving =
    current === null
      ? null
      : {
          rows: current.rows,
          rowsTotal: current.rowsTotal,
          cancel: () => endCall(current.callId),
        };
  return { saving, save };
}
