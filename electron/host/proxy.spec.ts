import { describe, expect, it } from 'vitest';
import { proxyFromEnvironment, proxyFromRules } from './proxy.ts';

const ADDRESS = 'https://leads.nordwind.example/api';

describe('proxyFromEnvironment', () => {
  it.each([
    [{}, null],
    [{ HTTPS_PROXY: 'http://web:8080' }, 'http://web:8080'],
    [{ https_proxy: 'web:8080' }, 'http://web:8080'],
    [{ HTTPS_PROXY: 'http://web:8080', NO_PROXY: 'localhost, leads.nordwind.example' }, null],
    [{ HTTPS_PROXY: 'http://web:8080', NO_PROXY: '.nordwind.example' }, null],
    [{ HTTPS_PROXY: 'http://web:8080', no_proxy: '*' }, null],
    [{ HTTPS_PROXY: 'http://web:8080', NO_PROXY: 'wind.example' }, 'http://web:8080'],
  ])('%j gives %s', async (environment, expected) => {
    expect(await proxyFromEnvironment(environment)(ADDRESS)).toBe(expected);
  });
});

describe('proxyFromRules', () => {
  it.each([
    ['DIRECT', null],
    ['PROXY web:8080; DIRECT', 'http://web:8080'],
    ['HTTPS web:8443', 'https://web:8443'],
    ['SOCKS5 old:1080; PROXY web:8080', 'http://web:8080'],
    ['SOCKS5 old:1080', null],
    ['', null],
  ])('%s gives %s', (rules, expected) => {
    expect(proxyFromRules(rules)).toBe(expected);
  });
});
