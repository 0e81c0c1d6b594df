import { Button, TagsInput, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconPlus, IconSquare, IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { Dialect } from '../../../../shared/contract/account/account.ts';
import type { ExportQuery } from '../../../../shared/contract/exports/exports.ts';
import { leadSearchPath } from '../../../../shared/domain/service/export-request.ts';
import { LEAD_CLOSURES } from '../../../../shared/domain/service/lead-status.ts';
import { format } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { CopyButton, IconButton } from '../../ui/index.ts';
import { Chip } from './Chip.tsx';
import { toggle } from './export-model.ts';
import classes from './QueryBuilder.module.css';
import { StatusChips } from './StatusChips.tsx';

interface QueryBuilderProps {
  readonly query: ExportQuery;
  readonly listStyle: Dialect['listStyle'];
  readonly zone: string | undefined;
  readonly isRunning: boolean;
  readonly isBusy: boolean;
  /** Button that opens past results where they have no place of their own. */
  readonly results: ReactNode;
  readonly onChange: (query: ExportQuery) => void;
  readonly onFetch: () => void;
  readonly onCancel: () => void;
}

/** The question to the service, and the request it becomes. */
export function QueryBuilder({
  query,
  listStyle,
  zone,
  isRunning,
  isBusy,
  results,
  onChange,
  onFetch,
  onCancel,
}: QueryBuilderProps) {
  const closuresId = useId();
  const now = useNow(60_000);
  const request = leadSearchPath(
    { ...query, extra: query.extra.filter((parameter) => parameter.name.trim() !== '') },
    listStyle,
  );
  const isComplete = query.extra.every((parameter) => parameter.name.trim() !== '');
  const zoneName = zone === undefined ? '' : ` (${format.zoneName(zone, now)})`;

  function changeExtra(place: number, change: Partial<ExportQuery['extra'][number]>): void {
    onChange({
      ...query,
      extra: query.extra.map((parameter, index) => (index === place ? { ...parameter, ...change } : parameter)),
    });
  }

  return (
    <form
      className={classes['builder']}
      aria-label="Lead search"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRunning && !isBusy && isComplete) onFetch();
      }}
    >
      <div className={classes['fields']}>
        {results}
        <TagsInput
          label="Projects"
          className={classes['projects'] ?? ''}
          classNames={{
            input: classes['projectsInput'] ?? '',
            pill: classes['project'] ?? '',
            inputField: classes['projectsField'] ?? '',
          }}
          placeholder={query.projects.length === 0 ? 'all, or type Energi*' : 'or type…'}
          value={query.projects}
          maxTags={100}
          clearable={false}
          splitChars={[',']}
          acceptValueOnBlur
          onChange={(projects) =>
            onChange({
              ...query,
              projects: projects.map((project) => project.trim().slice(0, 200)).filter((project) => project !== ''),
            })
          }
        />
        <TextInput
          label={`Modified since${zoneName}`}
          type="date"
          w={160}
          value={query.modifiedFrom?.slice(0, 10) ?? ''}
          onChange={(event) =>
            onChange({ ...query, modifiedFrom: event.currentTarget.value === '' ? null : event.currentTarget.value })
          }
        />
        <div>
          <div className={classes['label']}>More</div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={query.extra.length >= 20}
            onClick={() => onChange({ ...query, extra: [...query.extra, { name: '', value: '' }] })}
          >
            Parameter
          </Button>
        </div>
        <div className={classes['action']}>
          {isRunning ? (
            <Button
              key="cancel"
              variant="default"
              miw={96}
              leftSection={<IconSquare size={14} stroke={2} aria-hidden />}
              disabled={isBusy}
              onClick={onCancel}
            >
              Cancel
            </Button>
          ) : (
            <Button
              key="fetch"
              type="submit"
              miw={96}
              leftSection={<IconPlayerPlay size={15} aria-hidden />}
              disabled={isBusy || !isComplete}
            >
              Fetch
            </Button>
          )}
        </div>
      </div>
      {query.extra.map((parameter, index) => (
        // Parameters have no identity beside their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes['extra']}>
          <TextInput
            aria-label="Name of the parameter"
            placeholder="Name, for example ModifiedTo"
            maxLength={100}
            w={220}
            value={parameter.name}
            onChange={(event) => changeExtra(index, { name: event.currentTarget.value })}
          />
          <span aria-hidden>=</span>
          <TextInput
            aria-label="Value of the parameter"
            placeholder="Value"
            maxLength={2000}
            w={280}
            value={parameter.value}
            onChange={(event) => changeExtra(index, { value: event.currentTarget.value })}
          />
          <IconButton
            label={`Take parameter ${parameter.name} out`}
            icon={IconX}
            onClick={() => onChange({ ...query, extra: query.extra.filter((_, place) => place !== index) })}
          />
        </div>
      ))}
      <StatusChips chosen={query.statuses} onChange={(statuses) => onChange({ ...query, statuses })} />
      <div className={classes['chipLine']} role="group" aria-labelledby={closuresId}>
        <span id={closuresId} className={classes['chipTitle']}>
          Closure
        </span>
        <Chip
          label="Any"
          meaning="Whatever the closure"
          pressed={query.closures.length === 0}
          onPress={() => onChange({ ...query, closures: [] })}
        />
        {LEAD_CLOSURES.map((closure) => (
          <Chip
            key={closure.name}
            label={closure.label}
            meaning={closure.meaning}
            pressed={query.closures.includes(closure.name)}
            onPress={() => onChange({ ...query, closures: toggle(query.closures, closure.name) })}
          />
        ))}
      </div>
      <div className={classes['request']}>
        <span className={classes['verb']}>GET</span>
        <code className={classes['line']} title={request}>
          {request}
        </code>
        <CopyButton text={`GET ${request}`} label="Copy request" compact />
        <span className={classes['cost']}>1 request</span>
      </div>
    </form>
  );
}
