import { expect, test } from 'vitest';
import { navigate } from '../../../../lib/navigation.ts';
import { draft, open } from '../check-step-fixture.ts';

test('the step is as it was left when a person comes back to it', async () => {
  const { screen, host } = await open();
  const find = screen.getByRole('searchbox', { name: 'Find in the rows' });
  await screen.getByText(/^All rows 4$/).click();
  await find.fill('nord');
  navigate('import', draft.id, { part: 'columns' });
  await expect.element(find).not.toBeInTheDocument();
  navigate('import', draft.id, { part: 'check' });
  await expect.element(find).toHaveValue('nord');
  await expect.element(screen.getByRole('radio', { name: 'All rows 4' })).toBeChecked();
  await expect
    .poll(() => host.calls('check:rows').at(-1))
    .toMatchObject({ filter: 'all', look: { find: 'nord', sort: null } });
});
