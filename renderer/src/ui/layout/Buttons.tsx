import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

type Props = Omit<ButtonProps, 'variant'> & Omit<ComponentProps<'button'>, keyof ButtonProps>;

/** A button beside the main one, or where nothing is the main thing to do. */
export function SecondaryButton(props: Props) {
  return <Button variant="default" {...props} />;
}

/** A button in a note, a line or a card. */
export function SmallButton(props: Omit<Props, 'size'>) {
  return <SecondaryButton size="xs" {...props} />;
}

/** As `SmallButton`, without an edge. */
export function TextButton(props: Omit<Props, 'size'>) {
  return <Button size="xs" variant="subtle" {...props} />;
}
