import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import type { Discovery, RightChange, ToldRights } from '../../../../shared/contract/account/discovery.ts';
import { lossWords } from '../../../../shared/domain/service/discovery/rights.ts';
import { useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card, FailureNote, Note, SmallButton, StatusWord, TableHead } from '../../ui/index.ts';
import { allowedWords, entryWords, goneWords, holds, isLess, opensWords, VERBS } from './discovery-words.ts';
import classes from './RightsCard.module.css';

export interface RightsCardProps {
  readonly account: AccountSummary;
  readonly discovery: Discovery;
}

/** What the account may do, as the service tells it, and what is gone since the last good test. */
export function RightsCard({ account, discovery }: RightsCardProps) {
  const { rights, changes, lastGood, testedAt } = discovery;
  const zone = account.dialect.timeZone;
  const now = useNow(60_000);
  const isSince = isLess(discovery) && lastGood !== null;
  return (
    <Card
      title="Rights"
      context={
        isSince
          ? `since the last good test, ${format.date(lastGood.at, zone)} ${format.time(lastGood.at, zone)}`
          : rights === null
            ? 'not listed by the service'
            : `as listed by the service ${format.ago(testedAt, now, zone)}`
      }
    >
      {isSince ? <Loss account={account} changes={changes} /> : null}
      {rights === null ? (
        <p className="quiet">
          The service does not list the rights of this account. They show in use: a refusal names the right that is
          missing.
        </p>
      ) : (
        <Told rights={rights} changes={isSince ? changes : []} isLess={isSince} />
      )}
    </Card>
  );
}

function Loss({ account, changes }: { readonly account: AccountSummary; readonly changes: readonly RightChange[] }) {
  const accept = useChannelMutation('account:acceptRights');
  const gone = changes.filter(({ now }) => now === 'gone');
  const notAllowed = changes.filter(({ now }) => now !== 'allowed');
  const isAllowed = changes.filter(({ now }) => now === 'allowed');
  const first = isAllowed[0]?.right ?? '';
  return (
    <div className={classes['loss']}>
      <Note
        tone="warning"
        title={goneWords(gone.length)}
        actions={
          <SmallButton onClick={() => accept.mutate({ accountId: account.id })}>Accept the new rights</SmallButton>
        }
      >
        {lossWords(changes)}
      </Note>
      <FailureNote failure={accept.error} />
      <table className={classes['table']}>
        <TableHead names={['Right', 'Before', 'Now']} />
        <tbody>
          {notAllowed.map((change) => (
            <ChangeRow key={change.right} change={change} />
          ))}
          {isAllowed.length === 0 ? null : (
            <ChangeRow
              change={{
                right: isAllowed.length === 1 ? first : `${first}, ${isAllowed.length - 1} more`,
                before: true,
                now: 'allowed',
              }}
            />
          )}
        </tbody>
      </table>
    </div>
  );
}

function ChangeRow({ change }: { readonly change: RightChange }) {
  return (
    <tr>
      <th scope="row">{change.right}</th>
      <td>{change.before ? <Allowed /> : <span className="quiet">not known</span>}</td>
      <td>
        {change.now === 'allowed' ? (
          <Allowed />
        ) : change.now === 'gone' ? (
          <StatusWord status="warning">gone</StatusWord>
        ) : (
          <StatusWord status="waiting">not known</StatusWord>
        )}
      </td>
    </tr>
  );
}

function Allowed() {
  return <StatusWord status="ok">allowed</StatusWord>;
}

interface ToldProps {
  readonly rights: ToldRights;
  readonly changes: readonly RightChange[];
  readonly isLess: boolean;
}

function Told({ rights, changes, isLess: less }: ToldProps) {
  const { projectRights, resourceRights, entryAccess } = rights;
  return (
    <>
      {less ? null : <p className={classes['may']}>{allowedWords(resourceRights)}</p>}
      <dl className={classes['facts']}>
        <dt>Projects</dt>
        <dd>
          {projectRights.length === 0 ? (
            <span className="quiet">none named</span>
          ) : (
            projectRights.map((pattern) => (
              <code key={pattern} className={classes['chip']}>
                {pattern}
              </code>
            ))
          )}
          {projectRights.includes('*') ? <span className="quiet">all projects</span> : null}
        </dd>
        <dt>Entries</dt>
        <dd>
          {entryAccess === null ? null : <strong>{entryAccess}</strong>}{' '}
          <span className="quiet">{entryWords(entryAccess)}</span>
        </dd>
      </dl>
      {Object.keys(resourceRights).length === 0 ? null : (
        <Resources resourceRights={resourceRights} changes={changes} />
      )}
    </>
  );
}

function Resources({ resourceRights, changes }: Pick<ToldRights, 'resourceRights'> & Pick<ToldProps, 'changes'>) {
  // What a request was answered outweighs what the service tells.
  const isRefused = (right: string) => changes.some((change) => change.right === right && change.now === 'gone');
  return (
    <div className="scrolls" tabIndex={0} role="region" aria-label="Rights by resource">
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Resource</th>
            {VERBS.map((verb) => (
              <th key={verb} scope="col" className={classes['verb']}>
                {verb}
              </th>
            ))}
            <th scope="col">Opens</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(resourceRights).map(([resource, verbs]) => (
            <tr key={resource}>
              <th scope="row">{resource}</th>
              {VERBS.map((verb) => (
                <td key={verb} className={classes['verb']}>
                  {holds(verbs, verb) && isRefused(`${resource} ${verb}`) ? (
                    <IconAlertTriangle
                      size={15}
                      stroke={2}
                      role="img"
                      aria-label="told, and refused"
                      className={classes['refused']}
                    />
                  ) : holds(verbs, verb) ? (
                    <IconCheck size={15} stroke={2} role="img" aria-label="allowed" className={classes['yes']} />
                  ) : (
                    <>
                      <span aria-hidden>–</span>
                      <span className="visuallyHidden">not allowed</span>
                    </>
                  )}
                </td>
              ))}
              <td className="quiet">{opensWords(resource)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
