import { expect, test } from 'vitest';
import { momentText } from './moment-text.ts';

test.each([
  ['2026-11-16T17:58:04.3510000', '2026-11-16 17:58:04'],
  ['2026-11-16T17:58:04', '2026-11-16 17:58:04'],
  ['2026-11-16T17:58:04Z', '2026-11-16T17:58:04Z'],
  ['2026-11-16T17:58', '2026-11-16T17:58'],
  ['2026-11-16', '2026-11-16'],
  ['Energi-DK-T1', 'Energi-DK-T1'],
])('%s is shown as %s', (value, shown) => expect(momentText(value)).toBe(shown));
