import { TagsInput, getTreeExpandedState, TextInput, Tree, useTree } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import {
  includeChoices,
  includeNotes,
  notIncluded,
  type OrgNode,
  orgTree,
} from '../../../../shared/domain/service/answers/org-units.ts';
import { useChannelMutation } from '../../bridge/index.ts';
import { Card, CopyButton, FailureNote, SecondaryButton } from '../../ui/index.ts';
import classes from './OrgUnitsCard.module.css';

/** Looks an org unit up, with the parts that `include` asks for; says what a choice will not do. */
export function OrgUnitsCard() {
  const [orgCode, setOrgCode] = useState('');
  const [include, setInclude] = useState<string[]>(['users', 'parent']);
  const look = useChannelMutation('account:orgUnit');
  return (
    <Card title="Org units" context="1 request a look-up">
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (orgCode.trim() !== '' && !look.isPending) look.mutate({ orgCode: orgCode.trim(), include });
        }}
      >
        <TextInput
          label="Org code"
          value={orgCode}
          maxLength={500}
          spellCheck={false}
          onChange={(event) => setOrgCode(event.currentTarget.value)}
        />
        <TagsInput
          label="Include"
          data={includeChoices.map(({ name }) => name)}
          value={include}
          maxTags={20}
          maxLength={100}
          onChange={setInclude}
          renderOption={({ option }) => (
            <span>
              {option.value}{' '}
              <span className="quiet">{includeChoices.find(({ name }) => name === option.value)?.says}</span>
            </span>
          )}
        />
        <SecondaryButton type="submit" disabled={orgCode.trim() === ''} aria-disabled={look.isPending}>
          {look.isPending ? 'Looking up' : 'Look up'}
        </SecondaryButton>
      </form>
      <IncludeNotes include={include} onAdd={(name) => setInclude([...include, name])} />
      <FailureNote failure={look.error} />
      {look.data === undefined ? null : <Answer raw={look.data.raw} include={look.variables?.include ?? []} />}
    </Card>
  );
}

interface IncludeNotesProps {
  readonly include: readonly string[];
  readonly onAdd: (name: string) => void;
}

function IncludeNotes({ include, onAdd }: IncludeNotesProps) {
  const notes = includeNotes(include);
  return (
    <ul className={classes['notes']} aria-live="polite">
      {notes.map(({ name, says, add }) => (
        <li key={name}>
          {says}{' '}
          {add === null ? null : (
            <button type="button" className="linkButton" onClick={() => onAdd(add)}>
              Add {add}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Answer({ raw, include }: { readonly raw: string; readonly include: readonly string[] }) {
  const value = parseJson(raw);
  const tree = orgTree(value);
  const left = notIncluded(value, include);
  return (
    <div className={classes['answer']}>
      {left.length === 0 ? null : (
        <p className="quiet">
          Not in the answer: {left.join(', ')}. The unit has none, the service does not know the name, or it would
          repeat what is already there.
        </p>
      )}
      {tree === null ? (
        <pre className={classes['raw']} tabIndex={0}>
          {raw}
        </pre>
      ) : (
        <div className={classes['tree']}>
          <UnitTree key={raw} data={treeData(tree)} />
        </div>
      )}
      <CopyButton text={raw} label="Copy the answer as JSON" />
    </div>
  );
}

/** The unit and the parts that were included, all open. */
function UnitTree({ data: unit }: { readonly data: TreeData }) {
  const data = [unit];
  const tree = useTree({ initialExpandedState: getTreeExpandedState(data, '*') });
  return (
    <Tree
      data={data}
      tree={tree}
      expandOnSpace
      aria-label="Org unit"
      renderNode={({ node, expanded, hasChildren, elementProps }) => (
        <span {...elementProps} className={`${elementProps.className} ${classes['node']}`}>
          <IconChevronRight
            size={14}
            stroke={1.75}
            aria-hidden
            className={classes['chevron']}
            data-expanded={expanded || undefined}
            data-leaf={!hasChildren || undefined}
          />
          <span className="truncate" title={String(node.label)}>
            {node.label}
          </span>
          <span className={`${classes['detail']} truncate`} title={node.nodeProps?.['detail'] as string}>
            {node.nodeProps?.['detail'] as string}
          </span>
        </span>
      )}
    />
  );
}

interface TreeData {
  value: string;
  label: string;
  nodeProps: { detail: string };
  children?: TreeData[];
}

function treeData({ id, title, detail, children }: OrgNode): TreeData {
  return {
    value: id,
    label: title,
    nodeProps: { detail },
    ...(children.length === 0 ? {} : { children: children.map(treeData) }),
  };
}
