import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { cutsIn } from './reading-model.ts';

interface CutPlacesProps {
  /** Where the columns begin, in characters from 1. */
  readonly cuts: readonly number[];
  readonly describedBy: string;
  readonly disabled: boolean;
  readonly onChoose: (cuts: number[]) => void;
}

/** The places where a line without separators is cut. Give it a key of them: it keeps what is typed until it is a choice. */
export function CutPlaces({ cuts, describedBy, disabled, onChoose }: CutPlacesProps) {
  const before = cuts.join(', ');
  const [typed, setTyped] = useState(before);
  const [isWrong, setIsWrong] = useState(false);

  function commit(): void {
    const chosen = cutsIn(typed);
    setIsWrong(chosen === null);
    if (chosen !== null && chosen.join(', ') !== before) onChoose(chosen);
  }

  return (
    <TextInput
      aria-label="Columns begin at characters"
      attributes={{ input: isWrong ? {} : { 'aria-describedby': describedBy } }}
      mt={4}
      value={typed}
      error={isWrong && 'Write the first character of each column, from left to right, as 1, 21, 35.'}
      disabled={disabled}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
