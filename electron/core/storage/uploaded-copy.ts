import { dirname, join } from 'node:path';

/** The folder in the data folder in which the browser host keeps copies of chosen files. */
const UPLOADS = 'uploads';

/** Whether a chosen file is such a copy, which goes when it is no longer needed; a person's own file is only ever read. */
export function isUploadedCopy(path: string, dataFolder: string): boolean {
  return dirname(path) === join(dataFolder, UPLOADS);
}
