import { useEffect, useState } from 'react';
import type { QuotaSnapshot } from '../../../../../shared/contract/quota/quota.ts';
import { callUntil, isCancelled, type CallError } from '../../../bridge/index.ts';
import { FailureNote, SmallButton, startWork, StatusWord } from '../../../ui/index.ts';
import { nightPriceWords, verdictWords } from './notes-model.ts';
import classes from './Settings.module.css';

/** What a request costs at night without fair use: the specification says 4 in one place and 1 in another. */
export function Probe({ quota }: { readonly quota: QuotaSnapshot }) {
  const [running, setRunning] = useState<AbortController | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  useEffect(() => () => running?.abort(), [running]);
  function start(): void {
    const controller = new AbortController();
    setRunning(controller);
    setFailure(null);
    startWork(async () => {
      try {
        await callUntil('quota:probe', {}, controller.signal);
      } catch (error) {
        if (!isCancelled(error)) setFailure(error as CallError);
      } finally {
        setRunning(null);
      }
    });
  }
  const verdict = verdictWords(quota.lastProbe);
  return (
    <section className={classes['section']} aria-label="Price at night">
      <h3 className={classes['title']}>Price at night</h3>
      <p className={classes['words']}>{nightPriceWords(quota.nightPrice)}</p>
      <p className={classes['words']} role="status">
        {running === null ? (
          verdict === '' ? null : (
            <StatusWord status={quota.lastProbe?.isSettled === true ? 'ok' : 'unknown'}>{verdict}</StatusWord>
          )
        ) : (
          'Eight requests are sent; the counts before and after show the price.'
        )}
      </p>
      <FailureNote failure={failure} />
      <div className={classes['buttons']}>
        {running === null ? (
          <SmallButton onClick={start}>Check now (8 requests)</SmallButton>
        ) : (
          <SmallButton onClick={() => running.abort()}>Stop the check</SmallButton>
        )}
      </div>
    </section>
  );
}
