import { Button, PasswordInput, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChannelMutation } from '../../../bridge/index.ts';
import { CancelButton, FailureNote, Modal } from '../../../ui/index.ts';
import network from '../../../lib/connect/NetworkForm.module.css';
import classes from './TeamCard.module.css';

/** `again`: with another login or password into the team that the account is in. */
export type TeamEntry = 'begin' | 'join' | 'again';

const TITLES: Record<TeamEntry, string> = {
  begin: 'Begin a team',
  join: 'Join a team',
  again: 'New login for the team',
};
const LABELS: Record<TeamEntry, string> = { begin: 'Begin the team', join: 'Join the team', again: 'Join again' };

/** A sentence for what each choice does. */
const ONCE = [
  {
    value: 'lead',
    label: 'Each lead, as it is sent',
    description:
      'The same phone with another name is another lead: it is shown before it goes, and a person decides about it.',
  },
  {
    value: 'phone',
    label: 'One lead per phone number and campaign',
    description:
      'Once a computer has sent a lead to a phone number, no other computer sends one to it, whatever else the row says: a family or an office with one number gets one.',
  },
] as const;

export interface TeamAccessDialogProps {
  readonly entry: TeamEntry;
  /** How colleagues call this computer so far. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Where the team is, and who comes in. What is typed leaves the page with the dialog. */
export function TeamAccessDialog({ entry, name: known, onClose }: TeamAccessDialogProps) {
  const [place, setPlace] = useState('');
  const [invitation, setInvitation] = useState('');
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [name, setName] = useState(known);
  const [oneLeadPer, setOneLeadPer] = useState<(typeof ONCE)[number]['value']>('lead');
  const begin = useChannelMutation('team:begin');
  const join = useChannelMutation('team:join');
  const isBegin = entry === 'begin';
  const asked = isBegin ? begin : join;
  const isWhole = [isBegin ? place : invitation, login, password, name].every((text) => text.trim() !== '');

  function enter(): void {
    if (!isWhole || asked.isPending) return;
    const person = { login, password, name };
    if (isBegin) begin.mutate({ place, oneLeadPer, ...person }, { onSuccess: onClose });
    else join.mutate({ invitation, ...person }, { onSuccess: onClose });
  }

  return (
    <Modal opened onClose={onClose} title={TITLES[entry]} size="lg">
      <form
        className="flexColumn gap12"
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
      >
        {isBegin ? (
          <TextInput
            label="Database"
            description="As the administrator gave it: host/database or host:port/database."
            placeholder="db.company.example/leads"
            value={place}
            maxLength={400}
            spellCheck={false}
            data-autofocus
            onChange={(event) => setPlace(event.currentTarget.value)}
          />
        ) : (
          <PasswordInput
            label="Invitation"
            description="The whole line that a colleague gave you."
            value={invitation}
            maxLength={2000}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setInvitation(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the invitation', tabIndex: 0 }}
          />
        )}
        <div className={network['fields']}>
          <TextInput
            label="Login"
            description="For the database, yours alone."
            value={login}
            maxLength={63}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setLogin(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            description="For that login."
            value={password}
            maxLength={1000}
            autoComplete="off"
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
          />
          <TextInput
            label="Your name"
            description="For colleagues; the database cannot read it."
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        {isBegin && (
          <Radio.Group
            label="What goes once across the team"
            description="It cannot be changed later. Check finds what one computer repeats in its own files."
            value={oneLeadPer}
            onChange={(value) => setOneLeadPer(value === 'phone' ? 'phone' : 'lead')}
          >
            <div className="flexColumn above8 gap8">
              {ONCE.map((choice) => (
                <Radio key={choice.value} {...choice} />
              ))}
            </div>
          </Radio.Group>
        )}
        <p className={classes['words']}>
          The database then learns, as keys that nobody can read without the secret, what this connection has ever sent.
          No import may run meanwhile.
        </p>
        <FailureNote failure={asked.error} />
        <div className="buttonRow justifyEnd">
          <CancelButton onClick={onClose} />
          <Button type="submit" disabled={!isWhole} aria-disabled={asked.isPending}>
            {asked.isPending ? 'The team is asked' : LABELS[entry]}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
