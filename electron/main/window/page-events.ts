import type { WebContents } from 'electron';
import type { EventName } from '../../../shared/contract/channels.ts';

/** The only file that sends to the page. A page that is gone misses events; it reads everything again when it is back. */
export function sendToPage(contents: WebContents | null, name: EventName, payload: unknown): void {
  if (contents && !contents.isDestroyed()) contents.send(name, payload);
}
