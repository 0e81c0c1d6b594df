import { Button, type ButtonProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

interface OwnProps extends Omit<ButtonProps, 'variant'> {
  /** Before the words. */
  readonly icon?: TablerIcon;
  /** Where it leads: it is a link then. */
  readonly href?: string;
}

type Props = OwnProps & Omit<ComponentProps<'button'>, keyof OwnProps>;

/** The main thing to do, with its icon. */
export function MainButton(props: Props) {
  return withIcon(props, 15, {});
}

/** A button beside the main one, or where nothing is the main thing to do. */
export function SecondaryButton(props: Props) {
  return withIcon(props, 15, { variant: 'default' });
}

/** A button in a note, a line or a card. */
export function SmallButton(props: Omit<Props, 'size'>) {
  return withIcon(props, 14, { size: 'xs', variant: 'default' });
}

/** As `SmallButton`, without an edge. */
export function TextButton(props: Omit<Props, 'size'>) {
  return withIcon(props, 14, { size: 'xs', variant: 'subtle' });
}

function withIcon({ icon: Icon, href, ...props }: Props, size: number, look: ButtonProps) {
  const section = Icon !== undefined && { leftSection: <Icon size={size} stroke={1.75} aria-hidden /> };
  const button = { ...look, ...props, ...section };
  const link: ButtonProps = button;
  return href === undefined ? <Button {...button} /> : <Button component="a" href={href} {...link} />;
}
