import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { show } from '../../../testing/show.tsx';
import { UsedColumns } from './UsedColumns.tsx';

test('what is typed to find a column stays when the step is drawn anew, and Enter takes that column', async () => {
  const { columns } = exampleDraft({}).reading;
  const [, wanted] = columns;
  const added: number[] = [];
  const list = () => (
    <UsedColumns
      used={[]}
      columns={[...columns]}
      onAdd={(column) => added.push(column)}
      onRemove={() => undefined}
      onMove={() => undefined}
    />
  );
  const { screen } = await show(list());
  const field = screen.getByRole('combobox', { name: 'Add a column' });
  await field.click();
  await userEvent.keyboard(wanted?.label ?? '');
  // The draft was saved meanwhile.
  await screen.rerender(list());
  await expect.element(field).toHaveValue(wanted?.label);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(added).toEqual([wanted?.index]);
});
