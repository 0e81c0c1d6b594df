import { expect, it } from 'vitest';
import { webhookTrouble } from './webhook-address.ts';

it.each([
  ['https://hooks.company.example/services/T0/B1', ''],
  ['http://127.0.0.1:9000/quota', ''],
  ['http://[::1]:9000/', ''],
  ['http://localhost/quota', ''],
  ['http://company.example/quota', 'over https:// only'],
  ['http://127.0.0.1.company.example/', 'over https:// only'],
  ['file:///etc/passwd', 'over https:// only'],
  ['https://ida:secret@company.example/', 'user name or a password'],
  ['company.example', 'not an address'],
])('%s: %s', (address, trouble) => {
  if (trouble === '') expect(webhookTrouble(address)).toBe('');
  else expect(webhookTrouble(address)).toContain(trouble);
});
