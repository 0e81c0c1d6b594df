import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import type { WrittenQuery } from '../../../../../shared/contract/exports/queries.ts';
import type { SavedQuery } from '../../../../../shared/contract/exports/saved-queries.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { NameDialog, SecondaryButton, showFailure, toast } from '../../../ui/index.ts';

interface SaveQueryProps {
  /** The query in the fields; null: it is not whole yet. */
  readonly query: WrittenQuery | null;
  /** The saved query in the fields; null: none. */
  readonly saved: SavedQuery | null;
  /** The query in the fields differs from `saved`. */
  readonly isChanged: boolean;
  readonly suggestedName: string;
  readonly onSaved: (saved: SavedQuery) => void;
}

/** Saves the query in the fields: in the saved query they began as, or under a new name. */
export function SaveQuery({ query, saved, isChanged, suggestedName, onSaved }: SaveQueryProps) {
  const save = useChannelMutation('query:save');
  const [isNaming, setIsNaming] = useState(false);
  if (saved !== null && !isChanged) return null;

  function keep(queryId: string | null, name: string): void {
    if (query === null) return;
    save.mutate(
      { queryId, name, query },
      {
        onSuccess: (kept) => {
          setIsNaming(false);
          onSaved(kept);
          toast(`“${kept.name}” is saved.`);
        },
        // The dialog shows a failure. It is not opened for one: its button saves another query.
        onError: (failure) => queryId !== null && showFailure(failure),
      },
    );
  }

  return (
    <>
      {saved !== null && (
        <SecondaryButton
          icon={IconBookmark}
          disabled={query === null || save.isPending}
          onClick={() => keep(saved.id, saved.name)}
        >
          Save changes
        </SecondaryButton>
      )}
      <Button
        variant={saved === null ? 'default' : 'subtle'}
        leftSection={saved === null ? <IconBookmark size={15} aria-hidden /> : undefined}
        disabled={query === null || save.isPending}
        onClick={() => {
          save.reset();
          setIsNaming(true);
        }}
      >
        {saved === null ? 'Save query…' : 'Save as…'}
      </Button>
      <NameDialog
        opened={isNaming}
        title="Save this query"
        name={suggestedName}
        confirmLabel="Save query"
        work={save}
        onConfirm={(name) => keep(null, name)}
        onClose={() => setIsNaming(false)}
      />
    </>
  );
}
