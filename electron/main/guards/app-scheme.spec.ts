import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { answerAppRequest, appScheme } from './app-scheme.ts';

const root = specFolder('app-scheme');
writeFileSync(join(root, 'index.html'), 'page __CSP_NONCE__');

const get = (url: string) => answerAppRequest(root, { method: 'GET', url });

describe('app://', () => {
  it('serves the page with its policy', async () => {
    const response = await get('app://lead-console/#/jobs');
    expect(response.status).toBe(200);
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
    expect(await response.text()).toBe(`page ${nonce}`);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['app://evil/', 'app://lead-console.evil/', 'app://user@lead-console/', 'app://lead-console:1/'])(
    'answers 404 to another host: %s',
    async (url) => {
      expect((await get(url)).status).toBe(404);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('answers 405 to %s', async (method) => {
    expect((await answerAppRequest(root, { method, url: 'app://lead-console/' })).status).toBe(405);
  });

  it('is a scheme that bypasses no rule of the browser', () => {
    expect(appScheme.privileges).toMatchObject({ standard: true, secure: true });
    expect(appScheme.privileges).not.toHaveProperty('bypassCSP');
    expect(appScheme.privileges).not.toHaveProperty('corsEnabled');
    expect(appScheme.privileges).not.toHaveProperty('allowServiceWorkers');
  });
});
