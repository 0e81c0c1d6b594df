import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { useKeptPlace } from './kept-place.tsx';

test('who types in a kept place goes on typing when what is around it is drawn again', async () => {
  function Around() {
    const [minutes, setMinutes] = useState(0);
    const kept = useKeptPlace(<input aria-label="Ids" onFocus={() => setMinutes(1)} />);
    return (
      <>
        <p>{minutes} min</p>
        {kept.place}
        {kept.content}
      </>
    );
  }
  const { screen } = await show(<Around />);
  const field = screen.getByRole('textbox', { name: 'Ids' });
  field.element().focus();
  await expect.element(screen.getByText('1 min')).toBeVisible();
  await expect.element(field).toHaveFocus();
});
