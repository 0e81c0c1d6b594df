import {
  IconBolt,
  IconClockPlay,
  IconFileImport,
  IconFileSpreadsheet,
  IconFlask2,
  IconGauge,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ChosenFile } from '../../../../shared/contract/host/files.ts';
import { startRefetch, useChannel, useChannelMutation } from '../../bridge/index.ts';
import { ConnectForm } from '../../lib/connect/ConnectForm.tsx';
import { wantTitleFocus } from '../../lib/navigation.ts';
import { usePendingFiles } from '../../lib/pending-file.ts';
import { format } from '../../lib/format.ts';
import { shortcutListOpened } from '../../lib/shortcuts.ts';
import { FailureNote, KeyCap, PracticeEdge, ProductMark, SecondaryButton } from '../../ui/index.ts';
import classes from './Welcome.module.css';

const practiceOffers: readonly { readonly icon: TablerIcon; readonly text: string }[] = [
  { icon: IconUsers, text: 'Thousands of made-up leads' },
  { icon: IconFileSpreadsheet, text: 'Spreadsheets, some damaged on purpose' },
  { icon: IconGauge, text: 'Real limits: 240 requests a minute' },
  { icon: IconBolt, text: 'Time-outs and refusals on demand' },
  { icon: IconClockPlay, text: 'A clock that can run faster' },
];

/** The first screen, for as long as there is no account: connect, or practise. */
export function Welcome() {
  useEffect(() => {
    document.title = 'Lead Console';
    // The control with the focus goes with this screen; whoever works by keys goes on at the page that comes.
    return wantTitleFocus;
  }, []);
  const accounts = useChannel('account:list', {});
  return (
    <div className={classes['screen']}>
      <main className={classes['main']}>
        <header className="flexCentred gap14">
          <ProductMark size={40} />
          <div>
            <h1 className={classes['name']}>Lead Console</h1>
            <p className={classes['claim']}>Import spreadsheets, export leads and see what the quota still allows.</p>
          </div>
        </header>
        <FailureNote failure={accounts.error} onRetry={() => startRefetch(accounts.refetch)} />
        <div className={classes['cards']}>
          <section className={classes['card']} aria-labelledby="welcome-connect">
            <h2 id="welcome-connect" className="title">
              Connect to your service
            </h2>
            <p className={classes['lead']}>
              Use the web service account your administrator gave you, not your own login.
            </p>
            <ConnectForm />
          </section>
          <PracticeCard />
        </div>
      </main>
      <Foot />
    </div>
  );
}

function PracticeCard() {
  const practice = useChannelMutation('account:practice');
  return (
    <section className={classes['card']} aria-labelledby="welcome-practice">
      <PracticeEdge className={classes['edge']} />
      <p className={classes['practice']}>
        <IconFlask2 size={16} stroke={1.75} aria-hidden />
        Practice
      </p>
      <h2 id="welcome-practice" className="title">
        Try it on a simulated service
      </h2>
      <p className={classes['lead']}>
        It runs on this computer. Nothing leaves it, and nothing you do there can reach real leads.
      </p>
      <ul className={classes['offers']}>
        {practiceOffers.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={16} stroke={1.6} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      <div className={classes['practiceFoot']}>
        <FailureNote failure={practice.error} />
        <SecondaryButton
          fullWidth
          aria-disabled={practice.isPending}
          leftSection={<IconFlask2 size={16} stroke={1.75} color="var(--lc-practice)" aria-hidden />}
          onClick={() => {
            if (!practice.isPending) practice.mutate({});
          }}
        >
          {practice.isPending ? 'Starting practice' : 'Start practising'}
        </SecondaryButton>
        <p className={classes['hint']}>A striped edge marks every screen while you practise.</p>
      </div>
    </section>
  );
}

function waitingWords([file, ...others]: readonly ChosenFile[]): string {
  if (file === undefined) return 'Drop a file anywhere. It waits here until you are connected.';
  if (others.length === 0) return `${file.name} waits here until you are connected.`;
  const more = format.count(others.length, { one: '# more file', other: '# more files' });
  return `${file.name} and ${more} wait here until you are connected.`;
}

function Foot() {
  const files = usePendingFiles();
  const { data: host } = useChannel('host:info', {}, { staleTime: Infinity });
  return (
    <footer className={classes['foot']}>
      <span className={classes['footItem']} role="status">
        <IconFileImport size={15} stroke={1.6} aria-hidden />
        {waitingWords(files ?? [])}
      </span>
      <span className="grow" />
      {host === undefined ? null : <span>Version {host.version}</span>}
      <button type="button" className={classes['shortcuts']} onClick={() => shortcutListOpened.set(true)}>
        Shortcuts <KeyCap>?</KeyCap>
      </button>
    </footer>
  );
}
