import { describe, expect, it } from 'vitest';
import { type Ended, importOf, people } from '../batch-fixture.ts';
import { eachImportDesk, expectSum, linesOf } from './import-fixture.ts';

const { desk, imported, resultFile, rules, sent } = eachImportDesk();

describe('--check', () => {
  const mixed = 'FirstName,Phone\nAnna,30 00 00 01\nBent,12\nCarl,+46 70 123 45 67\n';
  const danish = () => rules('{"country":"DK"}');

  it('refuses a file with problems, lists them and sends nothing', async () => {
    const run = await imported(mixed, '--check', ...danish());
    expect(run).toMatchObject({ code: 2, last: { error: { code: 'validation' } } });
    expect(linesOf(run)[0]).toMatchObject({ row: 2, line: 3, problems: [{ field: 'Phone', value: '12' }] });
    expect(sent()).toHaveLength(0);
  });

  it('leaves rows with problems out, and sends phones as E.164', async () => {
    const run = await imported(mixed, ...danish(), '--on-problem', 'leave-out');
    expect(run).toMatchObject({ code: 0, last: { created: 2, excluded: 1, rows: 3 } });
    expectSum(run);
    expect(sent().map(({ Phone }) => Phone)).toEqual(['+4530000001', '+46701234567']);
  });

  it('sends the first without another problem of rows that must not repeat', async () => {
    const table = 'FirstName,Phone,Ref\nAnna,12,R1\nBent,30000002,R1\nCarl,30000003,R1\nDora,30000004,R2\n';
    const once = rules('{"country":"DK","fields":[{"field":"Ref","unique":true}]}');
    const run = await imported(table, ...once, '--on-problem', 'leave-out');
    expect(run).toMatchObject({ code: 0, last: { created: 2, excluded: 2, rows: 4 } });
    expect(sent().map(({ FirstName }) => FirstName)).toEqual(['Bent', 'Dora']);
  });

  it('sends them when it is told to', async () => {
    const run = await imported(mixed, '--on-problem', 'send', ...danish());
    expect(run).toMatchObject({ code: 1, last: { created: 2, refused: 1 } });
    expect(sent().map(({ Phone }) => Phone)).toEqual(['+4530000001', '+46701234567']);
  });

  it('takes the country of the file itself, and none when nothing points to one', async () => {
    const german =
      'Vorname,Telefon,E-Mail,PLZ\nAnna,030 901838210,anna@beispiel.de,10115\nBent,030 901838211,b@beispiel.de,10115\nCarl,+49 30 901838212,c@beispiel.de,10117\n';
    expect(await imported(german, '--check', '--on-problem', 'send')).toMatchObject({ code: 0 });
    expect(sent().map(({ Telefon }) => Telefon)).toEqual(['+4930901838210', '+4930901838211', '+4930901838212']);
    expect(await imported('Name,Phone\nZoe,20 30 40 50\n', '--check', '--on-problem', 'send')).toMatchObject({
      code: 0,
    });
    expect(sent().at(-1)).toEqual({ Name: 'Zoe', Phone: '20 30 40 50' });
  });

  it('says the country, and gives no phone one below the stated certainty: what is printed is what is sent', async () => {
    const cell = (row: number) => `ID-${1000 + row},Anna${row},50123450${row}`;
    const polish = `Customer no,First name,Phone\n${[0, 1, 2, 3].map(cell).join('\n')}\nPL-5,Bo,+48 501 234 509\n`;
    const options = ['--check', '--map', 'auto', '--on-problem', 'send'];
    const shown = await imported(polish, ...options, '--dry-run');
    const country = (run: Ended) => linesOf(run).find((line) => 'certainty' in line);
    expect(country(shown)).toEqual({ country: null, certainty: expect.any(Number), reason: expect.any(String) });
    const phones = linesOf(shown).flatMap(
      ({ body }) => (body as { data: { Phone: string } } | undefined)?.data.Phone ?? [],
    );
    expect(phones).toEqual(['501234500', '501234501', '501234502', '501234503', '+48501234509']);
    const run = await imported(polish, ...options);
    expect(sent().map(({ Phone }) => Phone)).toEqual(phones);
    expect(country(run)).toEqual(country(shown));
    const named = await imported(polish, ...options, '--send-again', ...rules('{"country":"PL"}'));
    expect(country(named)).toEqual({ country: 'PL', certainty: 1, reason: 'You chose it.' });
    expect(sent().at(-1)).toMatchObject({ Phone: '+48501234509' });
  });

  it('frees phones of what stands around them, and says where an extension is not sent', async () => {
    const table =
      "FirstName,Phone,Email\nAnna,p:+4520112233,a@b.dk\nBo,'20112234,b@b.dk\nEva,20112235 lok. 12,e@b.dk\n";
    const run = await imported(table, '--check', '--map', 'auto', ...danish());
    expect(run.code).toBe(0);
    expect(sent().map(({ Phone }) => Phone)).toEqual(['+4520112233', '+4520112234', '+4520112235']);
    expect(linesOf(run)).toContainEqual({ field: 'Phone', extensionsLeftOut: 1 });
  });

  it.each([
    ['{"country":"XX"}', 'is no country'],
    ['{"land":"DK"}', 'land'],
    ['nonsense', 'is not JSON'],
  ])('refuses the rules %s', async (text, words) => {
    const run = await imported(people(1), ...rules(text));
    expect(run).toMatchObject({ code: 2, last: { error: { code: 'file' } } });
    expect(run.stdout).toContain(words);
  });
});

it('says that the encoding is a guess where it is one, as inspect does', async () => {
  const read = async (content: string, ...more: string[]) => {
    const { file, run } = desk();
    const path = file('guess.csv', Buffer.from(`Name,Phone\n${content},30000001\n`, 'latin1'));
    return (await run(importOf(path, resultFile(), ...more))).stdout;
  };
  expect(await read('Zoë')).toContain('2 columns, windows-1252 (a guess), separated by ","');
  expect(await read('Zoë', '--encoding', 'windows-1252', '--send-again')).toContain(
    '2 columns, windows-1252, separated',
  );
  expect(await read('Zoe', '--send-again')).toContain('2 columns, utf-8, separated');
});
