import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import type { Asked, Discovery, Finding, PointName } from '../../../../shared/contract/account/discovery.ts';
import { pointTitles, toDo, verdictCounts } from '../../../../shared/domain/service/discovery/point-words.ts';
import { useChannelMutation } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { type PageName, placeHref } from '../../lib/navigation.ts';
import { Card, CopyButton, Drawer, FailureNote, StatusWord, TableHead, toast } from '../../ui/index.ts';
import classes from './FindingsCard.module.css';

export interface FindingsCardProps {
  readonly account: AccountSummary;
  readonly discovery: Discovery;
}

/** Every point that the specification leaves open: what an answer showed, and what Lead Console goes by. */
export function FindingsCard({ account, discovery }: FindingsCardProps) {
  const [shown, setShown] = useState<Finding | null>(null);
  // One for all points: each sends all settings, as they were shown.
  const save = useChannelMutation('account:dialect');
  const { findings, testedAt } = discovery;
  const counts = verdictCounts(findings);
  const zone = account.dialect.timeZone;
  return (
    <Card
      title="What the specification leaves open"
      context={`${findings.length} points, kept with the account, tested ${format.date(testedAt, zone)} ${format.time(testedAt, zone)}`}
      actions={
        <>
          <VerdictWord verdict="confirmed">{counts.confirmed} confirmed</VerdictWord>
          <VerdictWord verdict="contradicted">{counts.contradicted} contradicted</VerdictWord>
          <VerdictWord verdict="open">{counts.open} open</VerdictWord>
        </>
      }
      flush
    >
      <FailureNote failure={save.error} />
      <div className="scrolls" tabIndex={0} role="region" aria-label="Points that the specification leaves open">
        <table className={classes['table']}>
          <TableHead names={['Point', 'Verdict', 'Evidence', 'Value used', 'What to do']} />
          <tbody>
            {findings.map((finding) => (
              <Row
                key={finding.point}
                account={account}
                finding={finding}
                save={save}
                isEarlier={finding.at !== testedAt}
                onShow={() => setShown(finding)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Drawer
        opened={shown !== null}
        onClose={() => setShown(null)}
        position="right"
        size={520}
        title={shown === null ? '' : pointTitles[shown.point]}
      >
        {shown === null ? null : <Evidence finding={shown} requests={discovery.requests} zone={zone} />}
      </Drawer>
    </Card>
  );
}

/** Pages on which an open point is settled. */
const WHERE_IT_SETTLES: Partial<Record<PointName, PageName>> = {
  importNames: 'import',
  importResult: 'import',
  poolField: 'import',
  nightPrice: 'quota',
};

const verdictNames = { confirmed: 'Confirmed', contradicted: 'Contradicted', open: 'Open' } as const;
const VERDICT_STATUS = { confirmed: 'ok', contradicted: 'warning', open: 'waiting' } as const;

type SaveDialect = ReturnType<typeof useChannelMutation<'account:dialect'>>;

interface RowProps {
  readonly account: AccountSummary;
  readonly finding: Finding;
  readonly save: SaveDialect;
  /** The finding is not from the last test but from an earlier one, or from use. */
  readonly isEarlier: boolean;
  readonly onShow: () => void;
}

function Row({ account, finding, save, isEarlier, onShow }: RowProps) {
  const { point, verdict, evidence, used, at } = finding;
  const zone = account.dialect.timeZone;
  const said = isEarlier ? `${format.date(at, zone)} ${format.time(at, zone)}: ${evidence}` : evidence;
  return (
    <tr>
      <th scope="row">
        <button type="button" className={classes['point']} title={pointTitles[point]} onClick={onShow}>
          {pointTitles[point]}
        </button>
      </th>
      <td>
        <VerdictWord verdict={verdict}>{verdictNames[verdict]}</VerdictWord>
      </td>
      <td className={classes['evidence']} title={said}>
        {said}
      </td>
      <td title={used}>{used}</td>
      <td>
        <WhatToDo account={account} finding={finding} save={save} />
      </td>
    </tr>
  );
}

/** What is left to do, or the setting that would follow the service. Nothing changes before it is pressed. */
function WhatToDo({ account, finding, save }: Pick<RowProps, 'account' | 'finding' | 'save'>) {
  const { offer, point } = finding;
  if (offer === null || account.kind === 'practice') {
    const page = finding.verdict === 'open' ? WHERE_IT_SETTLES[point] : undefined;
    const words = toDo(finding);
    return page === undefined ? (
      <span title={words}>{words}</span>
    ) : (
      <a href={placeHref(page)} title={words}>
        {words}
      </a>
    );
  }
  const wanted =
    offer.rawLeadsPath ?? offer.poolField ?? (offer.bodyCase === 'camel' ? 'campaignCode' : 'CampaignCode');
  const { rawLeadsPath, poolField, bodyCase } = { ...account.dialect, ...offer };
  const { dialect } = account;
  const isTaken =
    rawLeadsPath === dialect.rawLeadsPath && poolField === dialect.poolField && bodyCase === dialect.bodyCase;
  if (isTaken) return 'Test again to confirm it';
  return (
    <Button
      size="compact-xs"
      variant="default"
      title={`Use ${wanted}`}
      disabled={save.isPending}
      onClick={() =>
        save.mutate(
          { accountId: account.id, dialect: { ...dialect, rawLeadsPath, poolField, bodyCase } },
          {
            onSuccess: () => toast(`${pointTitles[point]} is now ${wanted}.`, 'You can change it back under Settings.'),
          },
        )
      }
    >
      Use {wanted}
    </Button>
  );
}

function VerdictWord({ verdict, children }: { readonly verdict: Finding['verdict']; readonly children: ReactNode }) {
  return <StatusWord status={VERDICT_STATUS[verdict]}>{children}</StatusWord>;
}

interface EvidenceProps {
  readonly finding: Finding;
  readonly requests: readonly Asked[];
  readonly zone: string;
}

/** What was asked and what was answered, without secrets and without values of leads. */
function Evidence({ finding, requests, zone }: EvidenceProps) {
  const shown = requests.filter(({ number }) => finding.requests.includes(number));
  return (
    <div className="flexColumn gap12">
      <p>{finding.evidence}</p>
      <p className="quiet">
        Value used: {finding.used}. Found {format.date(finding.at, zone)} {format.time(finding.at, zone)}.{' '}
        {toDo(finding)}.
      </p>
      {shown.length === 0 ? (
        <p className="quiet">None of the answers of the last test is about it.</p>
      ) : (
        shown.map((asked) => (
          <section key={asked.number} aria-label={`Request ${asked.number}`}>
            <h3 className="flexCentred gap4">
              Request {asked.number}: {asked.status ?? 'no answer'}, {format.duration(asked.milliseconds)},{' '}
              {format.bytes(asked.bytes)}
              {asked.contentType === '' ? '' : `, ${asked.contentType}`}
              <CopyButton compact text={asked.answer} label="Copy the answer" />
            </h3>
            <code className={classes['path']}>GET {asked.path}</code>
            <pre className={classes['answer']} tabIndex={0}>
              {asked.answer === '' ? '(empty)' : asked.answer}
            </pre>
          </section>
        ))
      )}
      <p className="quiet">
        At most 4 KB of an answer is kept. Secrets are masked; leads and users keep the names of their fields and no
        value.
      </p>
    </div>
  );
}
