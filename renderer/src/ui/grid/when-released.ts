/** Milliseconds. A longer press ends in no click, or nobody told its end, as that of a scroll bar. */
const LONGEST_PRESS = 1000;

/**
 * Resolves when no button of the pointer is down, at once when none is: a click is lost when what was pressed has been drawn
 * anew before the button comes up.
 */
export async function whenReleased(): Promise<void> {
  if (!document.documentElement.matches(':active')) return;
  const ended = new AbortController();
  const { signal } = ended;
  await new Promise<void>((resolve) => {
    // The click follows the release in the same task.
    const release = () => setTimeout(resolve);
    document.addEventListener('pointerup', release, { capture: true, signal });
    document.addEventListener('pointercancel', release, { capture: true, signal });
    AbortSignal.timeout(LONGEST_PRESS).addEventListener('abort', release, { signal });
  });
  ended.abort();
}
