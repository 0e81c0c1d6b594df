import { useEffect, useRef } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { PasswordForm } from '../../lib/connect/PasswordForm.tsx';
import { Note } from '../../ui/index.ts';

/** Above what is on this computer and can be read without the password. */
export function ReadOnlyNote({ account }: { readonly account: AccountSummary }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The password is what a person types next. A focus that is somewhere already stays there.
    if (document.activeElement === document.body) place.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div ref={place}>
      <Note
        tone="warning"
        title="Read only: the password is missing."
        actions={<PasswordForm account={account} layout="line" />}
      >
        Everything here is on this computer. To change or send something, enter the password.
      </Note>
    </div>
  );
}
