import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import { cutWords } from '../../../shared/domain/service/answers/deep-json.ts';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { leftBehindWords } from '../../../shared/domain/service/queries/since-query.ts';
import { format } from '../../../shared/domain/words/format.ts';
import type { DatasetOptions } from './export-arguments.ts';
import { callUntilSignal } from '../program/call-until-signal.ts';
import type { FollowTools } from '../program/follow-tools.ts';

/** A dataset that is held while its leads are fetched. */
export interface DatasetOutput {
  /** What to ask the service for. */
  readonly query: ExportQuery;
  /** Puts a complete export into it. Answers the folder, and what the last line says of the dataset. */
  save(ended: ExportSummary): Promise<{ path: string; facts: object; notes: readonly string[] }>;
}

/** Holds the dataset of a folder before anything is sent. */
export async function openDataset(
  tools: FollowTools,
  { folder, sinceLast, force }: DatasetOptions,
  query: ExportQuery,
): Promise<DatasetOutput> {
  const { core, output } = tools;
  const mode = sinceLast ? 'sinceLast' : force ? 'replace' : 'new';
  const opened = await core.call('export:openDataset', { token: core.grant(folder, 'folder'), query, mode });
  const { datasetId, rows, pointReached } = opened;
  if (pointReached !== null)
    output.say(`The dataset has ${format.count(rows, 'lead')} with the changes up to ${pointReached}.`);
  return {
    query: opened.query,
    async save({ id, shortened }) {
      const dataset = await callUntilSignal(tools, 'export:saveDataset', { datasetId, exportId: id });
      output.say(
        `${format.count(dataset.rows, 'lead')} in ${format.count(dataset.files, 'file')} in ${folder}: ${format.number(dataset.added)} new, ${format.number(dataset.changed)} changed, ${format.number(dataset.unchanged)} as before, ${format.number(dataset.removed)} removed.`,
      );
      if (dataset.retyped.length > 0)
        output.say(
          `A value came that is not of its column's type, so these columns have another one now: ${dataset.retyped.join(', ')}.`,
        );
      const notes = [cutWords(shortened), pointReached === null ? '' : leftBehindWords(query)].filter(
        (note) => note !== '',
      );
      for (const note of notes) output.say(note);
      return { path: folder, facts: { dataset }, notes };
    },
  };
}
