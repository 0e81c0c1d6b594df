import { useState } from 'react';
import type { EventPayload } from '../../../shared/contract/channels.ts';
import { goneMessage, lockedMessage, useConnection, useEvent } from '../bridge/index.ts';
import { splitSentences } from '../lib/sentences.ts';
import { Note } from '../ui/index.ts';
import classes from './CoreBanner.module.css';

/** Says when the core restarts or has failed, or when the host does not answer. */
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
        first: 'Lead Console’s background process stopped and is starting again.',
        rest: 'What you see may be out of date for a moment.',
      }
    : {
        first: 'Lead Console’s background process could not start.',
        rest: 'Nothing can be sent or read. Close Lead Console and open it again.',
      };
}
