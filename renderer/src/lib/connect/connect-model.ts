import { normaliseAddress } from '../../../../shared/domain/service/address.ts';

export interface ConnectFields {
  readonly address: string;
  readonly username: string;
  readonly password: string;
}

/** The host of an address; any other text stays as it is. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

export const emptyFields: ConnectFields = { address: '', username: '', password: '' };

/** What must be corrected before the test, by field; empty when nothing must. */
export function fieldErrors(fields: ConnectFields): Partial<ConnectFields> {
  const address = normaliseAddress(fields.address);
  return {
    ...(address.ok ? {} : { address: address.message }),
    ...(fields.username.trim() === '' ? { username: 'Type the user name of the web service account.' } : {}),
    ...(fields.password === '' ? { password: 'Type the password of this user.' } : {}),
  };
}
