// Why: decision 0174.
import { z } from 'zod';
import type { CheckSettings } from '../../../../shared/contract/check/check.ts';
import { OriginWriter } from '../../files/staging/staged-origin.ts';
import { layerPathOf, openCheckLayer } from '../check/layer-file.ts';
import type { CarriedRow } from '../jobs/held-job.ts';

/** The job whose open rows a draft sends instead, and what the new job takes over from it. */
export const goesOnSchema = z.object({
  accountId: z.string(),
  jobId: z.string(),
  name: z.string(),
  campaignCode: z.string(),
  /** Digest of the file that the rows were read from. */
  fileName: z.string(),
  fileSize: z.number(),
  fileHash: z.string(),
  by: z.string(),
  readAs: z.string(),
  resultFolder: z.string().nullable(),
});
export type GoesOn = z.infer<typeof goesOnSchema>;

/** What the new draft takes over with the rows of a job. */
export interface CarriedFromJob {
  readonly from: GoesOn;
  readonly settings: CheckSettings;
  /** In the order of the rows. */
  carried(): AsyncIterable<readonly CarriedRow[]>;
}

/** Rows keep the line that they had in the file, and what a person repaired in them; rules and country stay. */
export async function carryOver({ settings, carried }: CarriedFromJob, stagedPath: string): Promise<void> {
  using origin = new OriginWriter(stagedPath);
  using layer = openCheckLayer(layerPathOf(stagedPath));
  layer.saveSettings(settings);
  let n = 0;
  for await (const part of carried()) {
    const rows = part.map((row) => ({ ...row, n: (n += 1) }));
    origin.add(rows);
    layer.carryOver(
      rows.flatMap(({ n: row, edits }) =>
        edits.map(({ column, value }) => ({ row, column, before: null, after: value })),
      ),
    );
  }
}
