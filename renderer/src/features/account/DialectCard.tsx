import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type AccountSummary, type Dialect, dialectSchema } from '../../../../shared/contract/account/account.ts';
import type { Discovery, PointName } from '../../../../shared/contract/account/discovery.ts';
import { importNamesUsed } from '../../../../shared/domain/service/discovery/settle-import.ts';
import { useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { Card, FailureNote, ReservedLines, SecondaryButton, StatusWord } from '../../ui/index.ts';
import classes from './DialectCard.module.css';
import { capitalized } from '../../../../shared/domain/words/format.ts';

const zones = Intl.supportedValuesOf('timeZone');

const bodyCases: { value: Dialect['bodyCase']; label: string }[] = [
  { value: 'specification', label: 'CampaignCode, data' },
  { value: 'camel', label: 'campaignCode, data' },
];
const listStyles: { value: Dialect['listStyle']; label: string }[] = [
  { value: 'comma', label: 'Separated by commas' },
  { value: 'repeat', label: 'Parameter repeated' },
];
const nightPrices = [
  { value: '4', label: '4 units until a check shows 1' },
  { value: '1', label: '1 unit' },
];

export interface DialectCardProps {
  readonly account: AccountSummary;
  readonly discovery: Discovery | null;
}

/** How this service differs where its specification is silent: what each setting does, and what confirmed it. */
export function DialectCard({ account, discovery }: DialectCardProps) {
  // Only what was changed here is kept: a setting that changes elsewhere meanwhile stays as it is there.
  const [changes, setChanges] = useState<Partial<Dialect>>({});
  const dialect = { ...account.dialect, ...changes };
  const save = useChannelMutation('account:dialect');
  const errors = errorsOf(dialect);
  const isWrong = Object.keys(errors).length > 0;
  const isChanged = JSON.stringify(dialect) !== JSON.stringify(account.dialect);
  const change = (part: Partial<Dialect>): void => {
    setChanges({ ...changes, ...part });
    save.reset();
  };
  return (
    <Card
      title="How this service differs"
      context="where its specification is silent"
      actions={save.isSuccess && !isChanged ? <StatusWord status="ok">saved</StatusWord> : null}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isWrong || !isChanged) return;
          save.mutate({ accountId: account.id, dialect: trimmed(dialect) }, { onSuccess: () => setChanges({}) });
        }}
      >
        <Differences
          dialect={dialect}
          errors={errors}
          confirmed={confirmations(account.dialect, discovery)}
          onChange={change}
        />
        <ReservedLines lines={1}>
          <FailureNote failure={save.error} />
        </ReservedLines>
        <div className="buttonRow room32">
          <SecondaryButton type="submit" disabled={!isChanged || isWrong}>
            Save
          </SecondaryButton>
          {isChanged ? (
            <Button
              variant="subtle"
              onClick={() => {
                setChanges({});
                save.reset();
              }}
            >
              Discard changes
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  );
}

/** Leads in one request of a change of a segment. */
const LARGEST_BATCH = 5000;

type Errors = Partial<Record<keyof Dialect, string>>;

