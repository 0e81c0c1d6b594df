import type { LinkMessage } from './host-link.ts';

/** The connection to the process that started this one. */
export interface ProcessPort {
  send(message: LinkMessage): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The other process has gone. */
  onClosed(listener: () => void): void;
}

/** The part of Electron's `process.parentPort` used here; the core does not import Electron's types. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/**
 * Electron's port in a utility process. Under plain Node the channel of a forked child, so that specs can start and kill
 * the same program.
 * @throws Error when the process was started on its own.
 */
export function processPort(): ProcessPort {
  const parentPort = (process as { parentPort?: ParentPort }).parentPort;
  if (parentPort) {
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', (event) => listener(event.data)),
      // Electron ends its utility processes itself.
      onClosed: () => undefined,
    };
  }
  if (!process.send) throw new Error('The core is started by its host, not on its own.');
  return {
    send: (message) => process.send?.(message),
    onMessage: (listener) => process.on('message', listener),
    onClosed: (listener) => process.on('disconnect', listener),
  };
}
