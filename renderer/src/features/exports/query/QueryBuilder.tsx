import { Button, TagsInput, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconPlus, IconSquare } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { Dialect } from '../../../../../shared/contract/account/account.ts';
import type { SimpleQuery } from '../../../../../shared/contract/exports/queries.ts';
import { leadSearchPath } from '../../../../../shared/domain/service/export-request.ts';
import { LEAD_CLOSURES } from '../../../../../shared/domain/service/lead-status.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { CopyButton } from '../../../ui/index.ts';
import { Chip } from './Chip.tsx';
import { toggle } from './query-model.ts';
import { ExtraParameters } from './ExtraParameters.tsx';
import classes from './QueryBuilder.module.css';
import { StatusChips } from './StatusChips.tsx';

interface QueryBuilderProps {
  readonly query: SimpleQuery;
  readonly listStyle: Dialect['listStyle'];
  readonly zone: string | undefined;
  readonly isRunning: boolean;
  readonly isBusy: boolean;
  /** Button that opens past results where they have no place of their own. */
  readonly results: ReactNode;
  readonly onChange: (query: SimpleQuery) => void;
  readonly onFetch: () => void;
  readonly onCancel: () => void;
}

/** What to ask the service for, and the request it becomes. */
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
  const now = useNow(60_000);
  const request = leadSearchPath(
    { ...query, extra: query.extra.filter((parameter) => parameter.name.trim() !== '') },
    listStyle,
  );
  const isComplete = query.extra.every((parameter) => parameter.name.trim() !== '');
  const zoneName = zone === undefined ? '' : ` (${format.zoneName(zone, now)})`;

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
        <ProjectsField projects={query.projects} onChange={(projects) => onChange({ ...query, projects })} />
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
            <CancelButton isBusy={isBusy} onCancel={onCancel} />
          ) : (
            <FetchButton isDisabled={isBusy || !isComplete} />
          )}
        </div>
      </div>
      <ExtraParameters parameters={query.extra} onChange={(extra) => onChange({ ...query, extra })} />
      <StatusChips chosen={query.statuses} onChange={(statuses) => onChange({ ...query, statuses })} />
      <ClosureChips chosen={query.closures} onChange={(closures) => onChange({ ...query, closures })} />
      <RequestLine request={request} />
    </form>
  );
}

interface ProjectsFieldProps {
  readonly projects: readonly string[];
  readonly onChange: (projects: string[]) => void;
}

/** Names of projects, with wildcards; none means all. */
function ProjectsField({ projects, onChange }: ProjectsFieldProps) {
  return (
    <TagsInput
      label="Projects"
      className={classes['projects'] ?? ''}
      classNames={{
        input: classes['projectsInput'] ?? '',
        pill: classes['project'] ?? '',
        inputField: classes['projectsField'] ?? '',
      }}
      placeholder={projects.length === 0 ? 'all, or type Energi*' : 'or type…'}
      value={[...projects]}
      maxTags={100}
      clearable={false}
      splitChars={[',']}
      acceptValueOnBlur
      onChange={(typed) =>
        onChange(typed.map((project) => project.trim().slice(0, 200)).filter((project) => project !== ''))
      }
    />
  );
}

function CancelButton({ isBusy, onCancel }: { readonly isBusy: boolean; readonly onCancel: () => void }) {
  return (
    <Button
      variant="default"
      miw={96}
      leftSection={<IconSquare size={14} stroke={2} aria-hidden />}
      disabled={isBusy}
      onClick={onCancel}
    >
      Cancel
    </Button>
  );
}

function FetchButton({ isDisabled }: { readonly isDisabled: boolean }) {
  return (
    <Button type="submit" miw={96} leftSection={<IconPlayerPlay size={15} aria-hidden />} disabled={isDisabled}>
      Fetch
    </Button>
  );
}

interface ClosureChipsProps {
  readonly chosen: readonly string[];
  readonly onChange: (closures: string[]) => void;
}

/** How a lead was closed; none chosen means any. */
function ClosureChips({ chosen, onChange }: ClosureChipsProps) {
  const titleId = useId();
  return (
    <div className={classes['chipLine']} role="group" aria-labelledby={titleId}>
      <span id={titleId} className={classes['chipTitle']}>
        Closure
      </span>
      <Chip label="Any" meaning="Any closure" pressed={chosen.length === 0} onPress={() => onChange([])} />
      {LEAD_CLOSURES.map((closure) => (
        <Chip
          key={closure.name}
          label={closure.label}
          meaning={closure.meaning}
          pressed={chosen.includes(closure.name)}
          onPress={() => onChange(toggle(chosen, closure.name))}
        />
      ))}
    </div>
  );
}

/** The request as it would be sent, and what it costs. */
function RequestLine({ request }: { readonly request: string }) {
  return (
    <div className={classes['request']}>
      <span className={classes['verb']}>GET</span>
      <code className={classes['line']} title={request}>
        {request}
      </code>
      <CopyButton text={`GET ${request}`} label="Copy request" compact />
      <span className={classes['cost']}>1 request</span>
    </div>
  );
}
