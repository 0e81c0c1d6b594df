import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './Chip.module.css';

interface ChipProps {
  readonly label: string;
  /** Read aloud; shown on hover where `help` brings no card. */
  readonly meaning: string;
  /** Address of what it means, for the card that explains it. */
  readonly help?: string;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** A choice that is on or off. */
export function Chip({ label, meaning, help, pressed, onPress }: ChipProps) {
  const meaningId = useId();
  return (
    <>
      <button
        type="button"
        className={classes['chip']}
        aria-pressed={pressed}
        aria-describedby={meaningId}
        title={help === undefined ? meaning : undefined}
        data-help={help}
        onClick={onPress}
      >
        {pressed && <IconCheck size={13} stroke={2.2} aria-hidden />}
        {label}
      </button>
      <span id={meaningId} hidden>
        {meaning}
      </span>
    </>
  );
}
