import { useEffect, useState } from 'react';

/**
 * Speaks to people who hear the page. One polite region for progress, an assertive one for what needs a person.
 * Callers keep the pace calm: each new text is spoken.
 */
export function LiveRegion({ text, urgent = false }: { readonly text: string; readonly urgent?: boolean }) {
  const [spoken, setSpoken] = useState('');
  // Set after the region exists: readers ignore what a region is born with.
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
