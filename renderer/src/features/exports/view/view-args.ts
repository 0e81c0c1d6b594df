import type { ChannelArgs } from '../../../../../shared/contract/channels.ts';
import { DEFAULT_LOCALE } from '../../../../../shared/contract/exports/views.ts';
import type { PageView } from './page-view.ts';

/** The view of a result as the core takes it. */
export type ViewArgs = Pick<
  ChannelArgs<'export:rows'>,
  'exportId' | 'filters' | 'sort' | 'search' | 'keeps' | 'locale'
>;

/** English has no letters beyond z: the campaigns' own order serves better there. */
const locale = /^en\b/i.test(navigator.language) ? DEFAULT_LOCALE : navigator.language;

/** `sorted` false: leads that still arrive keep their order of arrival. */
export function viewArgs(
  exportId: string,
  { filters, sort, find, onlyHits }: PageView,
  keeps: ViewArgs['keeps'],
  sorted: boolean,
): ViewArgs {
  const search = onlyHits ? find.trim() : '';
  return { exportId, filters: [...filters], sort: sorted ? [...sort] : [], search, keeps, locale };
}

/** Whether some rows of the result are not in the view. */
export function isRestricted({ filters, search, keeps }: ViewArgs): boolean {
  return filters.length > 0 || search !== '' || keeps === 'asked';
}

/** The rows of a choice as the core takes them. Chosen leads are meant whether the filters show them or not. */
export function rowsOf(
  args: ViewArgs,
  rows: 'all' | 'filtered' | 'chosen',
  selection: string | null,
): ViewArgs & { readonly selection: string | null } {
  if (rows === 'filtered') return { ...args, selection: null };
  return { ...args, filters: [], search: '', selection: rows === 'chosen' ? selection : null };
}
