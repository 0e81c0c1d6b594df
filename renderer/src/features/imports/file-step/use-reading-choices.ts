import { useEffect, useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { useChannel } from '../../../bridge/index.ts';
import { startWork } from '../../../ui/index.ts';
import type { ReadingOfFiles } from '../reading/use-reading.ts';
import type { SourceState } from './SourceNote.tsx';

/** Choices with which the file is not being read yet. */
interface Wish {
  readonly choices: ReadingChoices;
  /** Changes made under Check that reading would drop, when a person is asked first; null while they are counted. */
  readonly drops: number | null;
}

/** How the file is read, as a person chose it. */
export interface ReadingChoosing {
  /** Undefined: not known yet. */
  readonly source: SourceState | undefined;
  /** The latest ones: a choice that is still being asked about, or read, counts for the next one. */
  readonly choices: ReadingChoices;
  readonly choose: (choices: ReadingChoices) => void;
  /** Changes that the chosen reading would drop; null: nothing is asked. */
  readonly asked: number | null;
  readonly confirm: () => void;
  readonly decline: () => void;
}

/** Corrections belong to the rows as they are read now: before they are dropped, a person is asked. */
export function useReadingChoices(
  draft: Draft,
  { progress, failure }: ReadingOfFiles,
  onChoose: (choices: ReadingChoices) => void,
): ReadingChoosing {
  const [wish, setWish] = useState<Wish | null>(null);
  // Another program saves the file without an event here. A person who saved it there comes back to this window.
  const source = useChannel('import:source', { draftId: draft.id }, { staleTime: 0, rereadOnFocus: true });
  const { refetch } = source;
  useEffect(() => startWork(refetch), [refetch, draft.readingId, failure]);

  async function choose(next: ReadingChoices): Promise<void> {
    setWish({ choices: next, drops: null });
    // Counted now: the last answer may be from before a correction, or from before a reading.
    const counted = progress === null ? await refetch() : null;
    if (counted?.error) {
      // Nobody knows what a reading would drop, so the file is not read.
      setWish((known) => (known?.choices === next ? null : known));
      throw counted.error;
    }
    const drops = counted?.data?.corrections ?? 0;
    setWish((known) => (known?.choices !== next ? known : drops > 0 ? { choices: next, drops } : null));
    if (drops === 0) onChoose(next);
  }

  return {
    source: source.data?.state,
    choices: wish?.choices ?? progress?.choices ?? draft.choices,
    choose: (next) => startWork(() => choose(next), 'The file was not read this way.'),
    asked: wish?.drops ?? null,
    confirm: () => {
      if (wish !== null) onChoose(wish.choices);
      setWish(null);
    },
    decline: () => setWish(null),
  };
}
