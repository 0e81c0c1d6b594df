import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEAM_SCRIPT } from '../../electron/core/team/script/team-script.ts';
import { root } from '../lib/project.ts';
import { GIVE_FIRST, withoutChain } from './controls.ts';

test('every place that a control takes out is in the product, once', () => {
  for (const { file, find } of GIVE_FIRST) expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2);
});

test('without the chain a move compares nothing, and nothing waits for the disk', () => {
  const text = withoutChain(TEAM_SCRIPT);
  expect(text).not.toContain("set_config('synchronous_commit', 'on'");
  expect(text).not.toContain("IF o.head <> (p->>'prev')::uuid");
});
