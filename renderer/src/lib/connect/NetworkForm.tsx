import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NetworkFacts } from '../../../../shared/contract/network/network-channels.ts';
import { call, useChannel, useChannelMutation } from '../../bridge/index.ts';
import { FailureNote, SecondaryButton, startWork } from '../../ui/index.ts';
import { format } from '../format.ts';
import classes from './NetworkForm.module.css';

/** What the network of a company asks for: of this computer, for all connections. */
export function NetworkForm() {
  const { data, error } = useChannel('network:get', {}, { rereadOnFocus: true });
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return null;
  return (
    <div className={classes['form']}>
      <Certificates authorities={data.authorities} />
      <ProxySignIn key={data.proxyUser?.proxy ?? ''} proxies={data.proxies} user={data.proxyUser} />
    </div>
  );
}

function Certificates({ authorities }: Pick<NetworkFacts, 'authorities'>) {
  const choose = useChannelMutation('network:chooseCertificates');
  const remove = useChannelMutation('network:removeCertificates');
  const isBusy = choose.isPending || remove.isPending;

  async function chooseFile(): Promise<void> {
    const { file } = await call('host:chooseFile', { wanted: 'certificates' });
    if (file === null) return;
    remove.reset();
    choose.mutate({ token: file.token });
  }

  const failure = choose.error ?? remove.error;
  return (
    <section className="flexColumn gap8" aria-labelledby="network-certificates">
      <h3 id="network-certificates" className={classes['title']}>
        Certificates of your company
      </h3>
      <p className={classes['words']}>
        {authorities.length === 0
          ? 'Lead Console trusts this computer’s own store. A company that inspects encrypted connections has a certificate of its own: choose its file if the store lacks it.'
          : 'Lead Console trusts them besides this computer’s own store:'}
      </p>
      {authorities.length === 0 ? null : (
        <ul className={classes['list']}>
          {authorities.map(({ name, validTo }, index) => (
            <li key={index}>
              <span className="shrinks medium breaks" dir="auto">
                {name}
              </span>
              <span className="text2 rigid">until {format.date(validTo)}</span>
            </li>
          ))}
        </ul>
      )}
      <FailureNote failure={failure} />
      <div className="buttonRow room32">
        <SecondaryButton
          aria-disabled={isBusy}
          loading={choose.isPending}
          onClick={() => isBusy || startWork(chooseFile)}
        >
          {authorities.length === 0 ? 'Choose a file…' : 'Choose another file…'}
        </SecondaryButton>
        {authorities.length === 0 ? null : (
          <Button
            variant="subtle"
            aria-disabled={isBusy}
            onClick={() => {
              choose.reset();
              if (!isBusy) remove.mutate({});
            }}
          >
            Trust no file
          </Button>
        )}
      </div>
    </section>
  );
}

interface ProxySignInProps {
  readonly proxies: NetworkFacts['proxies'];
  readonly user: NetworkFacts['proxyUser'];
}

function ProxySignIn({ proxies, user }: ProxySignInProps) {
  const [proxy, setProxy] = useState(user?.proxy ?? proxies[0] ?? '');
  const [username, setUsername] = useState(user?.username ?? '');
  const [password, setPassword] = useState('');
  const signIn = useChannelMutation('network:signInToProxy');
  const signOut = useChannelMutation('network:signOutOfProxy');
  const isWhole = proxy.trim() !== '' && username !== '' && password !== '';
  const isBusy = signIn.isPending || signOut.isPending;
  const failure = signIn.error ?? signOut.error;
  return (
    <form
      className="flexColumn gap8"
      aria-labelledby="network-proxy"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole || isBusy) return;
        signOut.reset();
        signIn.mutate({ proxy, username, password }, { onSuccess: () => setPassword('') });
      }}
    >
      <h3 id="network-proxy" className={classes['title']}>
        Sign-in to a proxy
      </h3>
      <p className={classes['words']}>{wordsOf(proxies, user)}</p>
      <div className={classes['fields']}>
        <TextInput
          label="Proxy"
          description="The password goes to this one only."
          placeholder="proxy.example:8080"
          value={proxy}
          maxLength={300}
          spellCheck={false}
          onChange={(event) => setProxy(event.currentTarget.value)}
        />
        <TextInput
          label="User name"
          description="For the proxy, not for the service."
          value={username}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          description={user === null ? 'For the proxy.' : 'Type it again to change anything.'}
          value={password}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
        />
      </div>
      <FailureNote failure={failure} />
      <div className="buttonRow room32">
        <SecondaryButton type="submit" disabled={!isWhole} loading={signIn.isPending}>
          Save the sign-in
        </SecondaryButton>
        {user === null ? null : (
          <Button
            variant="subtle"
            aria-disabled={isBusy}
            onClick={() => {
              signIn.reset();
              if (!isBusy) signOut.mutate({});
            }}
          >
            Forget the password
          </Button>
        )}
      </div>
    </form>
  );
}

function wordsOf(proxies: readonly string[], user: NetworkFacts['proxyUser']): string {
  const way = proxies.length === 0 ? '' : `Connections go through ${proxies.join(', ')}. `;
  if (user === null)
    return `${way}Lead Console signs in by Basic; proxies that accept NTLM or Kerberos alone need a forwarder on this computer.`;
  return user.isKept
    ? `${way}The password for ${user.proxy} is kept by this computer’s credential vault.`
    : `${way}The password for ${user.proxy} is kept in memory until Lead Console closes.`;
}
