import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AccountSummary, Dialect } from '../../../../shared/contract/account/account.ts';
import { useChannelMutation } from '../../bridge/index.ts';
import { Card, FailureNote, ReservedLines, StatusWord } from '../../ui/index.ts';
import classes from './DialectCard.module.css';

/** Older browsers cannot list time zones; then only the account's own is offered. */
const zones = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];

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

/** How this service differs where its specification is silent. */
export function DialectCard({ account }: { readonly account: AccountSummary }) {
  const [dialect, setDialect] = useState(account.dialect);
  const save = useChannelMutation('account:dialect');
  const poolError = dialect.poolField.trim() === '' ? 'Type the name of the field, for example leadPoolName.' : null;
  const isChanged = JSON.stringify(dialect) !== JSON.stringify(account.dialect);
  const change = (part: Partial<Dialect>): void => {
    setDialect({ ...dialect, ...part });
    save.reset();
  };
  return (
    <Card
      title="How this service differs"
      actions={
        save.isSuccess && !isChanged ? (
          <StatusWord status="ok" size="small">
            saved
          </StatusWord>
        ) : null
      }
    >
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (poolError !== null || !isChanged) return;
          save.mutate({ accountId: account.id, dialect: { ...dialect, poolField: dialect.poolField.trim() } });
        }}
      >
        <Differences dialect={dialect} poolError={poolError} onChange={change} />
        <ReservedLines lines={1}>{save.error === null ? null : <FailureNote failure={save.error} />}</ReservedLines>
        <div className={classes['buttons']}>
          <Button type="submit" variant="default" disabled={!isChanged || poolError !== null}>
            Save
          </Button>
          {isChanged ? (
            <Button variant="subtle" onClick={() => change(account.dialect)}>
              Discard changes
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  );
}

interface DifferencesProps {
  readonly dialect: Dialect;
  readonly poolError: string | null;
  readonly onChange: (part: Partial<Dialect>) => void;
}

function Differences({ dialect, poolError, onChange }: DifferencesProps) {
  return (
    <div className={classes['fields']}>
      <Select
        label="Field names in requests"
        data={bodyCases}
        value={dialect.bodyCase}
        allowDeselect={false}
        onChange={(value) => value !== null && onChange({ bodyCase: value as Dialect['bodyCase'] })}
      />
      <TextInput
        label="Lead pool field"
        value={dialect.poolField}
        error={poolError}
        maxLength={100}
        spellCheck={false}
        onChange={(event) => onChange({ poolField: event.currentTarget.value })}
      />
      <Select
        label="Time zone of the service"
        data={zones.includes(dialect.timeZone) ? zones : [dialect.timeZone, ...zones]}
        value={dialect.timeZone}
        searchable
        limit={60}
        allowDeselect={false}
        nothingFoundMessage="No time zones match"
        onChange={(value) => value !== null && onChange({ timeZone: value })}
      />
      <Select
        label="Several values of one filter"
        data={listStyles}
        value={dialect.listStyle}
        allowDeselect={false}
        onChange={(value) => value !== null && onChange({ listStyle: value as Dialect['listStyle'] })}
      />
      <Select
        label="Price at night without fair use"
        data={nightPrices}
        value={String(dialect.nightPrice)}
        allowDeselect={false}
        onChange={(value) => onChange({ nightPrice: value === '1' ? 1 : 4 })}
      />
    </div>
  );
}
