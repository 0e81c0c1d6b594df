import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, freshNonce, securityHeaders } from './content-security-policy.ts';

describe('content security policy', () => {
  const policy = contentSecurityPolicy('N');
  const directives = Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

  it('lets nothing in that it does not name', () => {
    expect(directives['default-src']).toEqual(["'none'"]);
    for (const name of ['base-uri', 'form-action', 'frame-ancestors']) expect(directives[name]).toEqual(["'none'"]);
  });

  it('has no way to run text as code', () => {
    expect(policy).not.toMatch(/unsafe-|\*|https?:|blob:|strict-dynamic|wasm/);
    expect(directives['script-src']).toEqual(["'self'"]);
  });

  it('lets the page talk to its own host only, and style itself with the nonce only', () => {
    expect(directives['connect-src']).toEqual(["'self'"]);
    expect(directives['style-src']).toEqual(["'self'", "'nonce-N'"]);
    expect(directives['img-src']).toEqual(["'self'", 'data:']);
  });

  it('makes a nonce that cannot be guessed or repeated', () => {
    const nonces = Array.from({ length: 1000 }, freshNonce);
    expect(new Set(nonces).size).toBe(1000);
    for (const nonce of nonces) expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16);
  });

  it('comes with the headers that keep a browser from guessing, framing and telling', () => {
    expect(securityHeaders('N')).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});
