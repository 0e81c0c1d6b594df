import { ActionIcon, Menu, type MenuItemProps } from '@mantine/core';
import { IconDots, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface MoreMenuProps {
  /** Names the button, which has no words. */
  readonly label: string;
  readonly children: ReactNode;
  /** In a line of a list. */
  readonly isSmall?: boolean;
}

/** What is done less often, behind three dots. */
export function MoreMenu({ label, children, isSmall = false }: MoreMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={label} size={isSmall ? 24 : 28}>
          <IconDots size={isSmall ? 15 : 17} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface MenuEntryProps extends Omit<MenuItemProps, 'children' | 'leftSection'> {
  readonly icon: TablerIcon;
  readonly label: string;
  /** Where a link leads; `onClick` goes first. */
  readonly href?: string;
  readonly onClick?: (() => void) | undefined;
  readonly title?: string | undefined;
}

/** An item of a menu, with its icon. */
export function MenuEntry({ icon: Icon, label, href, ...props }: MenuEntryProps) {
  const item = { ...props, leftSection: <Icon size={15} stroke={1.75} aria-hidden />, children: label };
  return href === undefined ? <Menu.Item {...item} /> : <Menu.Item {...item} component="a" href={href} />;
}
