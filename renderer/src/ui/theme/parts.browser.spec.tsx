import { Button, Checkbox, Menu, Modal, MultiSelect, Radio, Switch, TagsInput, TextInput } from '@mantine/core';
import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { Drawer } from '../feedback/dialogs.tsx';

const styleOf = (element: Element | null): CSSStyleDeclaration => getComputedStyle(element ?? document.body);
const boxOf = (element: Element | null): DOMRect => (element ?? document.body).getBoundingClientRect();

test('the title of a drawer looks like that of a dialog', async () => {
  const { screen } = await show(
    <>
      <Modal opened title="A dialog" onClose={() => undefined} />
      <Drawer opened title="A drawer" onClose={() => undefined} />
    </>,
  );
  await expect.element(screen.getByText('A drawer')).toBeVisible();
  const look = (words: string) => {
    const { fontSize, fontWeight, lineHeight } = styleOf(screen.getByText(words).element());
    return { fontSize, fontWeight, lineHeight };
  };
  expect(look('A drawer')).toEqual(look('A dialog'));
});

test('fields that hold names are as high as the others, with names in them and without', async () => {
  await show(
    <>
      <TextInput aria-label="Text" />
      <TagsInput aria-label="Tags" value={['users', 'parent']} />
      <MultiSelect aria-label="None" data={['North']} value={[]} />
      <MultiSelect aria-label="One" data={['North']} value={['North']} />
    </>,
  );
  await expect.poll(() => document.querySelectorAll('.mantine-Input-input').length).toBe(4);
  const heights = [...document.querySelectorAll('.mantine-Input-input')].map((field) => boxOf(field).height);
  expect(heights).toEqual([32, 32, 32, 32]);
});

test('a choice that is not made has the edge of a box that is not ticked', async () => {
  await show(
    <>
      <Checkbox label="Box" checked={false} readOnly />
      <Radio label="Choice" checked={false} readOnly />
    </>,
  );
  await expect.poll(() => document.querySelector('.mantine-Radio-radio')).not.toBeNull();
  const edge = (name: string) => styleOf(document.querySelector(name)).borderTopColor;
  expect(edge('.mantine-Radio-radio')).toBe(edge('.mantine-Checkbox-input'));
});

test('a button that works shows so in its middle', async () => {
  const { screen } = await show(<Button loading>Look</Button>);
  await expect.poll(() => document.querySelector('.mantine-Button-loader')).not.toBeNull();
  const [button, loader] = [screen.getByRole('button').element(), document.querySelector('.mantine-Button-loader')];
  const middle = ({ top, bottom, left, right }: DOMRect) => [(left + right) / 2, (top + bottom) / 2];
  // Where nothing moves, the kit leaves its own place out.
  if (loader instanceof HTMLElement) loader.style.transform = '';
  const [x = 0, y = 0] = middle(boxOf(loader));
  const [buttonX = 0, buttonY = 0] = middle(boxOf(button));
  expect(Math.max(Math.abs(x - buttonX), Math.abs(y - buttonY))).toBeLessThanOrEqual(1);
});

test('a switch that begins a sentence is as large as the rest of it', async () => {
  const { screen } = await show(
    <div>
      <Switch label="Send the first" /> <span>rows, then wait</span>
    </div>,
  );
  await expect.element(screen.getByText('rows, then wait')).toBeVisible();
  const size = (words: string) => styleOf(screen.getByText(words).element()).fontSize;
  expect(size('Send the first')).toBe(size('rows, then wait'));
});

test('an item of a menu that cannot be chosen is read as well as other quiet words', async () => {
  const { screen } = await show(
    <Menu opened>
      <Menu.Dropdown>
        <Menu.Item disabled>Delete…</Menu.Item>
      </Menu.Dropdown>
    </Menu>,
  );
  const item = screen.getByRole('menuitem');
  await expect.element(item).toBeVisible();
  const { opacity, color, backgroundColor } = styleOf(item.element());
  expect(opacity).toBe('1');
  // Not as one that can be chosen, also under the pointer.
  await item.hover({ force: true });
  await expect.poll(() => item.element().matches(':hover')).toBe(true);
  expect(styleOf(item.element())).toMatchObject({ color, backgroundColor });
});
