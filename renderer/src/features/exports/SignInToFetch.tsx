import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { PasswordForm } from '../../lib/connect/PasswordForm.tsx';
import { Modal } from '../../ui/index.ts';

/** In place of Fetch while the password is missing: results on this computer open without it. */
export function SignInToFetch({ account }: { readonly account: AccountSummary }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconLock size={15} aria-hidden />} onClick={() => setOpened(true)}>
        Sign in to fetch
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={`Enter the password for user ${account.username}`}>
        <PasswordForm account={account} onSignedIn={() => setOpened(false)} onCancel={() => setOpened(false)} />
      </Modal>
    </>
  );
}
