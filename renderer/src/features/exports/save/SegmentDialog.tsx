import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { viewSchema } from '../../../../../shared/contract/exports/views.ts';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import { useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { navigate } from '../../../lib/navigation.ts';
import { CancelButton, FailureNote, Modal } from '../../../ui/index.ts';
import type { ViewColumn } from '../view/page-view.ts';
import type { Savable, SavedRows } from './savable.ts';
import { rowCount } from './SaveDialog.tsx';

interface SegmentDialogProps {
  readonly opened: boolean;
  /** Rows of the result whose leads are meant. */
  readonly args: Omit<ChannelInput<'export:rows'>, 'callId' | 'offset' | 'limit'>;
  readonly savable: Savable;
  readonly rows: SavedRows;
  readonly columns: readonly ViewColumn[];
  /** What else a person has to know of these leads; empty: nothing. */
  readonly hint?: string;
  readonly onClose: () => void;
}

/** Prepares the change of a segment with the leads of the view; its page asks before anything is sent. */
export function SegmentDialog({ opened, args, savable, rows, columns, hint = '', onClose }: SegmentDialogProps) {
  const [segmentId, setSegmentId] = useState<string | null>(null);
  const list = useChannel('segment:list', { refresh: false }, { enabled: opened, staleTime: Infinity });
  const prepare = useChannelMutation('segment:prepare');
  const hasIds = columns.some(({ path }) => /^uniqueId$/i.test(path));
  const count = rowCount(savable, rows);
  const which = rows === 'all' ? '' : `${rows} `;
  const failure = list.error ?? prepare.error;

  function show(): void {
    if (segmentId === null) return;
    const { exportId } = args;
    prepare.mutate(
      {
        segmentId,
        kind: 'add',
        source: { from: 'export', exportId, view: viewSchema.parse(args) },
        leaveOutEarlier: true,
      },
      { onSuccess: ({ id }) => navigate('segments', id) },
    );
  }

  function close(): void {
    if (!prepare.isPending) prepare.reset();
    onClose();
  }

  return (
    <Modal opened={opened} onClose={close} title="Add to a segment">
      {hasIds ? (
        <Select
          label="Segment"
          allowDeselect
          description={`Adds ${rows === 'all' ? 'all' : 'the'} ${count === undefined ? '' : `${format.number(count)} `}${which}leads of this result. ${hint}`}
          placeholder={list.isPending ? 'Reading the segments…' : 'Choose a segment'}
          data={(list.data?.segments ?? []).map(({ uniqueId, name }) => ({
            value: uniqueId,
            label: `${name}, ${uniqueId}`,
          }))}
          searchable
          value={segmentId}
          onChange={(chosen) => {
            setSegmentId(chosen);
            // This one has not failed.
            if (!prepare.isPending) prepare.reset();
          }}
        />
      ) : (
        <p>The leads of this result have no id, so they cannot be named to the service.</p>
      )}
      <FailureNote failure={failure} />
      <Group justify="flex-end" gap={10} mt={16}>
        <CancelButton onClick={close} />
        <Button disabled={!hasIds || segmentId === null || prepare.isPending || count === 0} onClick={show}>
          Show what would be sent
        </Button>
      </Group>
    </Modal>
  );
}
