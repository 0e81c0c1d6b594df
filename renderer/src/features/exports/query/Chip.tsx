import { IconCheck } from '@tabler/icons-react';
import classes from './QueryBuilder.module.css';

interface ChipProps {
  readonly label: string;
  /** Shown on hover and read aloud. */
  readonly meaning: string;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** A choice that is on or off. */
export function Chip({ label, meaning, pressed, onPress }: ChipProps) {
  return (
    <button type="button" className={classes['chip']} aria-pressed={pressed} title={meaning} onClick={onPress}>
      {pressed && <IconCheck size={13} stroke={2.2} aria-hidden />}
      {label}
    </button>
  );
}