function errorsOf({ poolField, rawLeadsPath, segmentBatch }: Dialect): Errors {
  return {
    ...(poolField.trim() === '' ? { poolField: 'Type the name of the field, for example leadPoolName.' } : {}),
    ...(/^\/[^\s?#]+$/.test(rawLeadsPath.trim())
      ? {}
      : { rawLeadsPath: 'Type a path that begins with /, for example /rawleads/csv.' }),
    ...(Number.isInteger(segmentBatch) && segmentBatch >= 1 && segmentBatch <= LARGEST_BATCH
      ? {}
      : { segmentBatch: `Type a number from 1 to ${format.number(LARGEST_BATCH)}.` }),
  };
}

function trimmed(dialect: Dialect): Dialect {
  return { ...dialect, poolField: dialect.poolField.trim(), rawLeadsPath: dialect.rawLeadsPath.trim() };
}

/** The point of a test that says whether a setting is right. */
const POINTS: Partial<Record<keyof Dialect, PointName>> = {
  bodyCase: 'importNames',
  poolField: 'poolField',
  timeZone: 'timeZone',
  rawLeadsPath: 'rawLeadsPath',
  nightPrice: 'nightPrice',
};

/** The value of a setting as a finding names it; null: a finding names it otherwise. */
function usedNow(name: keyof Dialect, saved: Dialect): string | null {
  if (name === 'bodyCase') return importNamesUsed(saved);
  return name === 'poolField' || name === 'rawLeadsPath' || name === 'timeZone' ? saved[name] : null;
}

/** What tests and use have shown of each setting as it is saved. */
function confirmations(saved: Dialect, discovery: Discovery | null): Errors {
  const usual = dialectSchema.parse({});
  const words = (Object.keys(usual) as (keyof Dialect)[]).map((name) => {
    const finding = discovery?.findings.find(({ point }) => point === POINTS[name]);
    const yours = saved[name] === usual[name] ? 'the usual value' : 'yours';
    if (POINTS[name] === undefined) return [name, yours] as const;
    const used = usedNow(name, saved);
    // A test of another value says nothing of this one.
    const isOther = used !== null && used !== finding?.used;
    if (finding === undefined || finding.verdict === 'open' || isOther)
      return [name, `${yours}, not confirmed yet`] as const;
    return [name, finding.verdict === 'confirmed' ? 'confirmed' : `${yours}, contradicted`] as const;
  });
  return Object.fromEntries(words);
}

interface DifferencesProps {
  readonly dialect: Dialect;
  readonly errors: Errors;
  readonly confirmed: Errors;
  readonly onChange: (part: Partial<Dialect>) => void;
}

function Differences({ dialect, errors, confirmed, onChange }: DifferencesProps) {
  const says = (what: string, name: keyof Dialect) => `${what} ${capitalized(confirmed[name] ?? '')}.`;
  return (
    <div className={classes['fields']}>
      <Select
        label="Field names in requests"
        description={says('How the import names its two fields.', 'bodyCase')}
        data={bodyCases}
        value={dialect.bodyCase}
        onChange={(value) => value !== null && onChange({ bodyCase: value as Dialect['bodyCase'] })}
      />
      <TextInput
        label="Lead pool field"
        description={says('Carries the name of the lead pool.', 'poolField')}
        value={dialect.poolField}
        error={errors.poolField}
        maxLength={100}
        spellCheck={false}
        onChange={(event) => onChange({ poolField: event.currentTarget.value })}
      />
      <TextInput
        label="RawLeads path"
        description={says('Where raw leads are exported.', 'rawLeadsPath')}
        value={dialect.rawLeadsPath}
        error={errors.rawLeadsPath}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => onChange({ rawLeadsPath: event.currentTarget.value })}
      />
      <Select
        label="Time zone of the service"
        description={says('For production hours and times without a zone.', 'timeZone')}
        data={zones.includes(dialect.timeZone) ? zones : [dialect.timeZone, ...zones]}
        value={dialect.timeZone}
        searchable
        limit={60}
        nothingFoundMessage="No time zones match"
        onChange={(value) => value !== null && onChange({ timeZone: value })}
      />
      <Select
        label="Several values of one filter"
        description={says('How statuses, closures and projects are listed.', 'listStyle')}
        data={listStyles}
        value={dialect.listStyle}
        onChange={(value) => value !== null && onChange({ listStyle: value as Dialect['listStyle'] })}
      />
      <Select
        label="Price at night without fair use"
        description={says('Units a request, 21:00 to 08:00.', 'nightPrice')}
        data={nightPrices}
        value={String(dialect.nightPrice)}
        onChange={(value) => onChange({ nightPrice: value === '1' ? 1 : 4 })}
      />
      <NumberInput
        label="Leads in one segment request"
        description={says('A longer list goes in several requests.', 'segmentBatch')}
        value={dialect.segmentBatch}
        error={errors.segmentBatch}
        min={1}
        max={LARGEST_BATCH}
        allowDecimal={false}
        onChange={(value) => onChange({ segmentBatch: Number(value) })}
      />
    </div>
  );
}
