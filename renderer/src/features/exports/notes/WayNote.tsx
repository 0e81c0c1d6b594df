import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { wayWords } from './way-words.ts';

/** How the leads were asked for, where that explains which leads are here. */
export function WayNote({ summary }: { readonly summary: ExportSummary }) {
  const words = wayWords(summary);
  return words === '' ? null : <p className="quiet">{words}</p>;
}
