import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { PasswordForm } from '../../lib/connect/PasswordForm.tsx';
import { MainButton, Modal } from '../../ui/index.ts';

/** In place of Fetch while the password is missing: results on this computer open without it. */
export function SignInToFetch({ account }: { readonly account: AccountSummary }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <MainButton icon={IconLock} onClick={() => setOpened(true)}>
        Sign in to fetch
      </MainButton>
      <Modal opened={opened} onClose={() => setOpened(false)} title={`Enter the password for user ${account.username}`}>
        <PasswordForm account={account} onSignedIn={() => setOpened(false)} onCancel={() => setOpened(false)} />
      </Modal>
    </>
  );
}
