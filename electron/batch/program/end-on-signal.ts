import type { FollowTools } from './follow-tools.ts';

/**
 * A signal ends what the command follows. When that fails it is said, because what runs then goes on.
 *
 * @param what for people, for example "The export"
 */
export function endOnSignal(
  { interruption, output }: Pick<FollowTools, 'interruption' | 'output'>,
  what: string,
  end: () => Promise<unknown>,
): void {
  interruption.onSignal(() => {
    end().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      output.warn(`${what} could not be ended and goes on. ${reason} A second signal ends this program at once.`);
    });
  });
}
