import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { CopyButton } from './CopyButton.tsx';

test.each([false, true])(
  'says that nothing was copied when the system takes no text (compact: %s)',
  async (compact) => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
    const { screen } = await show(<CopyButton text="4711" label="Copy the id" compact={compact} />);
    await screen.getByRole('button', { name: 'Copy the id' }).click();
    await expect.element(screen.getByRole('button', { name: 'Not copied' })).toBeVisible();
  },
);
