import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

interface MenuChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** An item of a menu in which one of several is chosen, or a thing is on or off. */
export function MenuChoice({ label, isChosen, onChoose }: MenuChoiceProps) {
  return (
    <Menu.Item
      onClick={onChoose}
      leftSection={<IconCheck size={14} aria-hidden visibility={isChosen ? 'visible' : 'hidden'} />}
    >
      {label}
      {isChosen && <span className="visuallyHidden"> (chosen)</span>}
    </Menu.Item>
  );
}
