import { AppShell } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { useChannel } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { placeHref, railPages, type PageName } from '../../lib/navigation.ts';
import { pageTitles } from '../../lib/shortcuts.ts';
import { KeyCap, SkipLink } from '../../ui/index.ts';
import { pageIcons } from '../../lib/page-icons.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { QuotaPulse } from './QuotaPulse.tsx';
import { changesInNeed } from './changes-in-need.ts';
import { inNeed } from './jobs-in-need.ts';
import { RunningJob } from './RunningJob.tsx';
import classes from './Rail.module.css';

export interface RailProps {
  readonly account: AccountSummary;
  readonly page: PageName;
  readonly areDigitsShown: boolean;
}

/** Account, pages, the running job and the quota: on every screen, each links to its page. */
export function Rail({ account, page, areDigitsShown }: RailProps) {
  return (
    <AppShell.Navbar
      className={classes['rail'] ?? ''}
      withBorder={false}
      data-pane
      tabIndex={-1}
      aria-label="Lead Console"
    >
      <SkipLink to="[data-page-title]">Skip to the page</SkipLink>
      <AccountMenu key={account.id} account={account} />
      <ul className={classes['pages']}>
        {railPages.map((name, index) => {
          const Icon = pageIcons[name];
          return (
            <li key={name}>
              <a className={classes['entry']} href={placeHref(name)} aria-current={name === page ? 'page' : undefined}>
                <Icon size={18} stroke={1.6} aria-hidden />
                <span className={classes['entryName']}>{pageTitles[name]}</span>
                {name === 'jobs' && !areDigitsShown ? <JobsInNeed /> : null}
                {name === 'segments' && !areDigitsShown ? <ChangesInNeed /> : null}
                {areDigitsShown ? <KeyCap>{String(index + 1)}</KeyCap> : null}
              </a>
            </li>
          );
        })}
      </ul>
      <div className={classes['ground']} data-toast-ground />
      <div className={classes['bottom']}>
        <RunningJob />
        <QuotaPulse account={account} />
      </div>
    </AppShell.Navbar>
  );
}

/** How much waits for a person over all jobs: unknown rows, and jobs that cannot go on without one. */
function JobsInNeed() {
  const { data } = useChannel('job:list', {});
  const { rows, jobs } = inNeed(data?.jobs ?? []);
  const words = [
    ...(rows > 0 ? [format.count(rows, { one: '# unknown row', other: '# unknown rows' })] : []),
    ...(jobs > 0 ? [format.count(jobs, { one: '# job that needs you', other: '# jobs that need you' })] : []),
  ];
  return <InNeed count={rows + jobs} words={words.join(', ')} />;
}

function ChangesInNeed() {
  const { data } = useChannel('segment:changes', {});
  const count = changesInNeed(data?.changes ?? []);
  const words = format.count(count, { one: '# change that needs you', other: '# changes that need you' });
  return <InNeed count={count} words={words} />;
}

/** How many things of a page wait for a person; nothing for none. */
function InNeed({ count, words }: { readonly count: number; readonly words: string }) {
  if (count === 0) return null;
  return (
    <span className={classes['unknown']}>
      <IconHelpCircle size={14} stroke={1.75} aria-hidden />
      <span className="tabular" aria-hidden>
        {format.number(count)}
      </span>
      <span className="visuallyHidden">, {words}</span>
    </span>
  );
}
