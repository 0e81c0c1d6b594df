import { type DatabasePlace, placeText } from './database-place.ts';
import { TeamTrouble } from './team-link.ts';

const WAITS = 'Rows wait so that no colleague’s lead is sent twice; Lead Console tries again on its own.';
export const NOTHING_SENT = 'Nothing is sent meanwhile.';

const CERTIFICATES: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'is not for this name',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is signed by an authority that this computer does not know',
  UNABLE_TO_GET_ISSUER_CERT: 'is signed by an authority that this computer does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an authority that this computer does not know',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority that this computer does not know',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself',
};

/** The server refuses by its pg_hba.conf: the same SQLSTATE as that of a login which may not log in. */
const NO_RULE = '28000 ClientAuthentication';
/** The same SQLSTATE as that of a login outside the team. */
const NO_CONNECT = '42501 CheckMyDatabase';
/** By SQLSTATE: what a person has to put right. */
const REFUSED: Readonly<Record<string, (login: string, place: DatabasePlace) => string>> = {
  '28P01': (login) => `The database does not accept the login "${login}" with this password. Ask who runs it.`,
  '28000': (login) => `The database does not let "${login}" in. Ask who runs it whether the login was taken back.`,
  [NO_RULE]: (login, { database }) =>
    `The server has no rule by which the login "${login}" may reach the database "${database}" from this computer. Check the name of the database, or ask who runs it for a line in pg_hba.conf.`,
  [NO_CONNECT]: (login, { database }) =>
    `The login "${login}" has no right to connect to the database "${database}". Ask whoever runs it to grant that.`,
  '3D000': () => 'The server has no database with this name. Check the address of the database.',
  '42501': (login) => `The login "${login}" is no member of the team. Whoever runs the database makes it one.`,
  '3F000': () => 'The database is not prepared. Ask whoever runs it to run the script of "batch team sql" once.',
  '42883': () =>
    'The database was prepared for another version. Ask whoever runs it to run the script of "batch team sql" again.',
};

/** What else a server writes as a code is not shown. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** The server, the database or the login was set to read only, or this is a copy that follows another server. */
const READ_ONLY = '25006';
const AWAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name cannot be looked up now',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'no way to it',
  ENETUNREACH: 'no network',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  '53100': 'its disk is full',
  '53300': 'too many connections',
  '55P03': 'it is busy',
  '57014': 'it took too long',
  '57P01': 'it is being stopped',
  '57P03': 'it is starting',
};

/**
 * What a failed connection or question means for a person.
 *
 * @throws error when it is a mistake of the program
 */
export function troubleOf(error: unknown, place: DatabasePlace, login: string): TeamTrouble {
  if (error instanceof TeamTrouble) return error;
  if (error instanceof TypeError && codeOf(error) === '') throw error;
  const code = codeOf(error);
  const certificate = of(CERTIFICATES, code);
  if (certificate !== undefined)
    return new TeamTrouble(
      'teamPerson',
      `The certificate of ${place.host} ${certificate}. ${NOTHING_SENT} Correct it there, or choose the certificate of its authority on this computer: under Network in the settings, for commands with LEAD_CONSOLE_CA_FILE.`,
      { cause: error },
    );
  const refused = of(REFUSED, `${code} ${routineOf(error)}`) ?? of(REFUSED, code);
  if (refused !== undefined)
    return new TeamTrouble('teamPerson', `${refused(login, place)} ${NOTHING_SENT}`, { cause: error });
  if (error instanceof Error && error.message === 'The server does not support SSL connections')
    return new TeamTrouble(
      'teamPerson',
      `The database at ${place.host} takes no encrypted connections. ${NOTHING_SENT} Ask whoever runs it to turn TLS on.`,
      { cause: error },
    );
  if (error instanceof Error && error.message.startsWith('Unknown authenticationOk message type '))
    return new TeamTrouble(
      'teamPerson',
      `The database at ${place.host} lets "${login}" in only in a way that Lead Console does not have, such as Kerberos. ${NOTHING_SENT} Ask whoever runs it to set the login to scram-sha-256.`,
      { cause: error },
    );
  const why = of(AWAY, code);
  if (why === undefined && isOfServer(error, code)) return cannotBeUsed(place, code, error);
  return away(place, why ?? 'the connection broke', error);
}

/** A broken connection has no severity. */
function isOfServer(error: unknown, code: string): boolean {
  return error instanceof Error && 'severity' in error && SQLSTATE.test(code);
}

/** It answers, and does not do what it is asked: that may last until somebody has put it right. */
function cannotBeUsed(place: DatabasePlace, code: string, cause: unknown): TeamTrouble {
  const why = code === READ_ONLY ? 'it takes no changes' : `it answers with the error ${code}`;
  return new TeamTrouble(
    'team',
    `The team’s database cannot be used now (${placeText(place)}: ${why}). If it stays so, ask whoever runs it. ${WAITS}`,
    { cause },
  );
}

/** A code is the server's word: it may be that of something that every object has. */
function of<Value>(words: Readonly<Record<string, Value>>, code: string): Value | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** @param why for example "connection refused" */
export function away(place: DatabasePlace, why: string, cause?: unknown): TeamTrouble {
  const message = `The team’s database cannot be reached (${placeText(place)}: ${why}). ${WAITS}`;
  return new TeamTrouble('team', message, { cause });
}

/** The password would be known to the server. */
export function asksInClearText({ host }: DatabasePlace): TeamTrouble {
  return new TeamTrouble(
    'teamPerson',
    `The database at ${host} asks for the password in clear text, so Lead Console did not send it. ${NOTHING_SENT} Ask whoever runs it to set the login to scram-sha-256; if you do not know who runs it, do not use the invitation.`,
  );
}

export function answersTooMuch({ host }: DatabasePlace): TeamTrouble {
  return new TeamTrouble(
    'teamPerson',
    `What the database at ${host} answers is longer than any answer of a team. ${NOTHING_SENT} Ask who runs it whether this is the team’s database.`,
  );
}

export function answersOddly({ host }: DatabasePlace, cause: unknown): TeamTrouble {
  return new TeamTrouble(
    'teamPerson',
    `The server at ${host} does not answer as a PostgreSQL server does. ${NOTHING_SENT} Ask who runs it whether this is the team’s database.`,
    { cause },
  );
}

/** The function in PostgreSQL that raised the error; unlike the message, its name is not translated. */
function routineOf(error: unknown): string {
  return error instanceof Error && 'routine' in error ? String(error.routine) : '';
}

/** The database was prepared by an earlier version, whose script does not have the function that was called. */
export function lacksFunction({ cause }: TeamTrouble): boolean {
  return codeOf(cause) === '42883';
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
