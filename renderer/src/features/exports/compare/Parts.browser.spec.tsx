import { expect, test } from 'vitest';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import { exampleExport } from '../../../testing/examples.ts';
import { show } from '../../../testing/show.tsx';
import { Parts } from './Parts.tsx';

test('results of one day are the earlier and the later, not their times', async () => {
  const counts = { new: 9, changed: 0, gone: 1, same: 3, rows: { before: 4, now: 12 } };
  const { screen } = await show(
    <Parts
      comparison={counts as Comparison}
      results={{ before: exampleExport({ rows: 4 }), now: exampleExport({ rows: 12 }) }}
      names={{ before: '19:15', now: '19:19' }}
      view={{ part: 'new', field: null, changes: [] }}
      onShow={() => undefined}
    />,
  );
  const part = (name: RegExp) => screen.getByRole('radio', { name });
  await expect.element(part(/^New 9 75\.0 % of the later only in the later result$/)).toBeVisible();
  await expect.element(part(/^Gone 1 25\.0 % of the earlier not in the later result$/)).toBeVisible();
});
