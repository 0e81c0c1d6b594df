/** Primary result codes of SQLite that a person can do something about. */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;

/** What to tell a person when the journal cannot be written. `isExpected` is false for a bug of ours. */
export function journalTrouble(error: unknown): { readonly isExpected: boolean; readonly sentence: string } {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  const tail = 'Nothing is sent that is not written down first. Then resume.';
  switch (code) {
    case SQLITE_FULL:
      return {
        isExpected: true,
        sentence: `The disk is full, so the journal could not be written. Free some space. ${tail}`,
      };
    case SQLITE_READONLY:
    case SQLITE_IOERR:
      return {
        isExpected: true,
        sentence: `The disk refused to keep the journal. Check that the data folder can be written. ${tail}`,
      };
    case SQLITE_BUSY:
      return {
        isExpected: true,
        sentence: `Another program kept the journal busy for too long. Close it or wait a moment. ${tail}`,
      };
    default:
      return { isExpected: false, sentence: `The journal could not be written. ${tail}` };
  }
}
