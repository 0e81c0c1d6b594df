// Why: decision 0191.
import type { CoreEvent } from '../../core/link/host-messages.ts';

/** A notification of the operating system that is shown now. */
export interface ShownNotification {
  close(): void;
}

export interface AlertNotificationOptions {
  /** Whether a person looks at the window: then the page shows the alert itself. */
  isWatched(): boolean;
  /** Null when the system shows no notifications. `onClick`: a person pressed it. */
  show(text: { readonly title: string; readonly body: string }, onClick: () => void): ShownNotification | null;
  /** Brings the window to the front, where the alert stands. */
  openWindow(): void;
}

/**
 * Shows alerts of the quota outside the window while nobody looks at it. Which ones are raised is decided in the core by the
 * settings; each is raised once, also after a restart.
 */
export class AlertNotifications {
  readonly #options: AlertNotificationOptions;
  /** By account and alert. Held here, or the click would be lost when the notification is collected. */
  readonly #shown = new Map<string, ShownNotification>();

  constructor(options: AlertNotificationOptions) {
    this.#options = options;
  }

  /** Takes every event of the core; only alerts matter here. */
  see(event: CoreEvent): void {
    if (event.name !== 'quota:alert') return;
    const { accountId, accountName, change, alert } = event.payload;
    const key = `${accountId} ${alert.id}`;
    this.#close(key);
    if (change === 'takenBack' || this.#options.isWatched()) return;
    const shown = this.#options.show({ title: alert.title, body: `${accountName}: ${alert.text}` }, () => {
      this.#close(key);
      this.#options.openWindow();
    });
    if (shown !== null) this.#shown.set(key, shown);
  }

  /** The program ends. */
  closeAll(): void {
    for (const key of [...this.#shown.keys()]) this.#close(key);
  }

  #close(key: string): void {
    this.#shown.get(key)?.close();
    this.#shown.delete(key);
  }
}
