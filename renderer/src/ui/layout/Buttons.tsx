import { Button, type ButtonProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

interface OwnProps extends Omit<ButtonProps, 'variant'> {
  /** Before the words. */
  readonly icon?: TablerIcon;
}

type Props = OwnProps & Omit<ComponentProps<'button'>, keyof OwnProps>;

/** The main thing to do, with its icon. */
export function MainButton(props: Props) {
  return <Button {...withIcon(props, 15)} />;
}

/** A button beside the main one, or where nothing is the main thing to do. */
export function SecondaryButton(props: Props) {
  return <Button variant="default" {...withIcon(props, 15)} />;
}

/** A button in a note, a line or a card. */
export function SmallButton(props: Omit<Props, 'size'>) {
  return <Button size="xs" variant="default" {...withIcon(props, 14)} />;
}

/** As `SmallButton`, without an edge. */
export function TextButton(props: Omit<Props, 'size'>) {
  return <Button size="xs" variant="subtle" {...withIcon(props, 14)} />;
}

function withIcon({ icon: Icon, ...props }: Props, size: number) {
  return Icon === undefined ? props : { ...props, leftSection: <Icon size={size} stroke={1.75} aria-hidden /> };
}
