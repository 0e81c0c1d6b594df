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

/** Keeps the options of a save for the next one, one entry a format. The leads are saved, whatever becomes of this. */
export function keepFormat(used: readonly SaveFormat[] | undefined, now: SaveFormat): void {
  const others = (used ?? []).filter((known) => known.format !== now.format);
  startWork(
    () => call('preferences:set', { saveFormats: [now, ...others].slice(0, SAVE_FORMAT_NAMES.length) }),
    'The format was not kept for the next time.',
  );
}
