import { IconAdjustments, IconGauge, IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { QuotaSnapshot, ServiceQuota } from '../../../../shared/contract/quota/quota.ts';
import { ENDPOINT } from '../../../../shared/domain/service/services.ts';
import { useChannel, useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { navigate, usePlace } from '../../lib/navigation.ts';
import { idleWords } from '../../lib/quota-words.ts';
import { useNowWith } from '../../lib/use-now.ts';
import {
  AsOf,
  EmptyState,
  FailureNote,
  IconButton,
  Page,
  SecondaryButton,
  Skeleton,
  startWork,
} from '../../ui/index.ts';
import { useIsAtLeast } from '../../ui/layout/window-width.ts';
import { AlertNotes } from './cards/AlertNotes.tsx';
import { BudgetCard } from './cards/BudgetCard.tsx';
import { CARDS, shownCards } from './cards/shown-cards.ts';
import { TeamToday } from './cards/TeamToday.tsx';
import { Dashboard } from './Dashboard.tsx';
import { REQUESTS, RequestsPage } from './requests/RequestsPage.tsx';
import { SettingsDrawer } from './settings/SettingsDrawer.tsx';
import overview from '../../ui/layout/Overview.module.css';
import classes from './QuotaPage.module.css';

/** The quota, or the log of the last requests. */
export function QuotaPage() {
  const { id } = usePlace();
  return id === REQUESTS ? <RequestsPage /> : <BudgetsPage chosenId={id} />;
}

/** What each budget still allows and will allow, where each figure comes from, and the settings. */
function BudgetsPage({ chosenId }: { readonly chosenId: string | null }) {
  const snapshot = useChannel('quota:snapshot', {});
  const refresh = useChannelMutation('quota:refresh');
  const [isSetting, setIsSetting] = useState(false);
  // In a narrower window two buttons with words leave no room for the title of the page.
  const hasRoom = useIsAtLeast(680);
  const { data } = snapshot;
  const failure = refresh.error ?? snapshot.error;
  const read = (): void => {
    if (!refresh.isPending) refresh.mutate({});
  };
  const openLog = () => navigate('quota', REQUESTS);
  return (
    <Page
      title="Quota"
      context={data === undefined ? null : <ContextWords snapshot={data} />}
      actions={
        <>
          <IconButton
            label={refresh.isPending ? 'Reading limits and counts' : 'Read limits and counts (2 requests)'}
            icon={IconRefresh}
            onClick={read}
          />
          <SecondaryButton icon={IconAdjustments} onClick={() => setIsSetting(true)}>
            Reserve, shares and alerts
          </SecondaryButton>
          {hasRoom ? (
            <SecondaryButton icon={IconListDetails} onClick={openLog}>
              Request log
            </SecondaryButton>
          ) : (
            <IconButton label="Request log" icon={IconListDetails} onClick={openLog} />
          )}
        </>
      }
    >
      <div className={overview['page']}>
        <FailureNote
          failure={failure}
          onRetry={() => {
            if (refresh.error === null) startWork(() => snapshot.refetch());
            else read();
          }}
        />
        {snapshot.isPending && <Skeleton lines={6} label="The quota is loading" />}
        {data !== undefined && (
          <Content snapshot={data} chosenId={chosenId} read={read} isSetting={isSetting} onSetting={setIsSetting} />
        )}
      </div>
    </Page>
  );
}

function ContextWords({ snapshot }: { readonly snapshot: QuotaSnapshot }) {
  const now = useNowWith(snapshot, 1000);
  const confirmedAt = Math.max(0, ...snapshot.services.map(({ daily }) => daily.confirmedAt ?? 0));
  const confirmed =
    confirmedAt === 0 ? 'not confirmed yet' : `confirmed by the service ${format.ago(confirmedAt, now)}`;
  const words = `Counted here, ${confirmed}. Fair use is ${snapshot.fairUse ? 'on' : 'off'}.`;
  return (
    <AsOf>
      <span title={words}>{words}</span>
    </AsOf>
  );
}

interface ContentProps {
  readonly snapshot: QuotaSnapshot;
  readonly chosenId: string | null;
  readonly read: () => void;
  readonly isSetting: boolean;
  readonly onSetting: (isSetting: boolean) => void;
}

function Content({ snapshot, chosenId, read, isSetting, onSetting }: ContentProps) {
  const now = useNowWith(snapshot, 1000);
  const [places, setPlaces] = useState<readonly string[]>([]);
  const { cards, others } = shownCards(snapshot.services, places);
  const shown = cards.map(({ service }) => service);
  if (shown.join('\n') !== places.join('\n')) setPlaces(shown);
  const isFor = (id: string) => (service: ServiceQuota) =>
    service.endpoints.some((endpoint) => endpoint.service === id);
  const chosen =
    cards.find(isFor(chosenId ?? ENDPOINT.createLeads)) ?? cards.find(isFor(ENDPOINT.createLeads)) ?? cards[0];
  return (
    <>
      <AlertNotes quota={snapshot} now={now} />
      {chosen === undefined ? (
        <EmptyState
          icon={IconGauge}
          title="Nothing is known yet"
          action={<SecondaryButton onClick={read}>Read limits and counts</SecondaryButton>}
        >
          The service gives its limits with the first answer. Reading them now uses 2 requests.
        </EmptyState>
      ) : (
        <>
          <ul className={classes['cards']} data-many={cards.length > CARDS || undefined} aria-label="Budgets">
            {cards.map((service) => (
              <BudgetCard
                key={service.service}
                service={service}
                quota={snapshot}
                now={now}
                isChosen={service === chosen}
                isNarrow={cards.length > CARDS}
                onChoose={choose}
              />
            ))}
          </ul>
          {others.length === 0 && snapshot.unmatched.length === 0 ? null : (
            <p className={classes['others']}>
              {others.length === 0 ? '' : `Not used today: ${others.map(idleWords).join(', ')}. `}
              {snapshot.unmatched.length === 0 ? '' : unmatchedWords(snapshot)}
            </p>
          )}
          {snapshot.isInTeam === true && <TeamToday service={chosen} now={now} />}
          <Dashboard key={chosen.service} service={chosen} now={now} />
        </>
      )}
      <SettingsDrawer
        opened={isSetting}
        onClose={() => onSetting(false)}
        quota={snapshot}
        chosen={chosen?.service ?? null}
      />
    </>
  );
}

function choose(service: string): void {
  navigate('quota', service, { replace: true });
}

function unmatchedWords({ unmatched }: QuotaSnapshot): string {
  const names = unmatched.map(({ name, used, limit }) => {
    const figures = [
      used === null ? '' : `${format.number(used)} used`,
      limit === null ? '' : `of ${format.number(limit)}`,
    ];
    return `${name} (${figures.filter((part) => part !== '').join(' ') || 'no figures'})`;
  });
  return `The service also counts ${names.join(', ')}; Lead Console sends nothing there.`;
}
