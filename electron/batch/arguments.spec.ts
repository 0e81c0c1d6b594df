import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';
import { BatchTrouble, EXIT } from './program/trouble.ts';

const words = (line: string) => line.split(' ').filter((word) => word !== '');
const base = 'import leads.csv --campaign C --result out.csv';

function troubleOf(args: readonly string[]): BatchTrouble {
  try {
    readArguments(args);
  } catch (error) {
    if (error instanceof BatchTrouble) return error;
    throw error;
  }
  throw new Error('was understood');
}

describe('the command line', () => {
  it('takes options before and after the file, with a blank or an equals sign', () => {
    const expected = readArguments(words(base));
    expect(readArguments(words('import --campaign=C --result=out.csv leads.csv'))).toEqual(expected);
    expect(readArguments(words('import --campaign C leads.csv --result=out.csv'))).toEqual(expected);
    expect(expected).toMatchObject({
      name: 'import',
      import: { file: 'leads.csv', campaign: 'C', hasHeader: true, maps: [] },
    });
  });

  it('takes --map as often as needed, in order', () => {
    const command = readArguments([...words(base), '--map', 'Full name=FirstName', '--map=#3=Phone', '--map', 'auto']);
    expect(command).toMatchObject({ import: { maps: ['Full name=FirstName', '#3=Phone', 'auto'] } });
  });

  it('takes a template, and not beside --map', () => {
    expect(readArguments([...words(base), '--mapping', 'Berlin schools'])).toMatchObject({
      import: { mapping: 'Berlin schools', maps: [] },
    });
    expect(readArguments(words(base))).toMatchObject({ import: { mapping: null } });
    const both = troubleOf([...words(base), '--mapping', 'a.json', '--map', 'A=B']);
    expect(both.message).toContain('not both');
    expect(both.exitCode).toBe(EXIT.usage);
  });

  it('takes a delimiter by its name or as the character', () => {
    const delimiter = (value: string) => {
      const command = readArguments([...words(base), `--delimiter=${value}`]);
      return command.name === 'import' ? command.import.delimiter : null;
    };
    expect(['tab', '\\t', 'semicolon', 'pipe', '|', ';', '-'].map(delimiter)).toEqual([
      '\t',
      '\t',
      ';',
      '|',
      '|',
      ';',
      '-',
    ]);
  });

  it('splits lists and checks dates of an export', () => {
    const command = readArguments(
      words('export simple --output o.csv --statuses New,Expired --projects A*,B --modified-from 2026-11-01'),
    );
    expect(command).toMatchObject({
      export: {
        query: { statuses: ['New', 'Expired'], projects: ['A*', 'B'], closures: [], modifiedFrom: '2026-11-01' },
      },
    });
    expect(troubleOf(words('export simple --output o.csv --modified-from tomorrow')).message).toContain('2026-11-01');
    for (const moment of ['2026-13-01', '2026-02-30', '2026-11-01T24:61:00', '2026-11-01T08:00:99'])
      expect(troubleOf(words(`export simple --output o.csv --modified-from ${moment}`)).message).toContain(
        '2026-11-01',
      );
  });

  it('takes a beginning that moves with the day, with a blank or an equals sign', () => {
    for (const given of ['--modified-from -7d', '--modified-from=-7D'])
      expect(readArguments(words(`export simple --output o.csv ${given}`))).toMatchObject({
        export: { query: { modifiedFrom: { since: '-7d' } }, fixedQuery: null },
      });
  });

  it('takes names of statuses and closures in any case, as the service writes them', () => {
    const command = readArguments(words('export simple --output o.csv --statuses viPredial,new --closures SUCCESS'));
    expect(command).toMatchObject({ export: { query: { statuses: ['VIPRedial', 'New'], closures: ['Success'] } } });
  });

  it.each([
    ['', /Name a command: check, import/],
    ['frobnicate', /no command "frobnicate"/],
    ['constructor', /no command/],
    ['--json', /Name a command/],
    ['import --campaign C --result r', /Name the file/],
    ['import a.csv --result r', /--campaign is missing/],
    ['import a.csv --campaign C', /--result is missing/],
    ['import a.csv b.csv --campaign C --result r', /too many arguments: "b\.csv" is the first/],
    ['import a.csv --campaign C --result r --colour red', /"import" has no option --colour/],
    ['import a.csv --campaign C --campaign D --result r', /--campaign was given twice/],
    ['import a.csv --campaign --result r', /--campaign needs a value/],
    ['import a.csv --campaign C --result', /--result needs a value/],
    ['import a.csv --campaign= --result r', /--campaign needs a value/],
    ['import a.csv --campaign C --result r --json=yes', /--json takes no value/],
    ['resume', /Name the job/],
    ['export', /export simple/],
    ['export all --output o', /export simple\|search\|raw/],
    ['export search --output o.csv', /--name is missing/],
    ['export search --name x --statuses New --output o.csv', /"export search" has no option --statuses/],
    ['export raw --csv --output o.csv', /"export raw" has no option --csv/],
    ['export raw --param ModifiedTo --output o.csv', /--param takes NAME=VALUE/],
    ['export simple --window-days 40 --output o.csv', /from 1 to 31/],
    ['limits --list-style both', /--list-style takes one of: comma, repeat/],
    ['limits --time-zone Mars', /--time-zone takes a zone/],
    ['export simple', /--output is missing/],
    ['export simple --output o', /--output names no format.*csv, xlsx, json, jsonl, parquet/],
    ['export simple --output o.csv --format xls', /--format does not know "xls".*csv, xlsx/],
    ['export simple --output o --statuses Nwe', /--statuses does not know "Nwe".*New, RedialAutomatic/],
    ['export simple --output o --closures New', /--closures does not know "New".*Success/],
    ['export simple --output o --statuses ,', /--statuses is empty/],
    ['import a.csv --campaign C --result r --delimiter ab', /--delimiter takes one character/],
    ['import a.csv --campaign C --result r --delimiter "', /--delimiter takes one character/],
    ['import a.csv --campaign C --result r --delimiter constructor', /--delimiter takes one character/],
    ['jobs now', /"jobs delete JOB" removes one/],
    ['jobs delete', /Name the job/],
    ['import a.csv --campaign C --result r --share 0', /--share takes a whole percent/],
    ['import a.csv --campaign C --result r --at tomorrow', /--at takes a time/],
    ['import a.csv --campaign C --result r --at 2026-02-30T10:00', /--at takes a time/],
    ['import a.csv --campaign C --result r --at 2026-02-28T10:00T', /--at takes a time/],
    ['import a.csv --campaign C --result r --between 8-8', /--between takes two whole hours/],
    ['import a.csv --campaign C --result r --trial 1.5', /--trial takes/],
    ['import a.csv --campaign C --result r --on-problem ask', /--on-problem takes one of/],
    ['import a.csv --campaign C --result r --key Id', /add --only-new/],
    ['import a.csv --campaign C --result r --only-new --send-again', /not both/],
    ['import a.csv --campaign C --result r --campaign-is-empty', /add --only-new/],
    ['check --map a=b', /"check" has no option --map/],
  ])('refuses "%s" with a sentence', (line, sentence) => {
    const trouble = troubleOf(words(line));
    expect(trouble.message).toMatch(sentence);
    expect(trouble.exitCode).toBe(EXIT.usage);
  });

  it('never takes or repeats a password', () => {
    for (const line of ['--password=hunter2', '--password hunter2', '-p hunter2', '--user anna:hunter2']) {
      const { message } = troubleOf([...words(base), ...words(line)]);
      expect(message).toContain('LEAD_CONSOLE_PASSWORD');
      expect(message).not.toContain('hunter2');
    }
  });

  it('answers --help even when other options are missing', () => {
    expect(readArguments(['--help']).name).toBe('help');
    expect(readArguments(['import', '--help']).name).toBe('help');
  });

  it('accepts any arguments, or refuses them with a sentence', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('import', 'export', 'simple', '--map', '--json', '--', '-x', '--url', '__proto__'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (args) => {
        try {
          readArguments(args);
        } catch (error) {
          expect(error).toBeInstanceOf(BatchTrouble);
        }
      }),
    );
  });

  it('takes how a result is written, as far as it fits the file', () => {
    const form = (...options: string[]) => {
      const command = readArguments(['result', 'job-1', ...options]);
      return command.name === 'result' ? command.form : undefined;
    };
    expect(form('out.csv')).toBeNull();
    expect(
      form('out.csv', '--only', 'refused', '--delimiter', 'semicolon', '--encoding', 'windows-1252'),
    ).toMatchObject({
      rows: 'refused',
      zone: null,
      format: { format: 'csv', delimiter: ';', encoding: 'windows-1252', guardFormulas: false },
    });
    expect(form('out.csv', '--guard', '--zone', 'account')).toMatchObject({
      rows: 'all',
      zone: 'account',
      format: { delimiter: ',', encoding: 'utf-8', guardFormulas: true },
    });
    expect(form('out.xlsx', '--zone', 'Asia/Kolkata')).toMatchObject({
      format: { format: 'xlsx' },
      zone: 'Asia/Kolkata',
    });
    expect(form('out.jsonl', '--only', 'refused')).toMatchObject({ format: { format: 'jsonl' }, rows: 'refused' });
    for (const [words, ...options] of [
      ['--only takes', '--only', 'created'],
      ['--delimiter takes', '--delimiter', 'x'],
      ['--encoding takes', '--encoding', 'utf-7'],
      ['--zone takes', '--zone', 'Nowhere'],
    ] as const)
      expect(troubleOf(['result', 'job-1', 'out.csv', ...options]).message).toContain(words);
    expect(troubleOf(['result', 'job-1', 'out.xlsx', '--guard']).message).toContain('are for CSV');
  });
});
