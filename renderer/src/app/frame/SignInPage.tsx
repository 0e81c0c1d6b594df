import { useEffect, useRef } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { useChannel } from '../../bridge/index.ts';
import { PasswordForm } from '../../lib/connect/PasswordForm.tsx';
import type { PageName } from '../../lib/navigation.ts';
import { pageTitles } from '../../lib/shortcuts.ts';
import { Card, Page } from '../../ui/index.ts';
import classes from './SignInPage.module.css';

/** In place of a page that needs the service, until the password is entered. */
export function SignInPage({ account, page }: { readonly account: AccountSummary; readonly page: PageName }) {
  const { data: info } = useChannel('host:info', {}, { staleTime: Infinity });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The password is what a person types next. A focus that is somewhere already stays there.
    if (document.activeElement === document.body) place.current?.querySelector('input')?.focus();
  }, []);
  return (
    <Page title={pageTitles[page]} context={account.name}>
      <div className={classes['place']} ref={place}>
        <Card title={`Enter the password for user ${account.username}`}>
          <p className="text2 below12">
            {info?.protection === 'session'
              ? 'In a browser it is kept only while Lead Console runs.'
              : 'It was not kept, or the service does not accept it any more.'}{' '}
            Jobs wait, and go on when you have signed in. Jobs, drafts and past results can be read without it.
          </p>
          <PasswordForm account={account} />
        </Card>
      </div>
    </Page>
  );
}
