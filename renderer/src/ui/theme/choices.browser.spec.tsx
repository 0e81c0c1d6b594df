import { Autocomplete, Button, Menu, MultiSelect, Popover, Select, TagsInput } from '@mantine/core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

const PLACES = Array.from({ length: 20 }, (_, index) => `Place ${index + 1}`);

test.for([
  ['list', <Select key="list" aria-label="Places" data={PLACES} />],
  [
    'menu',
    <Menu key="menu">
      <Menu.Target>
        <Button>Places</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {PLACES.map((place) => (
          <Menu.Item key={place}>{place}</Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>,
  ],
] as const)('in a low window a %s stays inside it, and its last line is reached', async ([, opener]) => {
  // 1366×768 at 200 %.
  await page.viewport(683, 384);
  const { screen } = await show(<div style={{ paddingTop: 170 }}>{opener}</div>);
  await userEvent.keyboard('{Tab}{Enter}');
  const dropdown = () => document.querySelector('[class*="-dropdown"]');
  await expect.poll(dropdown).not.toBeNull();
  await expect
    .poll(() => {
      const { top = -1, bottom = 999 } = dropdown()?.getBoundingClientRect() ?? {};
      return top >= 0 && bottom <= window.innerHeight;
    })
    .toBe(true);
  const last = screen.getByText('Place 20');
  last.element().scrollIntoView({ block: 'nearest' });
  await expect.element(last).toBeInViewport({ ratio: 1 });
  await page.viewport(1366, 768);
});

test('a menu that has room is no higher than it is meant to be', async () => {
  const { screen } = await show(
    <Menu>
      <style>{'.short { max-height: 100px; overflow-y: auto; }'}</style>
      <Menu.Target>
        <Button>Places</Button>
      </Menu.Target>
      <Menu.Dropdown className="short">
        {PLACES.map((place) => (
          <Menu.Item key={place}>{place}</Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>,
  );
  await screen.getByRole('button', { name: 'Places' }).click();
  const box = () => screen.getByRole('menu').element().getBoundingClientRect();
  await expect.poll(() => box().top).toBeGreaterThan(0);
  expect(box().height).toBe(100);
});

test('a list that opens inside of a form that has room is not cut off with it', async () => {
  await page.viewport(1366, 768);
  const { screen } = await show(
    <div style={{ paddingTop: 256 }}>
      <Popover position="top-start">
        <Popover.Target>
          <Button>Form</Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Select aria-label="Places" data={PLACES} comboboxProps={{ withinPortal: false }} />
        </Popover.Dropdown>
      </Popover>
    </div>,
  );
  await screen.getByRole('button', { name: 'Form' }).click();
  await screen.getByRole('combobox', { name: 'Places' }).click();
  const option = screen.getByRole('option', { name: 'Place 4' });
  await expect.element(option).toBeInViewport({ ratio: 1 });
  // The form is placed anew.
  await page.viewport(1300, 768);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(option).toBeInViewport({ ratio: 1 });
  await page.viewport(1366, 768);
});
