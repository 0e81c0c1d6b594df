import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import { leadForms } from '../../../lib/format.ts';
import { savedFileWords } from '../../../lib/saved-file-words.ts';
import { toast, type ToastOptions } from '../../../ui/index.ts';

/** Says what is in the file, in another tone when values in it are cut. */
export function tellSaved(saved: ChannelResult<'export:save'>, action?: ToastOptions['action']): void {
  tellSavedAs(saved, leadForms, action);
}

/** @param forms what the rows of the file are */
export function tellSavedAs(
  saved: ChannelResult<'export:save'>,
  forms: { readonly one: string; readonly other: string },
  action?: ToastOptions['action'],
): void {
  const { title, check } = savedFileWords(saved, forms);
  toast(title, [check, ...saved.notes].join(' '), {
    tone: saved.isCut ? 'warning' : 'ok',
    ...(action !== undefined && { action }),
  });
}
