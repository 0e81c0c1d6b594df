import { EVERYTHING } from '../../../../shared/domain/service/queries/query-fixture.ts';
import { EMPTY_ANSWER, type ExportRecord } from './export-records.ts';

/** For specs: what the journal has of an export, a complete one with a single lead unless `change` says otherwise. */
export const exportRecord = (change: Partial<ExportRecord> = {}): ExportRecord => ({
  id: 'one',
  name: 'All projects',
  query: EVERYTHING,
  request: 'GET /api/simpleleads',
  state: 'complete',
  reason: '',
  rows: 1,
  bytes: 9,
  columns: [],
  answer: { ...EMPTY_ANSWER },
  startedAt: 1,
  endedAt: 2,
  ...change,
});
