import { describe, expect, it } from 'vitest';
import { helpAddresses, isExternalLink, isOwnAddress, isTrustedSender, mayLoad, mayUse } from './policies.ts';

const strangers = [
  ...['https://lead-console/', 'http://lead-console/', 'app://lead-console.evil/', 'app://evil/'],
  ...['app://lead-console@evil/', 'app://user@lead-console/', 'app://lead-console:8080/'],
  ...['app:lead-console', 'app-evil://lead-console/', 'file:///etc/passwd'],
  ...['javascript:alert(1)', 'data:text/html,x', 'about:blank', 'not an address', ''],
];

describe('own address', () => {
  it.each([
    'app://lead-console/',
    'app://lead-console/index.html',
    'app://lead-console/#/jobs/1',
    'app://lead-console/?x',
  ])('takes %s for our page', (address) => {
    expect(isOwnAddress(address)).toBe(true);
  });

  it.each(strangers)('takes %j for a stranger', (address) => {
    expect(isOwnAddress(address)).toBe(false);
    expect(isExternalLink(address)).toBe(false);
  });
});

describe('sender', () => {
  const page = { url: 'app://lead-console/#/import', parent: null };

  it('is our own window, main frame, our address', () => {
    expect(isTrustedSender({ frame: page, contentsId: 1 }, 1)).toBe(true);
  });

  it('is nobody else', () => {
    expect(isTrustedSender({ frame: page, contentsId: 2 }, 1)).toBe(false);
    expect(isTrustedSender({ frame: page, contentsId: 1 }, null)).toBe(false);
    expect(isTrustedSender({ frame: null, contentsId: 1 }, 1)).toBe(false);
    expect(isTrustedSender({ frame: { ...page, parent: page }, contentsId: 1 }, 1)).toBe(false);
    for (const url of strangers)
      expect(isTrustedSender({ frame: { url, parent: null }, contentsId: 1 }, 1)).toBe(false);
  });
});

describe('permissions', () => {
  it('lets our page copy text', () => {
    expect(mayUse('clipboard-sanitized-write', 'app://lead-console/')).toBe(true);
  });

  it.each([
    ...['clipboard-read', 'media', 'geolocation', 'notifications', 'fullscreen'],
    ...['openExternal', 'display-capture', 'hid', 'serial', 'usb', 'unknown', ''],
  ])('denies %s', (permission) => {
    expect(mayUse(permission, 'app://lead-console/')).toBe(false);
  });

  it('lets nobody else copy', () => {
    for (const address of strangers) expect(mayUse('clipboard-sanitized-write', address)).toBe(false);
  });
});

describe('ways out', () => {
  it('are https addresses of a fixed list', () => {
    for (const address of Object.values(helpAddresses)) {
      expect(new URL(address).protocol).toBe('https:');
      expect(isExternalLink(address)).toBe(true);
      expect(isExternalLink(`${address}/more`)).toBe(false);
      expect(isExternalLink(address.replace('https', 'http'))).toBe(false);
    }
  });

  it('are closed to the window itself', () => {
    expect(mayLoad('app://lead-console/assets/main.js')).toBe(true);
    for (const address of [
      ...['https://example.com/', 'http://127.0.0.1:1/', 'ws://x/', 'file:///etc/passwd', 'app://evil/'],
    ])
      expect(mayLoad(address)).toBe(false);
  });
});
