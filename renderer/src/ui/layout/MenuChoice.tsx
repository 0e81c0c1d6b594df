import { Menu, type MenuItemProps } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

interface MenuChoiceProps extends Pick<MenuItemProps, 'disabled' | 'rightSection'> {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** An item of a menu in which one of several is chosen, or a thing is on or off. */
export function MenuChoice({ label, isChosen, onChoose, ...item }: MenuChoiceProps) {
  return (
    <Menu.Item
      {...item}
      onClick={onChoose}
      leftSection={<IconCheck size={14} aria-hidden visibility={isChosen ? 'visible' : 'hidden'} />}
    >
      {label}
      {isChosen && <span className="visuallyHidden"> (chosen)</span>}
    </Menu.Item>
  );
}
