import type { SavedFile } from '../../../shared/contract/host/files.ts';
import { saveWhole } from '../files/writing/saved-text.ts';
import { invalid } from '../foundation/failure.ts';
import type { GrantedFile } from '../foundation/ports.ts';

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Writes a chart's figures (CSV, text) or its picture (PNG, base64). Rows are the lines of the figures below the header;
 * a picture has none. Throws Failure `validation` for content of another kind, FileTrouble when it cannot be written:
 * a file that is there stays as it was then.
 */
export async function writeChart(format: 'csv' | 'png', content: string, target: GrantedFile): Promise<SavedFile> {
  const bytes = format === 'png' ? pictureBytes(content) : Buffer.from(content, 'utf8');
  const rows = format === 'png' ? 0 : content.split('\n').length - 2;
  return saveWhole(target, bytes, rows);
}

function pictureBytes(content: string): Buffer {
  const bytes = Buffer.from(content, 'base64');
  if (!bytes.subarray(0, PNG_START.length).equals(PNG_START)) {
    throw invalid('This is no PNG picture. Nothing was written. Save the chart again.');
  }
  return bytes;
}
