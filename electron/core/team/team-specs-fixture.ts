import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { TeamDatabase } from './team-database-fixture.ts';
import { SpecOffice } from './team-fixture.ts';

/** One database for all specs of a file, empty and there before each of them. To be called at the top of the file. @param opened gets its files as well, as they are when it is empty */
export function teamDatabaseForSpecs(opened: (database: TeamDatabase, empty: Blob) => void): void {
  let database: TeamDatabase;
  let empty: Blob;
  beforeAll(async () => {
    database = await TeamDatabase.open();
    empty = await database.files();
    opened(database, empty);
  }, 120_000);
  beforeEach(async () => {
    await database.putBack(empty);
    database.isAway = false;
    database.received.length = 0;
  });
  afterAll(() => database[Symbol.asyncDispose]());
}

/** A computer that is not in the team yet, closed with its spec. */
export function specOffice(team: TeamDatabase, login: string, path?: string): SpecOffice {
  const office = new SpecOffice(team, login, path);
  onTestFinished(() => office[Symbol.dispose]());
  return office;
}

/** A computer in the team, closed with its spec. */
export async function officeIn(team: TeamDatabase, login: string, path?: string): Promise<SpecOffice> {
  const office = specOffice(team, login, path);
  if (office.journal.self() === null) await office.join(team, login);
  return office;
}
