import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { format, requestForms } from '../../../lib/format.ts';
import { CopyButton, MenuChoice, TextButton } from '../../../ui/index.ts';
import classes from './QueryBuilder.module.css';

interface RequestLineProps {
  /** Path and query; null: the line says what is missing. */
  readonly request: string | null;
  readonly missing: string;
  /** From what the dates in it were worked out; '' for dates that a person chose. */
  readonly dated: string;
  readonly cost: ReactNode;
}

/** The request as it will be sent, and what it costs. */
export function RequestLine({ request, missing, dated, cost }: RequestLineProps) {
  return (
    <div className={classes['request']}>
      <span className={classes['verb']}>GET</span>
      {request === null ? (
        <span className="aside">{missing}</span>
      ) : (
        <>
          <code className={classes['line']} title={request} dir="ltr">
            {request}
          </code>
          <CopyButton text={`GET ${request}`} label="Copy request" compact />
        </>
      )}
      {dated !== '' && (
        <span className={classes['dated']} title={`${dated}: the zone of the account.`}>
          {dated}
        </span>
      )}
      <span className={classes['cost']}>{cost}</span>
    </div>
  );
}

/** @param count null: more than an export may have */
const requestsWords = (count: number | null) =>
  count === null ? 'too many requests' : format.count(count, requestForms);

interface RequestCountProps {
  /** Days of one request; null: one for the whole range. */
  readonly windowDays: number | null;
  /** Requests for the range in windows of these days; null: the range cannot be split, or not into this number. */
  readonly requestsOf: ((days: number) => number | null) | null;
  readonly onChange: (windowDays: number | null) => void;
}

const WINDOWS = [
  { days: null, label: 'The whole range at once' },
  { days: 1, label: 'Day by day' },
  { days: 7, label: 'Week by week' },
] as const;

/** How many requests the range is asked for in. The service does not answer in pages, so a long range may be split. */
export function RequestCount({ windowDays, requestsOf, onChange }: RequestCountProps) {
  if (requestsOf === null) return <span>{format.count(1, requestForms)}</span>;
  const countOf = (days: number | null) => (days === null ? 1 : requestsOf(days));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <TextButton className={classes['costButton'] ?? ''} rightSection={<IconChevronDown size={12} aria-hidden />}>
          {requestsWords(countOf(windowDays))}
        </TextButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="How the range is asked for">
        {WINDOWS.map(({ days, label }) => (
          <MenuChoice
            key={label}
            label={label}
            disabled={countOf(days) === null}
            rightSection={<span className="aside">{requestsWords(countOf(days))}</span>}
            isChosen={windowDays === days}
            onChoose={() => onChange(days)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
