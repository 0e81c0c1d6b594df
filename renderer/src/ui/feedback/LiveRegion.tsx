import { useEffect, useState } from 'react';

/**
 * Speaks to screen readers. One polite region for progress, an assertive one for what needs a person.
 * Callers keep the pace calm: each new text is spoken.
 */
export function LiveRegion({ text, urgent = false }: { readonly text: string; readonly urgent?: boolean }) {
  const [spoken, setSpoken] = useState('');
  // Set after the region exists: screen readers ignore the first text of a region.
  useEffect(() => setSpoken(text), [text]);
  return (
    <div
      className="visuallyHidden"
      role={urgent ? 'alert' : 'status'}
      aria-live={urgent ? 'assertive' : 'polite'}
      aria-atomic
    >
      {spoken}
    </div>
  );
}
