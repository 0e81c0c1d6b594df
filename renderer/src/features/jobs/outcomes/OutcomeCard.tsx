import { Button, Menu, Select } from '@mantine/core';
import { IconChevronDown, IconFileDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { Outcomes } from '../../../../../shared/contract/jobs/outcomes.ts';
import {
  call,
  endCall,
  isCancelled,
  newCallId,
  useChannel,
  useChannelMutation,
  useSave,
} from '../../../bridge/index.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { format, leadForms, requestForms, rowForms } from '../../../lib/format.ts';
import { savedFileWords } from '../../../lib/saved-file-words.ts';
import { useNow } from '../../../lib/use-now.ts';
import { CancelButton, Card, Changes, FailureNote, SmallButton, startWork, toast } from '../../../ui/index.ts';
import { readingNotes } from './outcome-model.ts';
import { Course, Ends, Funnel, Groups } from './OutcomeTables.tsx';
import classes from './OutcomeCard.module.css';

const searchForms = { one: 'One lead search', other: '# lead searches' };

interface OutcomeCardProps {
  /** Ids of the imports. */
  readonly jobs: readonly string[];
  /** Codes of their campaigns: each is one request. */
  readonly campaigns: readonly string[];
  /** Rows that they created. */
  readonly created: number;
  /** Name of the file to save, without its ending. */
  readonly fileName: string;
  /** Words for the sum of the rows: "Created by this import". */
  readonly total: string;
  /** Address of the page to print. */
  readonly printHref: string;
}

/** What became of the leads that imports created, by how their calls ended, by their age and by a column of the files. */
export function OutcomeCard({ jobs, campaigns, created, fileName, total, printHref }: OutcomeCardProps) {
  const [by, setBy] = useState<string | null>(null);
  const { data, error, isPlaceholderData } = useChannel(
    'job:outcomes',
    { jobs: [...jobs], by },
    { keepPrevious: true },
  );
  const read = useChannelMutation('job:readOutcomes');
  const { saving, save } = useSave();
  const now = useNow(MINUTE);
  const outcomes = data?.outcomes ?? null;
  const failure = isCancelled(read.error) ? error : (read.error ?? error);
  const price = `${format.count(campaigns.length, searchForms)}${campaigns.length === 1 ? ` of ${campaigns[0] ?? ''}` : ', one a campaign,'}`;

  function readNow(changed: boolean): void {
    if (read.isPending) return;
    // The card shows failures.
    read.mutate({ jobs: [...jobs], by, changed, callId: newCallId() });
  }

  async function saveRows(): Promise<void> {
    const saved = await save(`${fileName}-outcomes.csv`, ({ token }) =>
      call('job:saveOutcomes', { jobs: [...jobs], token }),
    );
    if (saved === null) return;
    const words = savedFileWords(saved, rowForms);
    toast(words.title, words.check);
  }

  return (
    <Card
      className={classes['card']}
      title="What became of the leads"
      context={
        outcomes === null ? undefined : (
          <span className="tabular">
            {ageOf(outcomes, now)}; {format.count(campaigns.length, requestForms)} to read again
          </span>
        )
      }
      actions={
        <Changes>
          {read.isPending && (
            <CancelButton size="xs" variant="subtle" onClick={() => endCall(read.variables.callId ?? '')} />
          )}
          {outcomes !== null && (
            <>
              <SmallButton icon={IconPrinter} href={printHref}>
                Print…
              </SmallButton>
              <SmallButton
                icon={IconFileDownload}
                disabled={saving !== null}
                onClick={() => startWork(saveRows, 'The file was not saved.')}
              >
                Save…
              </SmallButton>
            </>
          )}
          {outcomes === null ? (
            <SmallButton loading={read.isPending} onClick={() => readNow(false)}>
              Read outcomes
            </SmallButton>
          ) : (
            <ReadAgain price={price} isReading={read.isPending} onRead={readNow} />
          )}
        </Changes>
      }
      flush={outcomes !== null}
    >
      <FailureNote failure={failure} className={outcomes === null ? undefined : classes['failure']} />
      {outcomes === null && failure === null && (
        <p className="quiet" role="status">
          {read.isPending
            ? `The leads of ${campaigns.length === 1 ? (campaigns[0] ?? '') : `${format.number(campaigns.length)} campaigns`} are being read.`
            : `${price} ${campaigns.length === 1 ? 'tells' : 'tell'} how the calls of these ${format.count(created, leadForms)} ended. Nothing is changed or sent.`}
        </p>
      )}
      {outcomes !== null && (
        <div className={classes['body']}>
          <div>
            <section aria-label="How they ended">
              <Ends outcomes={outcomes} total={total} />
              {readingNotes(outcomes, (at) => format.moment(at, now)).map((note) => (
                <p key={note} className="quiet">
                  {note}
                </p>
              ))}
            </section>
            <section aria-label="From created to success" className={classes['part']}>
              <Funnel outcomes={outcomes} />
            </section>
          </div>
          <div>
            <section aria-label="By a column of the file">
              <div className="flexCentred gap8 below4">
                <Select
                  aria-label="By column"
                  placeholder="By a column of the file"
                  allowDeselect
                  size="xs"
                  clearable
                  searchable
                  nothingFoundMessage="No such column"
                  data={outcomes.columns}
                  value={by}
                  onChange={setBy}
                />
              </div>
              {by === null ? (
                <p className="quiet">
                  Choose a column, such as a supplier or a city, to see which of its values were worth their calls.
                </p>
              ) : (
                !isPlaceholderData && (
                  <div className={classes['scroll']} role="group" aria-label="Values of the column" tabIndex={0}>
                    <Groups groups={outcomes.groups} joined={outcomes.joined} />
                  </div>
                )
              )}
            </section>
            <section aria-label="By age" className={classes['part']}>
              <h3>Since the leads were created</h3>
              <Course course={outcomes.course} moves={outcomes.moves} />
            </section>
          </div>
        </div>
      )}
    </Card>
  );
}

function ageOf({ at, oldest, looked }: Outcomes, now: number): string {
  const since = oldest < at ? `from ${format.moment(oldest, now)} to ` : 'as of ';
  return `${since}${format.moment(at, now)}; ${format.count(looked, leadForms)} read`;
}

interface ReadAgainProps {
  readonly price: string;
  readonly isReading: boolean;
  readonly onRead: (changed: boolean) => void;
}

function ReadAgain({ price, isReading, onRead }: ReadAgainProps) {
  return (
    <Button.Group>
      <SmallButton loading={isReading} title={`${price} since the first import`} onClick={() => onRead(false)}>
        Read again
      </SmallButton>
      <Menu position="bottom-end" width={300}>
        <Menu.Target>
          <SmallButton px={6} aria-label="Other ways to read again" disabled={isReading}>
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onRead(true)}>
            Only what changed since
            <span className={classes['menuNote']}>
              The same price, a shorter answer. Leads that left the list since then do not show.
            </span>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
