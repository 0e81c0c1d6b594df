import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import { format } from '../../../lib/format.ts';
import { startWork, toast } from '../../../ui/index.ts';
import type { ViewColumn } from '../view/page-view.ts';
import { MOST_IDS, readLeadIds } from './lead-ids.ts';
import { rowCount, type Savable, type SavedRows } from './SaveDialog.tsx';

interface SegmentDialogProps {
  readonly opened: boolean;
  /** Rows of the result whose leads are meant. */
  readonly args: Omit<ChannelInput<'export:rows'>, 'callId' | 'offset' | 'limit'>;
  readonly savable: Savable;
  readonly rows: SavedRows;
  readonly columns: readonly ViewColumn[];
  readonly onClose: () => void;
}

/** The way of leads to a segment: their ids. */
export function SegmentDialog({ opened, args, savable, rows, columns, onClose }: SegmentDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const id = columns.find(({ path }) => /^uniqueId$/i.test(path));
  const count = rowCount(savable, rows);
  const which = { all: 'all', filtered: 'filtered', chosen: 'chosen' }[rows];

  async function copy(): Promise<void> {
    if (id === undefined) return;
    setIsBusy(true);
    try {
      const found = await readLeadIds(args, id.index, new AbortController().signal);
      await navigator.clipboard.writeText(found.ids.join('\n'));
      toast(
        `Copied ${format.count(found.ids.length, { one: '# lead id', other: '# lead ids' })}.`,
        [
          found.without > 0 ? `${format.number(found.without)} leads have no id and are left out.` : '',
          found.isCut ? `Only the first ${format.number(MOST_IDS)} leads were read.` : '',
        ].join(' '),
      );
      onClose();
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Modal opened={opened} onClose={onClose} title="Add to a segment" closeButtonProps={{ 'aria-label': 'Close' }}>
      <p>
        This version cannot add leads to a segment yet. Copy the ids of the{' '}
        {count === undefined ? '' : `${format.number(count)} `}
        {rows === 'all' ? '' : `${which} `}leads, one a line, and add them in the dialler.
      </p>
      {id === undefined && <p>The leads of this result have no id, so there is nothing to copy.</p>}
      <Group justify="flex-end" gap={10} mt={16}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={id === undefined || isBusy || count === 0}
          onClick={() => startWork(copy, 'The ids were not copied.')}
        >
          Copy the lead ids
        </Button>
      </Group>
    </Modal>
  );
}
