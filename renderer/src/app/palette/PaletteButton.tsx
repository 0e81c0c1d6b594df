import { IconSearch } from '@tabler/icons-react';
import { modifierName } from '../../lib/shortcuts.ts';
import { KeyCap } from '../../ui/index.ts';
import { palette } from './palette-store.ts';
import classes from './PaletteButton.module.css';

const WORDS = 'Search or run a command';

/** In the head of most pages: opens the palette and shows its key. */
export function PaletteButton() {
  return (
    <button type="button" className={classes['button']} onClick={() => palette.open()}>
      <IconSearch size={15} stroke={1.75} aria-hidden />
      <span className={classes['buttonText']} title={WORDS}>
        {WORDS}
      </span>
      <KeyCap>{`${modifierName} K`}</KeyCap>
    </button>
  );
}
