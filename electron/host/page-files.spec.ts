import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { answerPageRequest } from './page-files.ts';
import { canLink } from '../core/foundation/this-system-fixture.ts';

const SECRET = 'outside the page folder';
const root = specFolder('page-files');
const folder = join(root, 'page');
mkdirSync(join(folder, 'assets'), { recursive: true });
mkdirSync(join(root, 'page-evil'));
writeFileSync(join(folder, 'index.html'), '<meta nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>');
writeFileSync(join(folder, 'assets', 'main.js'), 'const word = "__CSP_NONCE__";');
writeFileSync(join(folder, '.env.txt'), SECRET);
writeFileSync(join(folder, 'program.exe'), SECRET);
writeFileSync(join(root, 'secret.txt'), SECRET);
writeFileSync(join(root, 'page-evil', 'secret.txt'), SECRET);
// Without them there is nothing below that they could lead to.
if (canLink()) {
  symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(root, join(folder, 'up'));
}

describe('files of the page', () => {
  it('puts a fresh nonce into every answer, the same as in its header', async () => {
    const answers = [await answerPageRequest(folder, '/'), await answerPageRequest(folder, '/index.html')];
    const nonces = answers.map(({ status, headers, body }) => {
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';
      expect(body.toString()).toBe(`<meta nonce="${nonce}"><style nonce="${nonce}"></style>`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('leaves scripts as they are and gives them the policy, too', async () => {
    const { headers, body } = await answerPageRequest(folder, '/assets/main.js');
    expect(body.toString()).toContain('__CSP_NONCE__');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it.each([
    ...['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/..%5csecret.txt'],
    ...['/assets/../../secret.txt', '/../page-evil/secret.txt', '//etc/passwd', '/C:/secret.txt'],
    ...['/link.txt', '/up/secret.txt', '/.env.txt', '/program.exe', '/index.html%00.txt', '/%', '/assets'],
    `/${'a'.repeat(5000)}.txt`,
  ])('answers 404 to %s', async (path) => {
    const { status, headers, body } = await answerPageRequest(folder, path);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain(SECRET);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('never gives out what lies outside, whatever the address', { timeout: 30_000 }, async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...['..', '.', '%2e%2e', '%2f', '%5c', '/', '\\', 'page', 'page-evil', 'secret.txt', 'up', 'link.txt', '%00'],
      ),
      fc.string({ maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const { body } = await answerPageRequest(folder, `/${pieces.join('/')}`);
        expect(body.toString()).not.toContain(SECRET);
      }),
      { numRuns: 300 },
    );
  });
});
