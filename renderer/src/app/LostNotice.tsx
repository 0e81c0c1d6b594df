import { MINUTE } from '../../../shared/domain/time/time.ts';
import { useLink } from '../lib/link.ts';
import { useClock } from '../lib/use-now.ts';
import { Note } from '../ui/index.ts';
import classes from './LostNotice.module.css';
import { lostWords } from './lost-words.ts';

/**
 * Says when the program behind the page restarts, has failed or does not answer.
 * @param floats over a page without a frame
 */
export function LostNotice({ floats = false }: { readonly floats?: boolean }) {
  const lost = useLink();
  const words = lostWords(lost, useClock(MINUTE));
  return (
    <div className={floats ? classes['floating'] : undefined} aria-live="assertive">
      {words === null ? null : (
        <Note tone={lost.state === 'restarting' ? 'warning' : 'error'} title={words.first}>
          {words.rest}
        </Note>
      )}
    </div>
  );
}
