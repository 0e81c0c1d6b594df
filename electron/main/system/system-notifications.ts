// Why: decision 0191 for alerts, decision 0210 for jobs.
import type { EventPayload } from '../../../shared/contract/channels.ts';
import type { Log } from '../../core/foundation/ports.ts';
import type { CoreEvent } from '../../core/link/host-messages.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { partedWords, type RunningWork } from '../work/running-work.ts';
import { type HeardStates, jobNews } from '../../../shared/domain/jobs/job-news.ts';

/** What a notification leads to. */
export type ShownPlace = EventPayload<'host:show'>;

/** A notification of the operating system that is shown now. */
export interface ShownNotification {
  close(): void;
}

export interface SystemNotificationOptions {
  /** Whether a person looks at the window: then the page itself shows what there is to say. */
  isWatched(): boolean;
  /** Null when the system shows no notifications. `onClick`: a person pressed it. */
  show(text: { readonly title: string; readonly body: string }, onClick: () => void): ShownNotification | null;
  /** Brings the window to the front, with the page that the notification is about. */
  openWindow(place: ShownPlace): void;
}

/**
 * Shows alerts of the quota and the ends of jobs outside the window while nobody looks at it. The core decides by the
 * settings which alerts to raise, each once, even across restarts. A job's terms say whether its end is shown.
 */
export class SystemNotifications {
  readonly #options: SystemNotificationOptions;
  /** By subject. Held here, or a notification would be garbage-collected and its click lost. */
  readonly #shown = new Map<string, ShownNotification>();
  readonly #heard: HeardStates = new Map();

  constructor(options: SystemNotificationOptions) {
    this.#options = options;
  }

  /** Takes every event of the core; only alerts and jobs matter here. */
  see(event: CoreEvent): void {
    if (event.name === 'quota:alert') {
      const { accountId, accountName, change, alert } = event.payload;
      const text = change === 'takenBack' ? null : { title: alert.title, body: `${accountName}: ${alert.text}` };
      this.#tell(`alert ${accountId} ${alert.id}`, text, { page: 'quota', accountId, id: null });
    }
    if (event.name === 'job:progress') {
      const { id, accountId, state } = event.payload;
      const news = jobNews(this.#heard, event.payload);
      // A job that runs again takes back its earlier notification.
      if (news !== null || state === 'running') this.#tell(`job ${id}`, news, { page: 'jobs', accountId, id });
    }
    if (event.name === 'job:removed') {
      this.#heard.delete(event.payload.jobId);
      this.#close(`job ${event.payload.jobId}`);
    }
  }

  /** Says that the program paused or ended this work and quit without asking. The notification outlives it. */
  tellParked(work: RunningWork): void {
    this.#options.show({ title: 'Lead Console has quit', body: partedWords(work) }, () => undefined);
  }

  /** The program ends. */
  closeAll(): void {
    for (const key of [...this.#shown.keys()]) this.#close(key);
  }

  /** Replaces what was said about `key`; null: there is nothing to say any more. */
  #tell(key: string, text: { readonly title: string; readonly body: string } | null, place: ShownPlace): void {
    this.#close(key);
    if (text === null || this.#options.isWatched()) return;
    const shown = this.#options.show(text, () => {
      this.#close(key);
      this.#options.openWindow(place);
    });
    if (shown !== null) this.#shown.set(key, shown);
  }

  #close(key: string): void {
    this.#shown.get(key)?.close();
    this.#shown.delete(key);
  }
}

/** Null where the system shows no notifications. */
export function showNotification(
  { Notification }: Pick<ElectronParts, 'Notification'>,
  text: { readonly title: string; readonly body: string },
  onClick: () => void,
  log: Pick<Log, 'note'>,
): ShownNotification | null {
  if (!Notification.isSupported()) return null;
  const notification = new Notification(text);
  notification.on('click', onClick);
  // On macOS an unsigned program gets none. Once is enough to know.
  notification.once('failed', (_event, error) => log.note(`a notification was not shown: ${error}`));
  notification.show();
  return notification;
}
