import { Button, Select } from '@mantine/core';
import { IconArrowBackUp, IconMinus, IconPencil, IconPlus, IconTemplate, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { CancelButton, FailureNote, IconButton, Modal, SmallButton, TextButton } from '../../../ui/index.ts';
import type { MappingChange } from '../mapping-model/mapping-changes.ts';
import { type TemplateOffer, templateOffers } from './template-offer.ts';
import { fitWords, historyWords, missingWords } from './template-words.ts';
import type { TemplateWork } from './template-work.ts';
import classes from './Templates.module.css';

interface TemplateBannerProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly work: TemplateWork;
}

const SHOWN_CHANGES = 3;
const SHOWN_OTHERS = 4;

/** The template that a draft was filled from, with the way back; or one that knows this file, with what using it would change. */
export function TemplateBanner({ draft, mapping, work }: TemplateBannerProps) {
  if (draft.template !== null) return <UsedTemplate name={draft.template.name} work={work} />;
  return work.isDeclined ? null : <OfferedTemplate draft={draft} mapping={mapping} work={work} />;
}

function UsedTemplate({ name, work }: { readonly name: string; readonly work: TemplateWork }) {
  return (
    <section className={classes['banner']} aria-label="Template">
      <IconTemplate size={17} stroke={1.75} className={classes['icon']} aria-hidden />
      <div className={classes['text']}>
        <p className={classes['fits']}>
          <strong>Template “{name}” is used.</strong>{' '}
          <span>Mapping, campaign, country, rules and plan are from it. Cells you correct stay when you undo it.</span>
        </p>
        <FailureNote failure={work.error} />
      </div>
      <SmallButton icon={IconArrowBackUp} disabled={work.isPending} onClick={work.undo}>
        Undo template
      </SmallButton>
    </section>
  );
}

function OfferedTemplate({ draft, mapping, work }: TemplateBannerProps) {
  // Without an account there are no templates, only suggestions.
  const { data } = useChannel('template:match', { draftId: draft.id }, { staleTime: 0 });
  const [comparing, setComparing] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const offers = useMemo(() => templateOffers(draft, mapping, data?.matches ?? []), [draft, mapping, data]);
  const offer = offers.find(({ template }) => template.id === chosen) ?? offers[0];
  if (offer === undefined) return null;
  const { template, changes, others } = offer;
  const more = Math.max(0, changes.length - SHOWN_CHANGES) + Math.max(0, others.length - SHOWN_OTHERS);

  return (
    <section className={classes['banner']} aria-label="Template">
      <IconTemplate size={17} stroke={1.75} className={classes['icon']} aria-hidden />
      <div className={classes['text']}>
        <p className={classes['fits']}>
          <strong>
            Template “{template.name}” {fitWords(offer)}.
          </strong>{' '}
          <span>{historyWords(template)}</span>
        </p>
        <p className={classes['changes']}>
          <span>Using it would change:</span>
          {others.slice(0, SHOWN_OTHERS).map((words) => (
            <Change key={words} change={{ kind: 'changed', subject: words, detail: '' }} />
          ))}
          {changes.slice(0, SHOWN_CHANGES).map((one) => (
            <Change key={`${one.kind} ${one.subject}`} change={one} />
          ))}
          {more > 0 && <span>and {format.number(more)} more</span>}
        </p>
        {missingWords(offer) !== '' && <p className={classes['missing']}>{missingWords(offer)}</p>}
        <FailureNote failure={work.error} />
      </div>
      <TextButton onClick={() => setComparing(true)}>Compare</TextButton>
      <SmallButton disabled={work.isPending} onClick={() => work.use(template.id)}>
        Use template
      </SmallButton>
      <IconButton label="Do not use a template" icon={IconX} size={28} onClick={work.decline} />
      <Comparison
        opened={comparing}
        offer={offer}
        offers={offers}
        isUsing={work.isPending}
        onChoose={setChosen}
        onUse={() => {
          setComparing(false);
          work.use(template.id);
        }}
        onClose={() => setComparing(false)}
      />
    </section>
  );
}

interface ComparisonProps {
  readonly opened: boolean;
  readonly offer: TemplateOffer;
  /** All that fit, the best first. */
  readonly offers: readonly TemplateOffer[];
  readonly isUsing: boolean;
  readonly onChoose: (templateId: string | null) => void;
  readonly onUse: () => void;
  readonly onClose: () => void;
}

/** Everything a template would change, and the others that fit. */
function Comparison({ opened, offer, offers, isUsing, onChoose, onUse, onClose }: ComparisonProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`“${offer.template.name}” ${fitWords(offer)}`}>
      {offers.length > 1 && (
        <Select
          label="Template"
          mb="md"
          data={offers.map((other) => ({
            value: other.template.id,
            label: `${other.template.name}, ${fitWords(other)}`,
          }))}
          value={offer.template.id}
          onChange={onChoose}
        />
      )}
      <h3 className="below8">Using it would change</h3>
      <ul className={classes['list']}>
        {offer.others.map((words) => (
          <li key={words}>
            <Change change={{ kind: 'changed', subject: words, detail: '' }} />
          </li>
        ))}
        {offer.changes.map((change) => (
          <li key={`${change.kind} ${change.subject}`}>
            <Change change={change} />
          </li>
        ))}
      </ul>
      {missingWords(offer) !== '' && <p className={classes['missing']}>{missingWords(offer)}</p>}
      <div className="dialogButtons">
        <CancelButton onClick={onClose} />
        <Button disabled={isUsing} onClick={onUse}>
          Use template
        </Button>
      </div>
    </Modal>
  );
}

const SIGNS = {
  added: { icon: IconPlus, colour: 'ok' },
  changed: { icon: IconPencil, colour: 'accent-text' },
  removed: { icon: IconMinus, colour: 'warning' },
} as const;

function Change({ change }: { readonly change: MappingChange }) {
  const { icon: Icon, colour } = SIGNS[change.kind];
  return (
    <span className={classes['change']}>
      <Icon size={14} stroke={2} style={{ color: `var(--lc-${colour})` }} aria-hidden />
      <span>
        <strong>{change.subject}</strong> {change.detail}
      </span>
    </span>
  );
}
