import { MINUTE } from '../../../../shared/domain/time/time.ts';
import type { UpdateState } from '../../../../shared/contract/host/updates.ts';
import { useChannel, useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { FailureNote, Meter } from '../../ui/index.ts';
import classes from './ProgramUpdate.module.css';
import box from './StorageBox.module.css';

/** Newer versions of the installed program, where an administrator named a place for them; nothing elsewhere. */
export function ProgramUpdate() {
  const { data } = useChannel('host:updates', {});
  const { data: info } = useChannel('host:info', {});
  const now = useNow(MINUTE);
  if (data?.isOffered !== true) return null;
  return (
    <section className={box['box']} aria-label="Version of the program">
      <h3 className={box['title']}>
        Lead Console <span className="tabular">{info?.version}</span>
      </h3>
      <p className={classes['note']} role="status">
        {stateWords(data, now)}
      </p>
      {data.state === 'loading' && (
        <Meter used={data.bytes} limit={data.bytesTotal} label={`${format.bytes(data.bytes)} loaded`} />
      )}
      <Steps update={data} />
      {data.trouble !== '' && (
        <p className={classes['note']} role="alert">
          {data.trouble}
        </p>
      )}
    </section>
  );
}

/** What can be done now: one step at a time. */
function Steps({ update }: { readonly update: UpdateState }) {
  const look = useChannelMutation('host:lookForUpdate');
  const load = useChannelMutation('host:loadUpdate');
  const install = useChannelMutation('host:installUpdate');
  const failure = look.error ?? load.error ?? install.error;
  const { state, way, imports, exports, changes, saves, bytesTotal } = update;
  const [paused, ended] = [imports + changes, exports + saves];
  const isPausing = paused > 0 && ended === 0 && way === 'install';
  return (
    <>
      {['unknown', 'newest', 'found'].includes(state) && (
        <Step onClick={() => look.mutate({})}>{state === 'found' ? 'Look again' : 'Look for a new version'}</Step>
      )}
      {state === 'found' && way !== 'system' && bytesTotal > 0 && (
        <Step onClick={() => load.mutate({})}>{`Load it, ${format.bytes(bytesTotal)}`}</Step>
      )}
      {(state === 'ready' || state === 'due') && (
        <Step onClick={() => install.mutate({ when: 'now' })}>
          {way === 'open' ? 'Close and open it' : isPausing ? 'Pause, update, go on' : 'Update now'}
        </Step>
      )}
      {state === 'ready' && paused + ended > 0 && (
        <Step onClick={() => install.mutate({ when: 'whenIdle' })}>{idleWords(update)}</Step>
      )}
      {state === 'due' && <Step onClick={() => install.mutate({ when: 'notYet' })}>Not by itself</Step>}
      <FailureNote failure={failure} />
    </>
  );
}

function Step({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <button type="button" className={classes['step']} onClick={onClick}>
      {children}
    </button>
  );
}

function stateWords(update: UpdateState, now: number): string {
  const { state, way, version, lookedAt, bytes, bytesTotal } = update;
  switch (state) {
    case 'unknown':
      return 'No look for a newer version yet.';
    case 'looking':
      return 'Looking for a newer version…';
    case 'newest':
      return `The newest version${lookedAt === null ? '' : `, as of ${format.moment(lookedAt, now)}`}.`;
    case 'found':
      return way === 'system'
        ? `Version ${version} is available. The software management of this computer installs it.`
        : `Version ${version} is available.`;
    case 'loading':
      return `Loading version ${version}: ${format.bytes(bytes)} of ${format.bytes(bytesTotal)}.`;
    case 'ready':
      return readyWords(`Version ${version} is loaded, and its signature is right.`, update);
    case 'due':
      return `Version ${version} is installed as soon as no import, export or change of a segment runs and no file is being saved. Lead Console then closes by itself and starts again.`;
    case 'installing':
      return `Lead Console closes, and version ${version} takes its place.`;
  }
}

function idleWords({ imports, exports, changes, saves }: UpdateState): string {
  const running = [
    ...(imports > 0 ? ['imports'] : []),
    ...(exports > 0 ? ['exports'] : []),
    ...(changes > 0 ? ['changes of segments'] : []),
    ...(saves > 0 ? ['saves'] : []),
  ];
  return running.length > 2 ? 'When all work has ended' : `When ${running.join(' and ')} have ended`;
}

function readyWords(loaded: string, { way, imports, exports, changes, saves }: UpdateState): string {
  const paused = [
    ...runWords(imports, ['import', 'imports'], 'paused for a minute, and no row is lost or sent twice'),
    ...runWords(changes, ['change of a segment', 'changes of segments'], 'paused for a minute; no batch is sent twice'),
  ];
  const ended = [
    ...runWords(exports, ['export', 'exports'], `ended; ${KEPT}`),
    ...(saves === 0 ? [] : ['What is being saved is not written: save it again.']),
  ];
  const begin = paused.length > 0 ? paused : ['The update takes a minute.'];
  const opens = 'It opens when Lead Console has closed: replace the old program with it.';
  return [loaded, ...(way === 'open' ? [opens] : begin), ...ended].join(' ');
}

const KEPT = 'the leads that have arrived are kept, and a refresh leaves its result as it was';

function runWords(count: number, [one, several]: readonly [one: string, several: string], what: string): string[] {
  if (count === 0) return [];
  return [`${count === 1 ? `The ${one} that runs is` : `${count} ${several} that run are`} ${what}.`];
}
