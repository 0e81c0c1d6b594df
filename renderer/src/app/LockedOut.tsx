import { IconKey } from '@tabler/icons-react';
import { useEffect } from 'react';
import { lockedMessage } from '../bridge/index.ts';
import { splitSentences } from '../lib/sentences.ts';
import classes from './LockedOut.module.css';

/** The whole page, for one that the program has never let in: nothing else on it could be used. */
export function LockedOut() {
  useEffect(() => {
    document.title = 'Lead Console';
  }, []);
  const { first, rest } = splitSentences(lockedMessage);
  return (
    <main className={classes['screen']}>
      <IconKey size={28} stroke={1.5} className="text3" aria-hidden />
      <h1 className={classes['title']}>{first}</h1>
      <p className="text2">{rest}</p>
    </main>
  );
}
