import { describe, expect, it } from 'vitest';
import { authorizationFor, redact, redactEncoded } from './redact.ts';

const credentials = { username: 'anna', password: 'p&"ä<\'>' };
const token = authorizationFor(credentials).slice('Basic '.length);

describe('secrets in a text', () => {
  it('are masked in every form', () => {
    const forms = [
      credentials.password,
      encodeURIComponent(credentials.password),
      JSON.stringify(credentials.password).slice(1, -1),
      'p&amp;&quot;ä&lt;&#39;&gt;',
      token,
      token.replace(/=+$/, ''),
    ];
    expect(redact(forms.join(' | '), credentials)).toBe(forms.map(() => '•••').join(' | '));
  });

  it('of one or two letters are masked in the encoded form only', () => {
    const short = { username: 'anna', password: 'ab' };
    const header = authorizationFor(short);
    expect(redact(`a cab ${header}`, short)).toBe('a cab Basic •••');
    expect(redact('a cab', { username: 'anna', password: 'cab' })).toBe('a •••');
  });

  it('stay unknown without credentials, and the header alone is masked in a decoded answer', () => {
    expect(redact('text', null)).toBe('text');
    expect(redactEncoded('text', null)).toBe('text');
    expect(redactEncoded(`${credentials.password} ${token}`, credentials)).toBe(`${credentials.password} •••`);
    expect(redactEncoded('Og== x', { username: '', password: '' })).toBe('••• x');
  });
});
