import type { ChannelArgs } from '../../../shared/contract/channels.ts';

/** What a person is looking for in a dialog that opens a file. */
export type WantedFile = NonNullable<ChannelArgs<'host:chooseFile'>['wanted']>;

interface Filter {
  readonly name: string;
  readonly extensions: string[];
}

/** Every ending that the program reads; what a file is, its bytes tell. */
const spreadsheets: Filter = {
  name: 'Spreadsheets',
  extensions: ['csv', 'tsv', 'tab', 'txt', 'xlsx', 'xlsm', 'xlsb', 'xls', 'ods'],
};
const mappings: Filter = { name: 'Saved mappings', extensions: ['json'] };
/** Exports of other programs have endings of their own. */
const all: Filter = { name: 'All files', extensions: ['*'] };

/** Title and filters of the dialog; the system begins with the first filter. */
export function openDialogOf(wanted: WantedFile): { readonly title: string; readonly filters: Filter[] } {
  return wanted === 'mapping'
    ? { title: 'Choose a saved mapping', filters: [mappings, all] }
    : { title: 'Choose a file to import', filters: [spreadsheets, all] };
}
