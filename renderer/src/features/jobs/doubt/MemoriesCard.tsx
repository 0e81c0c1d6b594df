import type { Doubt } from '../../../../../shared/contract/jobs/doubt.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { Card, couldNot, SmallButton } from '../../../ui/index.ts';
import { countedMore, type Lane, namedRows, type Scale, scalesOf } from './doubt-model.ts';
import classes from './Doubt.module.css';
import { momentWords, TROUBLE } from './doubt-words.ts';

/** Journal, witness and service side by side: what each remembers, and by how much they differ. */
export function MemoriesCard({ doubt }: { readonly doubt: Doubt }) {
  const scales = scalesOf(doubt);
  return (
    <Card title="Who remembers what" context={`times ${format.zoneName(doubt.foundAt)}`} flush>
      <div className={classes['scales']}>
        {doubt.memories === null && <p className={classes['caption']}>{withoutMemories(doubt)}</p>}
        {scales.map((scale) => (
          <div key={scale.unit} className={classes['scale']}>
            {scale.to > 0 && (
              <p className={classes['caption']}>
                {unitWords(scale, doubt)}
                {scale.from > 0 && <span>bars begin at {format.number(scale.from)}</span>}
              </p>
            )}
            <ul aria-label={unitWords(scale, doubt)}>
              {scale.lanes.map((lane) => (
                <LaneLine key={lane.name} lane={lane} scale={scale} note={noteOf(lane, doubt)} doubt={doubt} />
              ))}
            </ul>
          </div>
        ))}
        <Legend doubt={doubt} />
        {doubt.service === null && <AskService />}
      </div>
    </Card>
  );
}

interface LaneLineProps {
  readonly lane: Lane;
  readonly scale: Scale;
  readonly note: string;
  readonly doubt: Doubt;
}

function LaneLine({ lane: { name, value, parts, more }, scale, note, doubt }: LaneLineProps) {
  const width = (rows: number) => `${(100 * Math.max(0, rows)) / (scale.to - scale.from)}%`;
  return (
    <li className={classes['lane']}>
      <div className={classes['laneName']}>
        <strong>{name}</strong>
        <span>{note}</span>
      </div>
      <div className={classes['track']} aria-hidden>
        {parts.known > scale.from && <span data-part="known" style={{ width: width(parts.known - scale.from) }} />}
        {parts.named > 0 && <span data-part="named" style={{ width: width(parts.named) }} />}
        {parts.unnamed > 0 && <span data-part="unnamed" style={{ width: width(parts.unnamed) }} />}
      </div>
      <div className={classes['laneValue']}>
        <strong>{value === null ? (name === 'Service' ? 'not asked' : 'missing') : format.number(value)}</strong>
        {value !== null && name === 'Witness' && doubt.witness !== null && <span>at least</span>}
        {more > 0 && <span>{format.number(more)} more</span>}
        {more < 0 && <span>{format.number(-more)} fewer</span>}
      </div>
    </li>
  );
}

function unitWords({ unit }: Scale, { service }: Doubt): string {
  if (unit === 'rows') return 'Rows that left, of the jobs kept here';
  return service?.isShared === true
    ? 'Requests in the service’s day, including other requests for leads'
    : 'Requests that create leads, in the service’s day';
}

function noteOf({ name }: Lane, { memories, service, witness }: Doubt): string {
  const ends = (at: number | null | undefined) =>
    at === null || at === undefined ? 'end not known' : `ends ${momentWords(at)}`;
  switch (name) {
    case 'Journal':
      return `the database, ${ends(memories?.journal.lastAt)}`;
    case 'Witness':
      return witness === null ? `the record of what was sent, ${ends(memories?.witness?.lastAt)}` : TROUBLE[witness];
    case 'This computer':
      return 'what it counted of that day';
    case 'Service':
      return service === null ? 'its own count' : `its own count, read ${momentWords(service.readAt)}`;
  }
}

/** Why the bar for journal and witness is missing. */
function withoutMemories({ forgotten, lost, witness, setAside }: Doubt): string {
  const isSame = forgotten.length === 0 && lost.length === 0 && witness === null && setAside === null;
  return isSame
    ? 'No difference between journal and witness was found.'
    : 'It is not known how much the journal and the witness each remembered.';
}

/** One request; nothing is sent or changed. */
function AskService() {
  const ask = useChannelMutation('job:askCount');
  return (
    <div className={classes['ask']}>
      <SmallButton loading={ask.isPending} onClick={() => ask.mutate({}, couldNot)}>
        Ask the service
      </SmallButton>
      <span>Asks the service for today’s count. Uses 1 request and sends no rows.</span>
    </div>
  );
}

function Legend({ doubt }: { readonly doubt: Doubt }) {
  const named = namedRows(doubt);
  const more = countedMore(doubt);
  if (named === 0 && more === 0) return null;
  return (
    <div className={classes['legend']}>
      {named > 0 && (
        <span>
          <i data-part="named" aria-hidden />
          {format.count(named, rowForms)} only the witness names: which, and when
        </span>
      )}
      {more > 0 && (
        <span>
          <i data-part="unnamed" aria-hidden />
          {format.number(more)} known by number only
        </span>
      )}
    </div>
  );
}
