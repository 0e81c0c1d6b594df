import { Button, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import type { Draft, FieldLookUp } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { call, useActiveAccount } from '../../../bridge/index.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import {
  CancelButton,
  FailureNote,
  IconButton,
  Note,
  startWork,
  StatusWord,
  TextButton,
  toast,
} from '../../../ui/index.ts';
import { CampaignInput } from '../../../lib/campaign/CampaignInput.tsx';
import { useTypedCampaign } from '../../../lib/campaign/use-typed-campaign.ts';
import classes from './FieldsLine.module.css';
import { countrySourceWords } from '../mapping-model/phone-country-words.ts';
import { someOf, unfilledFields } from '../mapping-model/strange-fields.ts';
import {
  asBeforeWords,
  colleagueRulesWords,
  knownFieldsWords,
  lookUpTrouble,
} from '../mapping-model/known-fields-words.ts';
import { countryChoices } from '../mapping-model/phone-countries.ts';
import { type LeadProgress, type LeadReading, useLeadReading } from '../campaign/use-lead-reading.ts';

interface FieldsLineProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  /** As it will be saved with the draft. */
  readonly campaignCode: string;
  readonly onCampaign: (code: string) => void;
  /** Null takes the choice back. */
  readonly onCountry: (country: string | null) => void;
  /** The fields of the campaign were read again. */
  readonly onLookedUp: () => void;
}

/** What is done first, and then: the campaign gives the fields that the columns are mapped to. */
export function StepNumber({ of }: { readonly of: 1 | 2 }) {
  return (
    <b className={classes['number']} aria-hidden>
      {of}
    </b>
  );
}

/** Whose fields are offered, where they are known from, and the country of phones without a prefix. */
export function FieldsLine({ draft, mapping, campaignCode, onCampaign, onCountry, onLookedUp }: FieldsLineProps) {
  const id = useId();
  const now = useNow(60_000);
  const account = useActiveAccount();
  const lookUp = useLeadReading<FieldLookUp>();
  const [typed, setTyped] = useTypedCampaign(campaignCode);

  function commit(code: string): void {
    if (code.trim() === campaignCode) return;
    lookUp.cancel();
    lookUp.clear();
    onCampaign(code.trim());
  }

  async function ask(): Promise<void> {
    const answer = await lookUp.read((callId) => call('import:lookUpFields', { callId, campaignCode }));
    if (answer === null || answer.fields.length === 0) return;
    toast(
      `${format.count(answer.fields.length, { one: '# field', other: '# fields' })} of ${answer.campaignCode} found.`,
      `Found in ${format.count(answer.leads, leadForms)}. Your own choices are kept.`,
    );
    onLookedUp();
  }

  return (
    <section
      className={classes['line']}
      aria-label="Campaign and country"
      data-first={campaignCode === '' || undefined}
    >
      <div className={classes['controls']}>
        <span id={`${id}-campaign`} className={classes['label']}>
          <StepNumber of={1} /> Campaign
        </span>
        <CampaignInput labelId={`${id}-campaign`} value={typed} width={220} onChange={setTyped} onCommit={commit} />
        {campaignCode === '' && draft.likeCampaign !== '' && (
          <Button
            variant="light"
            size="xs"
            className={classes['like']}
            title={`Earlier imports into ${draft.likeCampaign} had columns of these names.`}
            onClick={() => {
              setTyped(draft.likeCampaign);
              commit(draft.likeCampaign);
            }}
          >
            As in {draft.likeCampaign}?
          </Button>
        )}
        <KnownFields
          words={knownFieldsWords(draft.known, draft.campaignCode, now)}
          canAsk={account !== null && account !== undefined && campaignCode !== ''}
          wasAsked={draft.known.lookUp !== null}
          lookUp={lookUp}
          onAsk={() => startWork(ask)}
        />
        <PhoneCountry country={draft.phoneCountry} onChange={onCountry} />
      </div>
      <UnfilledFields names={unfilledFields(mapping, draft)} campaignCode={draft.campaignCode} />
      {draft.asBefore !== null && (
        <p className={classes['asBefore']} role="status">
          <AsBeforeWords before={draft.asBefore} /> What you change or remove stays changed.
        </p>
      )}
      <LookUpAnswer lookUp={lookUp} onRetry={() => startWork(ask)} />
    </section>
  );
}

