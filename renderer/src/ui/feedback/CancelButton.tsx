import { Button, type ButtonProps } from '@mantine/core';

interface CancelButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly onClick: () => void;
}

/** Ends what was begun, and changes nothing. */
export function CancelButton({ variant = 'default', ...props }: CancelButtonProps) {
  return (
    <Button variant={variant} {...props}>
      Cancel
    </Button>
  );
}
