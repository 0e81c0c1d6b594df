import { describe, expect, it } from 'vitest';
import { help, readOptions, UsageError } from './command-line.ts';

describe('the options of the program', () => {
  it('are all optional', () => {
    expect(readOptions([])).toEqual({});
    expect(readOptions(['--help'])).toBe('help');
    expect(help).toContain('EU-MESSE-26');
  });

  it('become options of the service', () => {
    const text =
      '--port 80 --leads 7 --seed 1 --username u --password p --daily 100 --daily Leads=500 --window aligned --night-price 1 --latency 20 --reference-day 2026-11-17 --data-file f';
    expect(readOptions(text.split(' '))).toEqual({
      port: 80,
      leads: 7,
      seed: 1,
      username: 'u',
      password: 'p',
      limits: { default: 100, Leads: 500 },
      minuteWindow: 'aligned',
      nightPrice: 1,
      latency: 20,
      referenceDay: '2026-11-17',
      dataFile: 'f',
    });
    expect(readOptions(['--any-values'])).toEqual({ dialect: { dataValues: 'any' } });
    expect(readOptions(['--counting', 'endpoint'])).toEqual({ counting: 'endpoint' });
    expect(readOptions(['--speed', '60'])).toMatchObject({ clock: { speed: 60 } });
  });

  it.each([
    ['--port 99999', '--port takes a whole number from 0 to 65535'],
    ['--port x', '--port'],
    ['--leads -1', '--leads'],
    ['--leads', '--leads'],
    ['--window square', '--window takes anchored, aligned, sliding'],
    ['--daily Calls=5', 'Leads, SimpleLeads, LeadSegments, Account'],
    ['--night-price 8', '--night-price takes 1, 4'],
    ['--counting lead', '--counting takes resource, endpoint'],
    ['--reference-day today', '2026-11-17'],
    ['--reference-day 2026-02-29', '2026-11-17'],
    ['--username a:b', 'colon'],
    ['--nonsense', '--nonsense'],
    ['stray', 'stray'],
  ])('say what is wrong with %s', (text, message) => {
    expect(() => readOptions(text.split(' '))).toThrow(UsageError);
    expect(() => readOptions(text.split(' '))).toThrow(message);
  });
});
