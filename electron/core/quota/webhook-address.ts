import { isLoopbackHost } from '../../../shared/domain/service/address.ts';

/** Why an address gets no alerts, for the screen; '' for one that may. */
export function webhookTrouble(address: string): string {
  if (!URL.canParse(address))
    return 'This is not an address. Write it in full, for example https://hooks.company.example/quota.';
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '')
    return 'The address has a user name or a password in it, which others could read. Leave them out.';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) return '';
  return 'Alerts go over https:// only, or over http:// to this computer. Nothing was changed.';
}
