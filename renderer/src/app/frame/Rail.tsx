import { AppShell } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { useChannel } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { placeHref, railPages, type PageName } from '../../lib/navigation.ts';
import { pageTitles } from '../../lib/shortcuts.ts';
import { KeyCap } from '../../ui/index.ts';
import { pageIcons } from '../../lib/page-icons.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { QuotaPulse } from './QuotaPulse.tsx';
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
      <AccountMenu account={account} />
      <ul className={classes['pages']}>
        {railPages.map((name, index) => {
          const Icon = pageIcons[name];
          return (
            <li key={name}>
              <a className={classes['entry']} href={placeHref(name)} aria-current={name === page ? 'page' : undefined}>
                <Icon size={18} stroke={1.6} aria-hidden />
                <span className={classes['entryName']}>{pageTitles[name]}</span>
                {name === 'jobs' && !areDigitsShown ? <UnknownRows account={account} /> : null}
                {areDigitsShown ? <KeyCap>{String(index + 1)}</KeyCap> : null}
              </a>
            </li>
          );
        })}
      </ul>
      <div className={classes['bottom']}>
        <RunningJob />
        <QuotaPulse account={account} />
      </div>
    </AppShell.Navbar>
  );
}

/** How many rows wait for a person's decision, over all jobs. */
function UnknownRows({ account }: { readonly account: AccountSummary }) {
  const { data } = useChannel('job:list', {}, { enabled: account.signedIn });
  const rows = (data?.jobs ?? []).reduce((sum, job) => sum + job.counts.unknown, 0);
  if (rows === 0) return null;
  return (
    <span className={classes['unknown']}>
      <IconHelpCircle size={14} stroke={1.75} aria-hidden />
      <span className="tabular" aria-hidden>
        {format.number(rows)}
      </span>
      <span className="visuallyHidden">, {format.count(rows, { one: '# unknown row', other: '# unknown rows' })}</span>
    </span>
  );
}
