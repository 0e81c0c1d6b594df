import { serveThread } from '../threads/thread-server.ts';
import { openDurable } from './database.ts';

serveThread<string, null>({
  answer(path) {
    using database = openDurable(path);
    database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    return null;
  },
  close: () => undefined,
  order: 'one by one',
});
