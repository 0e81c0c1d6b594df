import type { StoredChange } from './stored-change.ts';

/** For specs: a prepared change of one segment, without leads. */
export const changeWith = (id: string, given: Partial<StoredChange> = {}): StoredChange => ({
  id,
  segmentId: 'S',
  segmentName: 'Spring',
  kind: 'add',
  source: 'pasted list',
  state: 'prepared',
  reason: '',
  createdAt: 1,
  startedAt: null,
  endedAt: null,
  listed: 0,
  repeated: 0,
  unusable: 0,
  earlier: 0,
  batchSize: 3,
  requests: 0,
  before: null,
  after: null,
  undoes: null,
  undoneBy: null,
  ...given,
});
