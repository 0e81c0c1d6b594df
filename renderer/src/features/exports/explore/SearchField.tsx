import { ActionIcon, CloseButton, TextInput, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconFilter, IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent, Ref } from 'react';
import { SEARCH_LENGTH_LIMIT } from '../../../../../shared/contract/exports/views.ts';
import { format } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/index.ts';
import type { Search } from './use-search.ts';
import classes from './Explore.module.css';

interface SearchFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly find: string;
  readonly search: Search;
  readonly onlyHits: boolean;
  readonly onFind: (find: string) => void;
  readonly onOnlyHits: (only: boolean) => void;
}

/** Marks the hits of a text; Enter and F3 go from one to the next. */
export function SearchField({ ref, find, search, onlyHits, onFind, onOnlyHits }: SearchFieldProps) {
  const hasText = find.trim() !== '';
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') (event.shiftKey ? search.previous : search.next)();
    else if (event.key === 'Escape' && find !== '') onFind('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <search className={classes['search']}>
      <TextInput
        ref={ref}
        className={classes['searchField'] ?? ''}
        aria-label="Search in these leads"
        placeholder="Search in these"
        maxLength={SEARCH_LENGTH_LIMIT}
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={hasText ? <HitWords search={search} onClear={() => onFind('')} /> : null}
        rightSectionWidth={hasText ? 132 : 0}
        rightSectionPointerEvents="none"
        value={find}
        onChange={(event) => onFind(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {hasText && (
        <>
          <IconButton
            label="Previous hit"
            icon={IconChevronUp}
            disabled={search.hit === null}
            onClick={search.previous}
          />
          <IconButton label="Next hit" icon={IconChevronDown} disabled={search.hit === null} onClick={search.next} />
          <Tooltip label="Only rows with hits">
            <ActionIcon
              variant={onlyHits ? 'light' : 'subtle'}
              aria-label="Only rows with hits"
              aria-pressed={onlyHits}
              onClick={() => onOnlyHits(!onlyHits)}
            >
              <IconFilter size={17} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </search>
  );
}

function HitWords({ search, onClear }: { readonly search: Search; readonly onClear: () => void }) {
  return (
    <span className={`${classes['hits'] ?? ''} tabular`}>
      <span role="status">{hitWords(search)}</span>
      <CloseButton size={20} aria-label="Clear the search" onClick={onClear} />
    </span>
  );
}

/** "hit 3 of 41", "hit 3 of 41 so far", "no hit". */
function hitWords({ hit, counted, isWhole }: Pick<Search, 'hit' | 'counted' | 'isWhole'>): string {
  if (hit === null) return counted?.hits === 0 && (isWhole || counted.searched === counted.rowsTotal) ? 'no hit' : '';
  const place = format.number(hit.ordinal + 1);
  if (counted === null) return `hit ${place}`;
  const hits = Math.max(counted.hits, hit.ordinal + 1);
  return `hit ${place} of ${format.number(hits)}${isWhole ? '' : ' so far'}`;
}
