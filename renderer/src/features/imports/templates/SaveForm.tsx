import { Button, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChannelInput, ChannelResult } from '../../../../../shared/contract/channels.ts';
import { isSameCampaign } from '../../../../../shared/domain/service/campaign-code.ts';
import { nameKey } from '../../../../../shared/domain/words/fold-text.ts';
import { useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { FailureNote, Skeleton, toast } from '../../../ui/index.ts';
import { keepsWords, offerWords } from './template-words.ts';
import classes from './Templates.module.css';

interface SaveFormProps {
  readonly from: ChannelInput<'template:propose'>['from'];
  readonly onSaved: () => void;
}

/** What a template of a draft or a job would keep, and under which name. */
export function SaveForm({ from, onSaved }: SaveFormProps) {
  const { data, error, isFetchedAfterMount } = useChannel('template:propose', { from }, { staleTime: 0 });
  if (error !== null) return <FailureNote failure={error} />;
  // An earlier answer may be out of date, and would stand in the fields.
  if (data === undefined || !isFetchedAfterMount) return <Skeleton lines={5} label="The choices are read" />;
  return <Form from={from} proposed={data} onSaved={onSaved} />;
}

interface FormProps extends SaveFormProps {
  readonly proposed: ChannelResult<'template:propose'>;
}

function Form({ from, proposed, onSaved }: FormProps) {
  const [name, setName] = useState(proposed.name);
  const [campaignCode, setCampaignCode] = useState(proposed.campaignCode);
  const [pool, setPool] = useState(proposed.keeps.poolScheme ?? '');
  const { data } = useChannel('template:list', { campaignCode: null });
  const save = useChannelMutation('template:save');
  const isTaken = (data?.templates ?? []).some(
    (known) => isSameCampaign(known.campaignCode, campaignCode) && nameKey(known.name) === nameKey(name),
  );
  const poolScheme = pool.trim() === '' ? null : pool.trim();
  return (
    <form
      className="flexColumn gap12"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        save.mutate(
          { from, name, campaignCode, poolScheme, replace: isTaken },
          {
            onSuccess: (saved) => {
              toast(`Template “${saved.name}” is saved.`, offerWords(saved));
              onSaved();
            },
          },
        );
      }}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={100}
        data-autofocus
        description={isTaken ? 'A template with this name exists and will be replaced.' : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Campaign"
        placeholder="Every campaign"
        value={campaignCode}
        maxLength={200}
        onChange={(event) => setCampaignCode(event.currentTarget.value)}
      />
      <TextInput
        label="Lead pool"
        placeholder="The automatic pool of the day"
        description="{file}, {month} and {day} become those of each import."
        value={pool}
        maxLength={200}
        onChange={(event) => setPool(event.currentTarget.value)}
      />
      <div>
        <h3 className="below8">It keeps</h3>
        <ul className={classes['list']}>
          {keepsWords(proposed.fields, proposed.keeps, poolScheme).map((words) => (
            <li key={words} className={classes['change']}>
              <IconCheck size={14} stroke={2} className="ok" aria-hidden />
              <span>{words}</span>
            </li>
          ))}
        </ul>
        <p className="quiet above8">
          Repairs and replaced values of Check belong to this file. For every file, replace them under Columns, in the
          cleaning of their field.
        </p>
      </div>
      <FailureNote failure={save.error} />
      <Button type="submit" disabled={name.trim() === '' || save.isPending}>
        {isTaken ? 'Replace template' : 'Save this template'}
      </Button>
    </form>
  );
}
