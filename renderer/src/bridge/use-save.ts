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

/** The arguments that `job:saveResult` and `export:save` have in common. */
interface SaveArgs {
  readonly token: string;
  readonly callId: string;
}

/** Characters. */
const LONGEST_NAME = 80;
/** Characters at the end of a shortened name. */
const END_OF_NAME = 24;

/** File systems allow 255 bytes for a name. A longer name loses its middle; its end has the extension. */
export function fittingName(name: string): string {
  const characters = [...name];
  if (characters.length <= LONGEST_NAME) return name;
  const start = characters.slice(0, LONGEST_NAME - END_OF_NAME - 1).join('');
  return `${start}…${characters.slice(-END_OF_NAME).join('')}`;
}

interface Saver {
  readonly saving: Saving | null;
  readonly save: <Saved extends SavedFile>(
    suggestedName: string,
    write: (args: SaveArgs) => Promise<Saved>,
  ) => Promise<Saved | null>;
  /** As `save`, into a folder that the person chooses. */
  readonly saveInto: <Saved>(write: (args: SaveArgs) => Promise<Saved>) => Promise<Saved | null>;
}

/**
 * Saves a file: asks for the place, writes with progress, and downloads the file in the browser host.
 * `save` resolves to null when the person closed the dialog or cancelled, and throws a `CallError` for a failure.
 */
export function useSave(): Saver {
  const [current, setCurrent] = useState<{ callId: string; rows: number; rowsTotal: number } | null>(null);
  useEvent('save:progress', (progress) => {
    setCurrent((known) => (known?.callId === progress.callId ? progress : known));
  });

  async function save<Saved extends SavedFile>(
    suggestedName: string,
    write: (args: SaveArgs) => Promise<Saved>,
  ): Promise<Saved | null> {
    const { target } = await call('host:chooseTarget', { suggestedName: fittingName(suggestedName) });
    if (target === null) return null;
    return follow(async (callId) => {
      const saved = await write({ token: target.token, callId });
      await deliverFile(target.token);
      return saved;
    });
  }

  async function saveInto<Saved>(write: (args: SaveArgs) => Promise<Saved>): Promise<Saved | null> {
    const { folder } = await call('host:chooseFolder', {});
    return folder === null ? null : follow((callId) => write({ token: folder.token, callId }));
  }

  /** Shows the progress of a call that can be cancelled. */
  async function follow<Saved>(work: (callId: string) => Promise<Saved>): Promise<Saved | null> {
    const callId = newCallId();
    setCurrent({ callId, rows: 0, rowsTotal: 0 });
    try {
      return await work(callId);
    } catch (error) {
      if (isCancelled(error)) return null;
      throw error;
    } finally {
      setCurrent(null);
    }
  }

  const saving = current === null ? null : { ...current, cancel: () => endCall(current.callId) };
  return { saving, save, saveInto };
}
