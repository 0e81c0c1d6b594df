import { expect, test } from 'vitest';
import { failing } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { SegmentDialog } from './SegmentDialog.tsx';

const segment = {
  isActive: true,
  activeFrom: null,
  activeTill: null,
  goalTargetValue: null,
  goalCurrentValue: 0,
};
const savable = {
  all: 3,
  filtered: null,
  chosen: null,
  allColumns: 1,
  shownColumns: 1,
  shownWords: 'Id',
  columns: null,
  rowWords: [],
};
const columns = [{ path: 'uniqueId' }] as unknown as Parameters<typeof SegmentDialog>[0]['columns'];

test('a segment that is chosen next has not failed', async () => {
  const { screen } = await show(
    <SegmentDialog
      opened
      args={{ exportId: 'export-1', filters: [], sort: [], search: '' } as never}
      savable={savable as never}
      rows="all"
      columns={columns}
      onClose={() => undefined}
    />,
    {
      'segment:list': () => ({
        segments: ['Spring', 'Autumn'].map((name) => ({ ...segment, name, uniqueId: name })),
        unread: [],
        readAt: 1,
      }),
      'segment:prepare': failing({ code: 'validation', message: 'Nothing is left of the list.', issues: [] }),
    },
  );
  const choose = async (name: string) => {
    await screen.getByRole('combobox', { name: 'Segment' }).click();
    await screen.getByRole('option', { name: `${name}, ${name}` }).click();
  };
  await choose('Spring');
  await screen.getByRole('button', { name: 'Show what would be sent' }).click();
  await expect.element(screen.getByText('Nothing is left of the list.')).toBeVisible();
  await choose('Autumn');
  await expect.element(screen.getByText('Nothing is left of the list.')).not.toBeInTheDocument();
});
