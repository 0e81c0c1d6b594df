import { useEffect, useEffectEvent } from 'react';

/** What keys do anywhere on the page. `capture`: before fields and menus hear of them. */
export function usePageKeys(onKey: (event: KeyboardEvent) => void, { capture = false } = {}): void {
  const press = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen, { capture });
    return () => window.removeEventListener('keydown', listen, { capture });
  }, [capture]);
}
