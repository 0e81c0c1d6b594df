import { startTransition, useEffect, useState } from 'react';

/** The grid is heavy: it is made in a task of its own after the page around it, so that neither holds up a key. */
export function useGridDue(): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => startTransition(() => setIsDue(true)), []);
  return isDue;
}
