import { hash } from 'node:crypto';
import { SECRET_LENGTH } from '../keys/team-keys.ts';
import { type DatabasePlace, databasePlace, placeText } from './database-place.ts';

/** What a colleague needs to join, besides a login of their own. */
export interface Invitation {
  readonly place: DatabasePlace;
  readonly secret: Uint8Array;
}

const FORM = /^lead-team-1:([\w-]+):([0-9a-f]{8})$/;

/** One line without blanks. Whoever has it and a login of the database is in the team. */
export function invitationText({ place, secret }: Invitation): string {
  const body = Buffer.concat([Buffer.from(secret), Buffer.from(placeText(place), 'utf8')]).toString('base64url');
  return `lead-team-1:${body}:${sumOf(body)}`;
}

/** Null for any other text, and for a part of an invitation. */
export function readInvitation(text: string): Invitation | null {
  const [, body = '', sum] = FORM.exec(text.replaceAll(/\s+/g, '')) ?? [];
  if (sum === undefined || sum !== sumOf(body)) return null;
  const bytes = Buffer.from(body, 'base64url');
  const place = databasePlace(bytes.subarray(SECRET_LENGTH).toString('utf8'));
  return place === null ? null : { place, secret: bytes.subarray(0, SECRET_LENGTH) };
}

/** Another sum tells that a text was copied in part, or with a letter too many. */
function sumOf(body: string): string {
  return hash('sha256', body).slice(0, 8);
}
