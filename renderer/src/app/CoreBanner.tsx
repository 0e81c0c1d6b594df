import { useState } from 'react';
import type { EventPayload } from '../../../shared/contract/channels.ts';
import { goneMessage, lockedMessage, useConnection, useEvent } from '../bridge/index.ts';
import { splitSentences } from '../lib/sentences.ts';
import { Note } from '../ui/index.ts';
import classes from './CoreBanner.module.css';

/** Says when the engine is being started again, has failed, or when nobody answers behind the page. */
export function CoreBanner() {
  const [core, setCore] = useState<EventPayload<'core:state'>>({ state: 'running', message: '' });
  const connection = useConnection();
  useEvent('core:state', setCore);
  const message = words(core, connection);
  return (
    <div className={classes['banner']} aria-live="assertive">
      {message === null ? null : (
        <Note tone={core.state === 'failed' ? 'error' : 'warning'} title={message.first}>
          {message.rest}
        </Note>
      )}
    </div>
  );
}

function words(core: EventPayload<'core:state'>, connection: ReturnType<typeof useConnection>) {
  if (connection === 'gone') return splitSentences(goneMessage);
  if (connection === 'locked') return splitSentences(lockedMessage);
  if (core.state === 'running') return null;
  if (core.message !== '') return splitSentences(core.message);
  return core.state === 'restarting'
    ? {
        first: 'The engine stopped and is being started again.',
        rest: 'Nothing is lost. What you see may be a moment old.',
      }
    : {
        first: 'The engine could not be started.',
        rest: 'Nothing is lost, but nothing can be sent or read. Close Lead Console and open it once more.',
      };
}
