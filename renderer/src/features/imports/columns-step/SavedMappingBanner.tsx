import { Button, Modal, Select } from '@mantine/core';
import { IconHistory, IconMinus, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { MappingMatch } from '../../../../../shared/contract/imports/saved-mappings.ts';
import { useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote, IconButton } from '../../../ui/index.ts';
import { type MappingChange, mappingChanges } from '../mapping-model/mapping-changes.ts';
import { fitWords, missingWords, historyWords } from '../mapping-model/saved-mapping-words.ts';
import { useColumnsStep } from './columns-step-context.ts';
import classes from './SavedMappings.module.css';

interface SavedMappingBannerProps {
  /** The banner disappears; the focus needs another place. */
  readonly onUsed: () => void;
}

interface Offer extends MappingMatch {
  readonly changes: readonly MappingChange[];
}

const SHOWN_CHANGES = 3;

/** A saved mapping that knows this file's columns, with what using it would change. Nothing is changed unasked. */
export function SavedMappingBanner({ onUsed }: SavedMappingBannerProps) {
  const { draft, mapping, change } = useColumnsStep();
  // Without an account there are no saved mappings, only suggestions.
  const { data } = useChannel('mapping:match', { draftId: draft.id }, { staleTime: 0 });
  const use = useChannelMutation('mapping:use');
  const [settled, setSettled] = useState(false);
  const [comparing, setComparing] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const offers = (data?.matches ?? [])
    .map((match): Offer => ({ ...match, changes: mappingChanges(mapping, match.fit.mapping, draft.reading.columns) }))
    .filter((offer) => offer.changes.length > 0);
  const offer = offers.find(({ saved }) => saved.id === chosen) ?? offers[0];
  if (settled || offer === undefined) return null;

  function take(mappingId: string): void {
    use.mutate(
      { draftId: draft.id, from: { mappingId } },
      {
        onSuccess: ({ fit }) => {
          setComparing(false);
          setSettled(true);
          change(fit.mapping);
          onUsed();
        },
      },
    );
  }

  return (
    <section className={classes['banner']} aria-label="Saved mapping">
      <IconHistory size={17} stroke={1.75} className={classes['icon']} aria-hidden />
      <div className={classes['text']}>
        <p className={classes['fits']}>
          <strong>
            Saved mapping “{offer.saved.name}” {fitWords(offer)}.
          </strong>{' '}
          <span>{historyWords(offer.saved)}</span>
        </p>
        <p className={classes['changes']}>
          <span>Using it would change:</span>
          {offer.changes.slice(0, SHOWN_CHANGES).map((one) => (
            <Change key={`${one.kind} ${one.subject}`} change={one} />
          ))}
          {offer.changes.length > SHOWN_CHANGES && (
            <span>and {format.number(offer.changes.length - SHOWN_CHANGES)} more</span>
          )}
        </p>
        {missingWords(offer) !== '' && <p className={classes['missing']}>{missingWords(offer)}</p>}
        {use.error !== null && <FailureNote failure={use.error} />}
      </div>
      <Button variant="subtle" size="xs" onClick={() => setComparing(true)}>
        Compare
      </Button>
      <Button variant="default" size="xs" disabled={use.isPending} onClick={() => take(offer.saved.id)}>
        Use it
      </Button>
      <IconButton label="Do not use a saved mapping" icon={IconX} size={28} onClick={() => setSettled(true)} />
      <Comparison
        opened={comparing}
        offer={offer}
        offers={offers}
        isUsing={use.isPending}
        onChoose={setChosen}
        onUse={() => take(offer.saved.id)}
        onClose={() => setComparing(false)}
      />
    </section>
  );
}

interface ComparisonProps {
  readonly opened: boolean;
  readonly offer: Offer;
  /** All that fit, the best first. */
  readonly offers: readonly Offer[];
  readonly isUsing: boolean;
  readonly onChoose: (mappingId: string | null) => void;
  readonly onUse: () => void;
  readonly onClose: () => void;
}

/** Everything a saved mapping would change, and the others that fit. */
function Comparison({ opened, offer, offers, isUsing, onChoose, onUse, onClose }: ComparisonProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`“${offer.saved.name}” ${fitWords(offer)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {offers.length > 1 && (
        <Select
          label="Saved mapping"
          mb="md"
          allowDeselect={false}
          data={offers.map((other) => ({ value: other.saved.id, label: `${other.saved.name}, ${fitWords(other)}` }))}
          value={offer.saved.id}
          onChange={onChoose}
        />
      )}
      <h3 className={classes['heading']}>Using it would change</h3>
      <ul className={classes['list']}>
        {offer.changes.map((change) => (
          <li key={`${change.kind} ${change.subject}`}>
            <Change change={change} />
          </li>
        ))}
      </ul>
      {missingWords(offer) !== '' && <p className={classes['missing']}>{missingWords(offer)}</p>}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={isUsing} onClick={onUse}>
          Use it
        </Button>
      </div>
    </Modal>
  );
}

const ICONS = { added: IconPlus, changed: IconPencil, removed: IconMinus } as const;

function Change({ change }: { readonly change: MappingChange }) {
  const Icon = ICONS[change.kind];
  return (
    <span className={classes['change']} data-kind={change.kind}>
      <Icon size={14} stroke={2} aria-hidden />
      <span>
        <strong>{change.subject}</strong> {change.detail}
      </span>
    </span>
  );
}
