import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Doubt } from '../../../../../shared/contract/jobs/doubt.ts';
import { call, useSave } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { Card, SmallButton, startWork, toast } from '../../../ui/index.ts';
import classes from './Doubt.module.css';
import { countedMore, namedRows } from './doubt-model.ts';
import { jobForms, momentWords } from './doubt-words.ts';

interface Fact {
  readonly what: string;
  readonly says: string;
}

/** Lists what is certain, what is not, and when each was found. */
export function DoubtSide({ doubt }: { readonly doubt: Doubt }) {
  return (
    <>
      <Facts title="What is certain" facts={certain(doubt)} icon={<IconCheck size={16} aria-hidden />} isCertain />
      <Facts title="What is not known" facts={notKnown(doubt)} icon={<IconCircleDashed size={16} aria-hidden />} />
      <Card title="What happened here" context={format.zoneName(doubt.foundAt)}>
        <dl className={classes['times']}>
          {happened(doubt).map(({ at, what }) => (
            <div key={what}>
              <dt className="tabular">{momentWords(at)}</dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <SaveReport />
      </Card>
    </>
  );
}

interface FactsProps {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly icon: ReactNode;
  readonly isCertain?: boolean;
}

function Facts({ title, facts, icon, isCertain = false }: FactsProps) {
  if (facts.length === 0) return null;
  return (
    <Card title={title}>
      <ul className={classes['facts']} data-certain={isCertain || undefined}>
        {facts.map(({ what, says }) => (
          <li key={what}>
            {icon}
            <div>
              <strong>{what}</strong>
              <span>{says}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function certain(doubt: Doubt): Fact[] {
  const { held, memories, service } = doubt;
  const named = namedRows(doubt);
  return present([
    held.length > 0 && {
      what: `${format.count(held.length, jobForms)} held`,
      says: 'No row of a held job is sent before you say so.',
    },
    memories !== null && {
      what: `${format.count(memories.journal.rows, rowForms)} sent, according to the journal`,
      says: 'Each with its number and its state.',
    },
    named > 0 && {
      what: `${format.count(named, rowForms)} named by the witness`,
      says: 'It writes each down right before it leaves. None is sent again by itself.',
    },
    service !== null && {
      what: `${format.number(service.counted)} counted by the service`,
      says: 'Its own figure for its day.',
    },
  ]);
}

function notKnown(doubt: Doubt): Fact[] {
  const { service, witness, setAside } = doubt;
  const more = countedMore(doubt);
  const named = namedRows(doubt);
  return present([
    named > 0 && {
      what: named === 1 ? 'Whether the 1 row arrived' : `Whether all ${format.number(named)} arrived`,
      says: 'The journal lost what became of them.',
    },
    (witness !== null || setAside !== null) && {
      what: 'Whether other rows left',
      says:
        witness === null
          ? 'The journal was damaged and built anew from what is whole.'
          : 'The witness is not whole, so it cannot name all that the journal forgot.',
    },
    service === null && { what: 'What the service counted', says: 'It was not asked.' },
    more > 0 && {
      what: `Who created the other ${format.number(more)}`,
      says: `${sinceWords(service?.since ?? null)}Someone else with this account, or this program on a copy of this data folder.`,
    },
  ]);
}

function present(facts: readonly (Fact | false)[]): Fact[] {
  return facts.filter((fact) => fact !== false);
}

function sinceWords(since: number | null): string {
  return since === null ? '' : `Counted after ${momentWords(since)}. `;
}

function happened({ foundAt, memories, service, setAside }: Doubt): { readonly at: number; readonly what: string }[] {
  const entries = [
    { at: memories?.journal.lastAt ?? null, what: 'Last entry of the journal' },
    { at: memories?.witness?.lastAt ?? null, what: 'Last record of the witness' },
    {
      at: foundAt,
      what: setAside === null ? 'Found' : `Found; the damaged journal is kept as ${setAside} and was built anew`,
    },
    { at: service?.readAt ?? null, what: 'The service’s count read, 1 request' },
  ];
  return entries
    .flatMap(({ at, what }) => (at === null ? [] : [{ at, what }]))
    .toSorted((one, other) => one.at - other.at);
}

function SaveReport() {
  const { saving, save } = useSave();

  async function saveReport(): Promise<void> {
    const saved = await save('what-is-in-doubt.txt', (args) => call('job:saveDoubt', args));
    if (saved !== null) toast(`Saved as ${saved.name}`, 'Names of jobs and numbers of rows, no lead’s data.');
  }

  return (
    <SmallButton disabled={saving !== null} onClick={() => startWork(saveReport, 'The report was not saved.')}>
      Save a report
    </SmallButton>
  );
}
