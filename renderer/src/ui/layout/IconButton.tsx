import { ActionIcon, Tooltip } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';

export interface IconButtonProps {
  /** Says what it does; shown as a tooltip and read aloud. */
  readonly label: string;
  readonly icon: TablerIcon;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** Pixels. */
  readonly size?: number;
}

/** A button of one icon, with its name as a tooltip. */
export function IconButton({ label, icon: Icon, onClick, disabled = false, size = 28 }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick} disabled={disabled} size={size}>
        <Icon size={size < 28 ? 15 : 17} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
