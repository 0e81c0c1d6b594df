import { Select, Textarea } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import { viewSchema } from '../../../../../shared/contract/exports/views.ts';
import type { ChosenFile } from '../../../../../shared/contract/host/files.ts';
import type { LeadIdSource } from '../../../../../shared/contract/segments/segment-changes.ts';
import { call, useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { SecondaryButton, startWork } from '../../../ui/index.ts';
import classes from './SegmentPanel.module.css';

interface LeadSourceProps {
  /** Called with the list that was chosen; null while none is. */
  readonly onChange: (source: LeadIdSource | null) => void;
}

type From = LeadIdSource['from'];

/** Where the ids come from: pasted, a column of a file, the leads of a past result, or those that an import created. */
export function LeadSource({ onChange }: LeadSourceProps) {
  const [from, setFrom] = useState<From>('text');
  return (
    <>
      <Select
        label="Leads from"
        value={from}
        data={[
          { value: 'text', label: 'A pasted list' },
          { value: 'file', label: 'A column of a file' },
          { value: 'export', label: 'An export' },
          { value: 'job', label: 'An import' },
        ]}
        onChange={(value) => {
          setFrom((value ?? 'text') as From);
          onChange(null);
        }}
      />
      {from === 'text' && <PastedList onChange={onChange} />}
      {from === 'file' && <FileColumn onChange={onChange} />}
      {from === 'export' && <ExportedLeads onChange={onChange} />}
      {from === 'job' && <ImportedLeads onChange={onChange} />}
    </>
  );
}

/** Characters. A shorter list goes in as the browser does it, so that it can be undone by key. */
const LONG_PASTE = 5000;

function PastedList({ onChange }: LeadSourceProps) {
  const [text, setText] = useState('');

  function take(value: string): void {
    setText(value);
    onChange(value.trim() === '' ? null : { from: 'text', text: value, words: 'pasted list' });
  }

  return (
    <Textarea
      label="Lead ids"
      description="One a line. Blanks, quotation marks and repeated ids are taken out."
      rows={6}
      value={text}
      spellCheck={false}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain');
        if (pasted.length < LONG_PASTE) return;
        // Chromium takes a line at a time, and minutes for thousands of them.
        event.preventDefault();
        const field = event.currentTarget;
        field.setRangeText(pasted, field.selectionStart, field.selectionEnd, 'end');
        take(field.value);
      }}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
}

interface OpenFile {
  readonly file: ChosenFile;
  readonly columns: ChannelResult<'segment:fileColumns'>['columns'];
  readonly column: number | null;
}

function FileColumn({ onChange }: LeadSourceProps) {
  const [open, setOpen] = useState<OpenFile | null>(null);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  function take(file: ChosenFile, columns: OpenFile['columns'], column: number | null): void {
    setOpen({ file, columns, column });
    onChange(column === null ? null : { from: 'file', token: file.token, column });
  }

  async function choose(): Promise<void> {
    const { file } = await call('host:chooseFile', {});
    if (file === null) return;
    const { columns, guess } = await call('segment:fileColumns', { token: file.token });
    // The list may come from elsewhere by now: leads of a file that nobody sees must not be offered.
    if (isHere.current) take(file, columns, guess);
  }

  return (
    <>
      <SecondaryButton icon={IconFileSpreadsheet} onClick={() => startWork(choose, 'The file was not read.')}>
        <span className={`truncate ${classes['fileName']}`} title={open?.file.name}>
          {open === null ? 'Choose a file…' : open.file.name}
        </span>
      </SecondaryButton>
      {open !== null && (
        <Select
          label="Column with the lead ids"
          allowDeselect
          placeholder="Choose the column"
          value={open.column === null ? null : String(open.column)}
          data={open.columns.map(({ index, label, example }) => ({
            value: String(index),
            label: example === '' ? label : `${label}, such as ${example.slice(0, 40)}`,
          }))}
          searchable
          onChange={(value) => take(open.file, open.columns, value === null ? null : Number(value))}
        />
      )}
    </>
  );
}

/** All leads of a past result that were asked for; some of them are chosen in the result itself. */
function ExportedLeads({ onChange }: LeadSourceProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error } = useChannel('export:list', {});
  const results = (data?.exports ?? []).filter(({ rows, state }) => rows > 0 && state !== 'running');

  function take(exportId: string | null): void {
    setChosen(exportId);
    const result = results.find(({ id }) => id === exportId);
    if (result === undefined) return onChange(null);
    // Leads that nobody asked for go into a segment only if a person kept them.
    const view = viewSchema.parse({ keeps: result.answered.keeps ?? 'asked' });
    onChange({ from: 'export', exportId: result.id, view });
  }

  return (
    <Select
      label="Result"
      allowDeselect
      description="The leads that it asked for. For some of them, filter or choose rows in Export, then Save, Add to a segment…"
      placeholder={placeholderOf(data, results.length > 0 ? 'Choose a result' : 'No export has leads yet')}
      error={error?.message}
      disabled={results.length === 0}
      value={chosen}
      data={[...results]
        .sort((one, other) => other.startedAt - one.startedAt)
        .map(({ id, name, startedAt, rows }) => ({
          value: id,
          label: `${name}, ${format.dayAndMonth(startedAt)}, ${format.count(rows, { one: '1 lead', other: '# leads' })}`,
        }))}
      searchable
      onChange={take}
    />
  );
}

function ImportedLeads({ onChange }: LeadSourceProps) {
  const [job, setJob] = useState<string | null>(null);
  const { data, error } = useChannel('job:list', {});
  const jobs = (data?.jobs ?? []).filter(({ counts }) => counts.created > 0);
  return (
    <Select
      label="Import"
      allowDeselect
      placeholder={placeholderOf(data, jobs.length > 0 ? 'Choose an import' : 'No import has created a lead yet')}
      error={error?.message}
      disabled={jobs.length === 0}
      value={job}
      data={jobs.map(({ id, name, createdAt, counts }) => ({
        value: id,
        label: `${name}, ${format.dayAndMonth(createdAt)}, ${format.number(counts.created)} created`,
      }))}
      searchable
      onChange={(value) => {
        setJob(value);
        onChange(value === null ? null : { from: 'job', jobId: value });
      }}
    />
  );
}

/** A list that was not read is not said to be empty. */
function placeholderOf(list: object | undefined, words: string): string {
  return list === undefined ? '' : words;
}
