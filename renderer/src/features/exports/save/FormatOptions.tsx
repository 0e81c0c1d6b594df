import { Checkbox, Select } from '@mantine/core';
import type { SaveFormat } from '../../../../../shared/contract/exports/save-formats.ts';
import classes from './SaveDialog.module.css';

type Csv = Extract<SaveFormat, { format: 'csv' }>;

interface FormatOptionsProps {
  readonly format: SaveFormat;
  readonly onChange: (format: SaveFormat) => void;
}

/** The options of the chosen format. */
export function FormatOptions({ format, onChange }: FormatOptionsProps) {
  switch (format.format) {
    case 'csv':
      return <CsvOptions csv={format} onChange={onChange} />;
    case 'xlsx':
      return (
        <Checkbox
          label="Dates as dates: in columns where every value is one. Everything else is text."
          checked={format.dates}
          onChange={(event) => onChange({ ...format, dates: event.currentTarget.checked })}
        />
      );
    case 'json':
    case 'jsonl':
      return (
        <Checkbox
          label="Nested as the service sends it: the code of the campaign stands inside campaign"
          description={`One object a lead${format.format === 'json' ? '' : ' and line'}, in UTF-8. Values are text; one that the lead does not have is null.`}
          checked={format.nested}
          onChange={(event) => onChange({ ...format, nested: event.currentTarget.checked })}
        />
      );
    case 'parquet':
      return (
        <p className={classes['hint']}>
          Numbers, dates and yes/no get their own type when every value fits; other columns are text. Packed with
          Snappy.
        </p>
      );
  }
}

const delimiters: { value: Csv['delimiter']; label: string }[] = [
  { value: ',', label: 'Comma ,' },
  { value: ';', label: 'Semicolon ;' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Pipe |' },
];
const lineEnds: { value: Csv['lineEnd']; label: string }[] = [
  { value: 'crlf', label: 'Windows' },
  { value: 'lf', label: 'Linux and macOS' },
];
const encodings = [
  { value: 'mark', label: 'UTF-8 with BOM' },
  { value: 'plain', label: 'UTF-8' },
  { value: 'windows-1252', label: 'windows-1252' },
];

function CsvOptions({ csv, onChange }: { readonly csv: Csv; readonly onChange: (format: Csv) => void }) {
  const encoding = csv.encoding === 'utf-8' ? (csv.byteOrderMark ? 'mark' : 'plain') : csv.encoding;
  return (
    <>
      <div className={classes['three']}>
        <Select
          label="Separator"
          data={delimiters}
          value={csv.delimiter}
          onChange={(value) => onChange({ ...csv, delimiter: value ?? csv.delimiter })}
        />
        <Select
          label="Encoding"
          data={encodings}
          value={encoding}
          onChange={(value) =>
            onChange({
              ...csv,
              encoding: value === 'windows-1252' ? 'windows-1252' : 'utf-8',
              byteOrderMark: value === 'mark',
            })
          }
        />
        <Select
          label="Line ends"
          data={lineEnds}
          value={csv.lineEnd}
          onChange={(value) => onChange({ ...csv, lineEnd: value ?? csv.lineEnd })}
        />
      </div>
      <Checkbox
        label="Guard formulas: =1+1 is written as text, +45 75 88 26 93 stays as it is"
        checked={csv.guardFormulas}
        onChange={(event) => onChange({ ...csv, guardFormulas: event.currentTarget.checked })}
      />
    </>
  );
}
