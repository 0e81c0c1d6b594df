/** Milliseconds. A longer press ends in no click, or nobody told its end, as that of a scroll bar. */
const LONGEST_PRESS = 1000;

/**
 * Resolves when no button of the pointer is down, at once when none is: a click is lost when what was pressed has been drawn
 * anew before the button comes up.
 */
export async function whenReleased(): Promise<void> {
  // On a busy page the next press of a hurried person comes before the task that follows the click.
  while (document.documentElement.matches(':active') && (await pressEnds()));
}

/** False: it lasts longer than a press that ends in a click. */
async function pressEnds(): Promise<boolean> {
  const ended = new AbortController();
  const { signal } = ended;
  const isReleased = await new Promise<boolean>((resolve) => {
    // The click follows the release in the same task.
    const release = () => setTimeout(resolve, 0, true);
    document.addEventListener('pointerup', release, { capture: true, signal });
    document.addEventListener('pointercancel', release, { capture: true, signal });
    AbortSignal.timeout(LONGEST_PRESS).addEventListener('abort', () => resolve(false), { signal });
  });
  ended.abort();
  return isReleased;
}
