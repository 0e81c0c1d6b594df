import { useState } from 'react';

/** `none`: the browser knows no notifications, or not on this page. */
export type NotificationRight = 'granted' | 'denied' | 'default' | 'none';

function rightNow(): NotificationRight {
  return 'Notification' in window && window.isSecureContext ? Notification.permission : 'none';
}

/** Whether this page may show notifications, and a way to ask the person, which a browser allows in a click alone. */
export function useNotificationRight(): { readonly right: NotificationRight; readonly ask: () => void } {
  const [right, setRight] = useState(rightNow);
  return {
    right,
    ask() {
      const answered = () => setRight(rightNow());
      Notification.requestPermission().then(answered, answered);
    },
  };
}

interface PageNotification {
  readonly title: string;
  readonly body: string;
  /** A later one of the same tag takes its place. */
  readonly tag: string;
}

/** Shows it while nobody looks at the page and the person allowed it. `onClick`: the person pressed it. */
export function notifyAway({ title, ...options }: PageNotification, onClick: () => void): void {
  if (document.hasFocus() || rightNow() !== 'granted') return;
  const shown = new Notification(title, options);
  shown.addEventListener('click', () => {
    shown.close();
    window.focus();
    onClick();
  });
}
