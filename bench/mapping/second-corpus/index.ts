import { crmFiles } from './crm-files.ts';
import { headerlessFiles } from './headerless-files.ts';
import { registerFiles } from './register-files.ts';
import { southernAndSlavicFiles } from './southern-slavic-files.ts';
import type { CorpusFile } from '../../../shared/domain/mapping/testing/corpus.ts';

/**
 * A second set of labelled headers, written before the rules were looked at; word lists are never made from it. A file
 * is a text: its name, the headers, the fields they mean (`-` none, `A/B` either), then rows as they would stand in the
 * file; cells are divided by `|`. Everything in it is made up.
 */
export const secondCorpus: readonly CorpusFile[] = [
  ...crmFiles,
  ...registerFiles,
  ...southernAndSlavicFiles,
  ...headerlessFiles,
].map((source) => {
  const [name = '', headers = '', fields = '', ...rows] = source.split('\n');
  const cells = rows.map((row) => row.split('|'));
  const accepted = fields.split('|');
  const columns = headers.split('|').map((header, index) => ({
    header,
    accepted: (accepted[index] ?? '').split('/'),
    values: cells.map((row) => row[index] ?? ''),
  }));
  for (const row of [accepted, ...cells])
    if (row.length !== columns.length) throw new Error(`${name}: ${row.length} cells, ${columns.length} headers`);
  return { name, columns };
});

export const secondHeaders = secondCorpus.reduce((sum, file) => sum + file.columns.length, 0);
