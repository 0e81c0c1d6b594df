import {
  DEFAULT_SAVE_FORMATS,
  SAVE_FORMAT_NAMES,
  type SaveFormat,
  type SaveFormatName,
} from '../../../../../shared/contract/exports/save-formats.ts';
import { call } from '../../../bridge/index.ts';
import { startWork } from '../../../ui/index.ts';

/** The options of a format as they were used last, or the program's own. `used`: the latest first. */
export function rememberedFormat(used: readonly SaveFormat[] | undefined, name: SaveFormatName): SaveFormat {
  return used?.find((known) => known.format === name) ?? DEFAULT_SAVE_FORMATS[name];
}

/** Keeps the options of a save for the next one. The leads are saved, whatever becomes of this. */
export function keepFormat(used: readonly SaveFormat[] | undefined, now: SaveFormat): void {
  startWork(
    () => call('preferences:set', { saveFormats: rememberFormat(used, now) }),
    'The format was not kept for the next time.',
  );
}

/** The list with a format that was used just now in front; one entry a format. */
function rememberFormat(used: readonly SaveFormat[] | undefined, now: SaveFormat): SaveFormat[] {
  return [now, ...(used ?? []).filter((known) => known.format !== now.format)].slice(0, SAVE_FORMAT_NAMES.length);
}
