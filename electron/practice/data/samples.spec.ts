import { describe, expect, it } from 'vitest';
import { campaigns } from './campaigns.ts';
import { sampleFiles } from './samples.ts';

const text = (name: string, encoding = 'utf-8') =>
  new TextDecoder(encoding, { fatal: true }).decode(sampleFiles().find((file) => file.name === name)?.bytes);

describe('the sample spreadsheets', () => {
  it('are five, always the same, each with its damage described', () => {
    expect(sampleFiles()).toEqual(sampleFiles());
    expect(new Set(sampleFiles().map(({ name }) => name)).size).toBe(5);
    for (const { description } of sampleFiles()) expect(description).toMatch(/\.$/);
  });

  it('have the damage they describe', () => {
    expect(() => text('schulen-ohne-vorwahl.csv')).toThrow(TypeError);
    expect(text('schulen-ohne-vorwahl.csv', 'windows-1252')).toMatch(
      /Käthe Groß.*;4664860;Müllerstraße 1;1067;Dresden/,
    );
    expect(text('energi-kunder-utf16.txt', 'utf-16le')).toMatch(/^Fornavn\tEfternavn.*\r\nSøren\tKjær/);
    expect(text('forsikring-med-titel.csv')).toMatch(/^Forsikring erhverv;+\n[^]*I alt;38/);
    const ragged = text('messe-visitors-ragged.csv');
    expect(ragged).toMatch(/"Said ""maybe"", call again\nafter/);
    expect(ragged.match(/\r\n/g)?.length).toBeGreaterThan(5);
    expect(ragged.match(/[^\r]\n/g)?.length).toBeGreaterThan(5);
    const phones = text('malmo-mobilnummer.csv').trimEnd().split('\n').slice(1);
    expect(phones.some((line) => line.includes('4,67E+1'))).toBe(true);
    expect(phones.length - new Set(phones).size).toBe(5);
  });

  it('carry the field names of campaigns', () => {
    const names = new Set(campaigns.flatMap(({ fields }) => fields.map(([name]) => name)));
    const headers = [
      text('schulen-ohne-vorwahl.csv', 'windows-1252').split('\r\n')[0]?.split(';'),
      text('energi-kunder-utf16.txt', 'utf-16le').split('\r\n')[0]?.split('\t'),
      text('forsikring-med-titel.csv').split('\n')[3]?.split(';'),
      text('messe-visitors-ragged.csv').split('\r\n')[0]?.split(','),
      text('malmo-mobilnummer.csv').split('\n')[0]?.split(';'),
    ];
    for (const header of headers) expect(header?.every((name) => names.has(name))).toBe(true);
  });
});
