import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { TeamDatabase } from './team-database-fixture.ts';
import { SpecOffice } from './team-fixture.ts';

/** One database for all specs of a file, empty and there before each of them. To be called at the top of the file. */
export function teamDatabaseForSpecs(opened: (database: TeamDatabase) => void): void {
  let database: TeamDatabase;
  beforeAll(async () => {
    database = await TeamDatabase.open();
    opened(database);
  }, 120_000);
  beforeEach(() => database.startOver());
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
