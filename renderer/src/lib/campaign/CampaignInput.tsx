import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { IconSelector, IconTargetArrow } from '@tabler/icons-react';
import { useState } from 'react';
import { useActiveAccount, useChannel } from '../../bridge/index.ts';
import classes from './CampaignInput.module.css';
import { useNow } from '../use-now.ts';
import { campaignChoices, campaignHint, type RememberedCampaign } from './campaign-choices.ts';

interface CampaignInputProps {
  /** The element that names the control. */
  readonly labelId: string;
  readonly value: string;
  readonly width: number;
  /** A long code makes its field longer, up to what there is room for. */
  readonly grows?: boolean;
  /** A code that is not offered: it is known to be wrong. */
  readonly without?: string;
  readonly onChange: (code: string) => void;
  /** A code was chosen, or typing ended. */
  readonly onCommit?: (code: string) => void;
}

/** Letters that are read whole in the narrowest field. */
const SHORT = 20;

/** A campaign's code: one that is remembered, or any other as it is typed. */
export function CampaignInput({
  labelId,
  value,
  width,
  grows = false,
  without,
  onChange,
  onCommit,
}: CampaignInputProps) {
  const { remembered, isPractice } = useCampaigns();
  const choices = campaignChoices(remembered, isPractice).filter((code) => code !== without);
  const now = useNow(60_000);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Autocomplete
      aria-labelledby={labelId}
      placeholder="Campaign code"
      required
      style={{ width: grows ? `min(100%, max(${width}px, ${value.length}ch * 1.12 + 62px))` : width }}
      {...(value.length > SHORT && { title: value })}
      maxLength={200}
      leftSection={<IconTargetArrow size={15} stroke={1.75} aria-hidden />}
      rightSection={<IconSelector size={14} aria-hidden />}
      rightSectionPointerEvents="none"
      // Beside each code stands what is known of it.
      comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      scrollAreaProps={{ scrollbars: 'y' }}
      classNames={{ option: classes['option'] ?? '' }}
      data={choices}
      filter={narrowed}
      renderOption={({ option: { value: code } }) => (
        <span className={classes['choice']}>
          <bdi>{code}</bdi>
          <span>{campaignHint(code, remembered, isPractice, now)}</span>
        </span>
      )}
      value={value}
      onChange={onChange}
      onOptionSubmit={(code) => onCommit?.(code)}
      onBlur={() => onCommit?.(value)}
      onKeyDown={(event) => {
        // With an option under the cursor, Enter takes that one.
        const hasOption = event.currentTarget.getAttribute('aria-activedescendant') !== null;
        if (event.key !== 'Enter' || hasOption) return;
        setIsOpen(false);
        onCommit?.(value);
      }}
    />
  );
}

/** Once a code is whole, the others are what a person may be looking for. */
const narrowed: NonNullable<AutocompleteProps['filter']> = ({ options, search }) => {
  const wanted = search.trim().toLowerCase();
  const all = options.flatMap((option) => ('group' in option ? [] : [option]));
  if (all.some((option) => option.label.toLowerCase() === wanted)) return all;
  return all.filter((option) => option.label.toLowerCase().includes(wanted));
};

/** Campaigns that were used from here, and whether the account is for practice. */
export function useCampaigns(): { readonly remembered: readonly RememberedCampaign[]; readonly isPractice: boolean } {
  const account = useActiveAccount();
  const { data } = useChannel('import:campaigns', {});
  return { remembered: data?.campaigns ?? [], isPractice: account?.kind === 'practice' };
}
