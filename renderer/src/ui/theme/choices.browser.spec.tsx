import { Autocomplete, MultiSelect, Select, TagsInput } from '@mantine/core';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../testing/show.tsx';

test.for([
  ['Select', <Select key="list" aria-label="List" data={['North', 'South']} />],
  ['Autocomplete', <Autocomplete key="list" aria-label="List" data={['North', 'South']} />],
  ['MultiSelect', <MultiSelect key="list" aria-label="List" data={['North', 'South']} />],
  ['TagsInput', <TagsInput key="list" aria-label="List" data={['North', 'South']} />],
] as const)('an option of %s that a key reaches looks like one under the pointer', async ([, list]) => {
  const { screen } = await show(
    <>
      {list}
      <div data-testid="hover" style={{ background: 'var(--lc-hover)', color: 'var(--lc-text)' }} />
    </>,
  );
  await expect.element(screen.getByTestId('hover')).toBeInTheDocument();
  await userEvent.keyboard('{Tab}{ArrowDown}{ArrowDown}');
  const lookOf = (element: Element | null) => {
    const { backgroundColor, color } = getComputedStyle(element ?? document.body);
    return { backgroundColor, color };
  };
  const expected = lookOf(document.querySelector('[data-testid="hover"]'));
  await expect.poll(() => document.querySelector('[data-combobox-selected]')).not.toBeNull();
  expect(lookOf(document.querySelector('[data-combobox-selected]'))).toEqual(expected);
});
