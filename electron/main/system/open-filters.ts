import type { ChannelArgs } from '../../../shared/contract/channels.ts';

/** The kind of file that an open dialog is for. */
export type WantedFile = NonNullable<ChannelArgs<'host:chooseFile'>['wanted']>;

interface Filter {
  readonly name: string;
  readonly extensions: string[];
}

/** Every extension that the program reads. The reader goes by the bytes of a file, not by its extension. */
export const spreadsheetExtensions = [
  'csv',
  'tsv',
  'tab',
  'txt',
  'xlsx',
  'xlsm',
  'xlsb',
  'xls',
  'ods',
  'fods',
  'xml',
  'html',
  'htm',
  'mht',
  'mhtml',
];
const spreadsheets: Filter = { name: 'Spreadsheets', extensions: spreadsheetExtensions };
const mappings: Filter = { name: 'Templates', extensions: ['json'] };
const queries: Filter = { name: 'Saved queries', extensions: ['json'] };
const certificates: Filter = { name: 'Certificates', extensions: ['pem', 'crt', 'cer', 'der'] };
/** Other programs give their exports other extensions. */
const all: Filter = { name: 'All files', extensions: ['*'] };

/** Title and filters of the dialog; the first filter is active when it opens. */
export function openDialogOf(wanted: WantedFile): { readonly title: string; readonly filters: Filter[] } {
  switch (wanted) {
    case 'template':
      return { title: 'Choose a template', filters: [mappings, all] };
    case 'query':
      return { title: 'Choose a saved query', filters: [queries, all] };
    case 'certificates':
      return { title: 'Choose the certificates of your company', filters: [certificates, all] };
    case 'spreadsheet':
      return { title: 'Choose a file to import', filters: [spreadsheets, all] };
  }
}
