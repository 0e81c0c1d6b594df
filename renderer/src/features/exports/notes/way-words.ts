import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { format, requestForms } from '../../../lib/format.ts';

/** How the leads were asked for, in sentences; '' for one request whose answer needs no word. */
export function wayWords({ state, windows, sameDay, query }: ExportSummary): string {
  const raw = query.source === 'raw' && state === 'complete' ? RAW : '';
  return [windowWords(state, windows), sameDayWords(sameDay), raw].filter((words) => words !== '').join(' ');
}

/** Why a lead search with the same filters may bring more leads. */
const RAW =
  'RawLeads have a line for each field, so a lead without a field, such as an anonymized one, is not among them.';

function windowWords(state: ExportSummary['state'], windows: ExportSummary['windows']): string {
  if (windows === null) return '';
  const size =
    windows.days === 1 ? 'day by day' : windows.days === 7 ? 'week by week' : `${windows.days} days at a time`;
  if (state === 'running')
    return `Lead Console asks for the range ${size}: ${format.number(windows.done)} of ${format.count(windows.total, requestForms)} answered.`;
  const again =
    windows.replaced === 0
      ? ''
      : ` ${format.count(windows.replaced, { one: '# lead came', other: '# leads came' })} again in a newer state, which is the one here.`;
  return `Lead Console asked for the range ${size}, in ${format.count(windows.done, requestForms)}.${again}`;
}

function sameDayWords(sameDay: ExportSummary['sameDay']): string {
  if (sameDay === null) return '';
  const from = sameDay.modifiedFrom.replace('T', ' ');
  if (sameDay.cut === null)
    return `The service sent nothing for the one day, so Lead Console asked once more, from ${from} on. RawLeads do not say when a lead was changed, so earlier ones are among these.`;
  const cut =
    sameDay.cut === 0
      ? 'No earlier lead came with it.'
      : `${format.count(sameDay.cut, { one: '# earlier lead that came with it is', other: '# earlier leads that came with it are' })} not in this result.`;
  return `The service sent nothing for the one day, so Lead Console asked once more, from ${from} on. ${cut}`;
}
