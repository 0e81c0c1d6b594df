import type { SavedFile } from '../../../../../shared/contract/host/files.ts';
import { call } from '../../../bridge/index.ts';

/** Writes what the page made into the file that the person chose. */
export function saveChart(token: string, format: 'csv' | 'png', content: string): Promise<SavedFile> {
  return call('chart:save', { token, format, content });
}
