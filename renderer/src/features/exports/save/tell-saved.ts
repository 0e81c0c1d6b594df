import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import { savedFileWords } from '../../../lib/saved-file-words.ts';
import { toast } from '../../../ui/index.ts';

/** Says what is in the file, in another tone when values in it are cut. */
export function tellSaved(saved: ChannelResult<'export:save'>): void {
  tellSavedAs(saved, { one: '# lead', other: '# leads' });
}

/** @param forms what the rows of the file are */
export function tellSavedAs(
  saved: ChannelResult<'export:save'>,
  forms: { readonly one: string; readonly other: string },
): void {
  const { title, check } = savedFileWords(saved, forms);
  toast(title, [check, ...saved.notes].join(' '), { tone: saved.isCut ? 'warning' : 'ok' });
}
