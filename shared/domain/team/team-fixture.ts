import type { TeamImport, TeamState } from '../../contract/team/team.ts';

/* For specs: what a computer knows of its team. */

export type Team = NonNullable<TeamState['team']>;
export type Colleague = Team['colleagues'][number];

/** An import that runs, 41 % of whose rows are answered. */
export const teamImport = (change: Partial<TeamImport> = {}): TeamImport => ({
  jobId: 'one',
  name: 'Kundeliste Fyn',
  campaignCode: 'DK-ENERGI-26',
  fileHash: 'aa',
  state: 'running',
  rows: 1000,
  waiting: 584,
  created: 400,
  refused: 16,
  unknown: 0,
  ratePerMinute: 115.6,
  finishAt: null,
  createdAt: 0,
  endedAt: null,
  ...change,
});

/** A colleague whose computer imports nothing. */
export const colleague = (id: number, name: string, change: Partial<Colleague> = {}): Colleague => ({
  ...{ id, name, heardAt: Date.UTC(2026, 10, 26, 14, 2), imports: [] },
  ...{ isMe: false, isFormer: false, hasLeft: false, isMissing: false },
  ...change,
});

/** A team whose database is there. */
export const teamOf = (colleagues: Colleague[], change: Partial<Team> = {}): Team => ({
  ...{ place: 'db.example/leads', name: 'Anna', trouble: '', needsPerson: false, awaySince: null },
  colleagues,
  ...change,
});
