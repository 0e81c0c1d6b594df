// Why: decision 0136.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import type { Selection } from '../../../../../shared/contract/exports/views.ts';
import { call, CallError, isCancelled } from '../../../bridge/index.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { showFailure } from '../../../ui/index.ts';
import type { ViewArgs } from '../view/view-args.ts';

type Choosing = Pick<ChannelInput<'export:choose'>, 'does' | 'choice'>;

export interface Choice extends Selection {
  /** Changes when marks of rows on the screen may be out of date. */
  readonly revision: number;
  /** `isShown`: the grid shows it already. */
  readonly choose: (choosing: Choosing, isShown?: boolean) => void;
  readonly clear: () => void;
}

const NOTHING: Selection = { selection: null, chosen: 0, chosenInView: 0 };

/**
 * Chosen rows of the whole result. The core keeps them; each change builds on the one before.
 *
 * @param edition changes when the rows change; then nothing is chosen
 */
export function useChoice(args: ViewArgs, edition: string): Choice {
  const [known, setKnown] = useState<Selection & { readonly edition: string }>({ ...NOTHING, edition });
  const [revision, setRevision] = useState(0);
  const line = useRef<{ edition: string; selection: string | null; last: Promise<unknown> }>({
    edition,
    selection: null,
    last: Promise.resolve(),
  });
  const view = useStable(args);

  function forget(): void {
    line.current.selection = null;
    setKnown({ ...NOTHING, edition });
  }

  async function ask(choosing: Choosing, isShown: boolean): Promise<void> {
    try {
      const from = line.current.edition === edition ? line.current.selection : null;
      const next = await call('export:choose', { ...view, from, ...choosing });
      Object.assign(line.current, { edition, selection: next.selection });
      setKnown({ ...next, edition });
      if (!isShown) setRevision((former) => former + 1);
    } catch (error) {
      if (error instanceof CallError && error.details.code === 'notFound') forget();
      // The grid may show a choice that did not come about.
      setRevision((former) => former + 1);
      if (!isCancelled(error)) showFailure(error, 'The leads were not chosen.');
    }
  }

  function choose(choosing: Choosing, isShown = false): void {
    line.current.last = line.current.last.then(() => ask(choosing, isShown));
  }

  function clear(): void {
    line.current.last = line.current.last.then(() => {
      forget();
      setRevision((former) => former + 1);
    });
  }

  const countAgain = useEffectEvent(() => {
    if (line.current.selection !== null && line.current.edition === edition)
      choose({ does: 'add', choice: { kind: 'numbers', numbers: [] } }, true);
  });
  // Another view shows others of the chosen rows.
  useEffect(() => countAgain(), [view]);

  const now = known.edition === edition ? known : NOTHING;
  return { ...now, revision, choose, clear };
}
