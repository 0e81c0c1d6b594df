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

it.each([
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3:443', '10.1.2.3', true],
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.1.0.0/16', '10.2.2.3', false],
  ['10.1.2.3/33', '10.1.2.3', false],
  ['10.1.2.3/x', '10.1.2.3', false],
  ['10.0.0.0/', '10.1.2.3', false],
  ['2.3', '10.1.2.3', false],
  ['fd00::2', '[fd00::2]', true],
  ['FD00:0::2', '[fd00::2]', true],
  ['[fd00::2]:443', '[fd00::2]', true],
  ['fd00::/16', '[fd00::2]', true],
  ['fd00::3', '[fd00::2]', false],
  ['10.0.0.0/8', 'ten.example', false],
])('NO_PROXY %s covers %s: %s', async (entry, host, isCovered) => {
  const find = proxyFromEnvironment({ HTTPS_PROXY: 'http://web:8080', NO_PROXY: `localhost, ${entry}` });
  expect(await find(`https://${host}:8443/api`)).toBe(isCovered ? null : 'http://web:8080');
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
