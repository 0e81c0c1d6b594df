import { Switch } from '@mantine/core';
import { useChannel, useChannelMutation } from '../../bridge/index.ts';
import { FailureNote } from '../../ui/index.ts';
import classes from './StorageBox.module.css';

/** Whether the installed program starts with the person's session; nothing where it cannot. */
export function LoginStart({ isPasswordKept }: { readonly isPasswordKept: boolean }) {
  const { data } = useChannel('host:loginStart', {}, { rereadOnFocus: true });
  const set = useChannelMutation('host:setLoginStart');
  if (data?.isOffered !== true) return null;
  return (
    <section className={classes['box']} aria-label="Start of the program">
      <Switch
        size="xs"
        label="Open when I log in, without a window"
        checked={data.isSet}
        onChange={({ currentTarget }) => set.mutate({ isOn: currentTarget.checked })}
      />
      <p className={classes['note']}>
        {isPasswordKept
          ? 'Imports then go on by themselves. The icon beside the clock opens the window.'
          : 'Imports go on once you have typed the password: this computer does not keep it.'}
      </p>
      {set.data?.isSet === false && set.variables?.isOn === true && (
        <p className={classes['note']} role="alert">
          The system refused it. Its own settings for programs at login may forbid it.
        </p>
      )}
      <FailureNote failure={set.error} />
    </section>
  );
}