function AsBeforeWords({ before }: { readonly before: NonNullable<Draft['asBefore']> }) {
  const [own, colleague] = [asBeforeWords(before), colleagueRulesWords(before)];
  return (
    <>
      {own !== '' && (
        <>
          As in <bdi>{own}</bdi>.
        </>
      )}{' '}
      {colleague !== '' && (
        <>
          <bdi>{colleague}</bdi>.
        </>
      )}
    </>
  );
}

/** Known before Check, where the service is not asked. */
function UnfilledFields({ names, campaignCode }: { readonly names: readonly string[]; readonly campaignCode: string }) {
  if (names.length === 0) return null;
  const isOne = names.length === 1;
  return (
    <p className={classes['unfilled']} role="status">
      <StatusWord status="warning">
        Nothing fills <bdi>{someOf(names)}</bdi>.
      </StatusWord>{' '}
      Every lead of {campaignCode} that was looked up has {isOne ? 'it' : 'them'}, so the campaign may require{' '}
      {isOne ? 'it' : 'them'}. Choose a column, or add a constant below the columns.
    </p>
  );
}

interface KnownFieldsProps {
  readonly words: string;
  readonly canAsk: boolean;
  readonly wasAsked: boolean;
  readonly lookUp: LeadReading<FieldLookUp>;
  readonly onAsk: () => void;
}

function KnownFields({ words, canAsk, wasAsked, lookUp, onAsk }: KnownFieldsProps) {
  const { progress } = lookUp;
  return (
    <div className={classes['known']}>
      <span className={classes['words']} title={words} role="status">
        {progress === null ? words : <LookUpWords progress={progress} />}
      </span>
      {progress !== null ? (
        <CancelButton size="xs" variant="subtle" onClick={lookUp.cancel} />
      ) : (
        canAsk && (
          <TextButton onClick={onAsk}>
            {wasAsked ? 'Look up again (1 request)' : 'Look up fields (1 request)'}
          </TextButton>
        )
      )}
    </div>
  );
}

/** Screen readers hear what is being done, not each number. */
function LookUpWords({ progress: { leads, looked } }: { readonly progress: LeadProgress }) {
  const isSearching = leads === 0 && looked > 0;
  return (
    <>
      {isSearching ? 'Looking for its leads' : 'Reading its leads'}
      <span aria-hidden className="tabular">
        {isSearching ? `, ${format.number(looked)} looked at` : `, ${format.number(leads)} so far`}
      </span>
    </>
  );
}

interface LookUpAnswerProps {
  readonly lookUp: LeadReading<FieldLookUp>;
  readonly onRetry: () => void;
}

/** Only failures and empty answers: fields that were found show in the line itself. */
function LookUpAnswer({ lookUp, onRetry }: LookUpAnswerProps) {
  const trouble = lookUp.found === null ? null : lookUpTrouble(lookUp.found);
  if (lookUp.error === null && trouble === null) return null;
  return (
    <div className={classes['answer']}>
      <FailureNote failure={lookUp.error} title="The fields could not be looked up." onRetry={onRetry} />
      {trouble !== null && (
        <Note
          tone="info"
          title={trouble.title}
          role="status"
          actions={<IconButton label="Close this note" icon={IconX} size={24} onClick={lookUp.clear} />}
        >
          {trouble.meaning}
        </Note>
      )}
    </div>
  );
}

interface PhoneCountryProps {
  readonly country: Draft['phoneCountry'];
  readonly onChange: (country: string | null) => void;
}

const TAKE_BACK = 'takeBack';

function PhoneCountry({ country, onChange }: PhoneCountryProps) {
  const id = useId();
  const { value, likely, source } = country;
  const title =
    value === null
      ? `${country.reason} Numbers without a prefix stay as they are until you choose.`
      : `${country.reason}${source === 'you' ? '' : ` ${format.percent(country.certainty, 1)} certain.`}`;
  return (
    <div className={classes['country']} title={title}>
      <div className={classes['countryWords']}>
        <span id={id} className={classes['label']}>
          Phone country
        </span>
        <span className={classes['why']} aria-hidden>
          {countrySourceWords(country)}
        </span>
      </div>
      <Select
        aria-labelledby={id}
        // Mantine puts its own `aria-describedby` in place of any other.
        aria-description={country.reason}
        w={180}
        searchable
        maxDropdownHeight={320}
        placeholder="Not known"
        data={[
          ...(source === 'you' ? [{ value: TAKE_BACK, label: 'Take back my choice' }] : []),
          ...countryChoices(likely),
        ]}
        value={value}
        onChange={(chosen) => chosen !== null && onChange(chosen === TAKE_BACK ? null : chosen)}
      />
    </div>
  );
}
