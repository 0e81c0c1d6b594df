import { IconBookmarks } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import { PastResults } from './past-results/PastResults.tsx';
import { SavedQueries } from './saved-queries/SavedQueries.tsx';
import type { OpenQueryState } from './use-open-query.ts';
import { Drawer, SecondaryButton } from '../../ui/index.ts';

interface QueriesPaneProps {
  /** The result that is open; null: none. */
  readonly summary: ExportSummary | null;
  readonly open: OpenQueryState;
  readonly onChosen?: () => void;
}

/** What can be fetched again, and what was fetched. */
export function QueriesPane({ summary, open, onChosen }: QueriesPaneProps) {
  return (
    <>
      <SavedQueries
        openId={open.saved?.id ?? null}
        onOpen={(query) => {
          open.open(query);
          onChosen?.();
        }}
        onNew={() => {
          open.begin();
          onChosen?.();
        }}
      />
      <PastResults openId={summary?.id ?? null} onChosen={onChosen} />
    </>
  );
}

/** The same behind a button, for narrow windows. */
export function QueriesDrawer(props: Omit<QueriesPaneProps, 'onChosen'>) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <SecondaryButton icon={IconBookmarks} onClick={() => setOpened(true)}>
        Queries
      </SecondaryButton>
      <Drawer opened={opened} onClose={() => setOpened(false)} title="Queries and results" size={280} padding={8}>
        <QueriesPane {...props} onChosen={() => setOpened(false)} />
      </Drawer>
    </>
  );
}
