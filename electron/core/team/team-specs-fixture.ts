import { afterAll, beforeAll, beforeEach } from 'vitest';
import { TeamDatabase } from './team-database-fixture.ts';

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
