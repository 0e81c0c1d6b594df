import { useEffect, useEffectEvent, useState } from 'react';
import type { CampaignFound } from '../../../../../../shared/contract/check/campaign-rows.ts';
import { countryName } from '../../../../../../shared/domain/country/country-name.ts';
import { unprovenList } from '../../../../../../shared/domain/jobs/absence.ts';
import { format } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { CancelButton, FailureNote, SmallButton, StatusWord } from '../../../../ui/index.ts';
import { comparedWords } from '../model/campaign-words.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import classes from './Campaign.module.css';

/** Milliseconds. Others add leads all day: what was read an hour ago may be out of date. */
const OLD = 60 * 60_000;

/** Whether the rows were compared with what the campaign holds, when, and the way to do it. */
export function CampaignBox() {
  const { summary, comparison } = useCheckStep();
  const { campaign } = summary;
  const { progress, error, campaignCode, compare, cancel } = comparison;
  return (
    <section className={classes['compared']} aria-label="Comparison with the campaign">
      {progress !== null ? (
        <>
          <h3>Comparing with the campaign</h3>
          <p role="status">
            Its leads are being read
            <span aria-hidden className="tabular">
              {`, ${format.number(progress.leads)} so far`}
            </span>
            . You can go on working.
          </p>
          <CancelButton size="xs" onClick={cancel} />
        </>
      ) : campaign === null ? (
        <>
          <h3>Not compared with the campaign</h3>
          <p>
            {campaignCode === ''
              ? 'Once the campaign is named, its leads can be compared with these rows.'
              : `Which rows ${campaignCode} holds already, whoever put them there, is not known yet.`}
          </p>
          {campaignCode !== '' && <SmallButton onClick={compare}>Compare (1 request)</SmallButton>}
        </>
      ) : (
        <Compared found={campaign} />
      )}
      <FailureNote failure={error} title="The campaign was not compared. The rows are as before." />
    </section>
  );
}

function Compared({ found }: { readonly found: CampaignFound }) {
  const { comparison } = useCheckStep();
  const now = useNow(60_000);
  const isKnown = found.stopped === null && found.doubt === null;
  const rows = found.groups.reduce((sum, group) => sum + group.rows, 0);
  return (
    <>
      <h3>
        Campaign compared
        <span className="tabular" data-old={now - found.at > OLD || undefined}>
          {found.isProven && isKnown && !found.isStale && now - found.at <= OLD ? (
            <StatusWord status="ok">{format.time(found.at)}</StatusWord>
          ) : (
            format.ago(found.at, now)
          )}
        </span>
      </h3>
      <p>{comparedWords(found)}</p>
      {rows === 0 && isKnown && (
        <p>{found.isProven ? 'None of these rows is in the campaign yet.' : 'None of these rows was found.'}</p>
      )}
      {isKnown && !found.isProven && <p>{unprovenList(found.campaignCode)}</p>}
      {found.stopped !== null && (
        <p className={classes['warning']}>{found.stopped} What was found counts; what was not found is not known.</p>
      )}
      {found.doubt !== null && <p className={classes['warning']}>{found.doubt} Which rows it holds is not known.</p>}
      {found.isStale && <p className={classes['warning']}>Rows or columns were changed since.</p>}
      <WithoutPrefix found={found} />
      <button type="button" className={classes['lineButton']} onClick={comparison.compare}>
        Compare again (1 request)
      </button>
    </>
  );
}

/** Leads whose numbers were read on a guess, and the way to be sure. */
function WithoutPrefix({ found }: { readonly found: CampaignFound }) {
  const { summary, check, comparison, chooseCountry } = useCheckStep();
  const { country, withoutPrefix } = found;
  const [isDue, setIsDue] = useState(false);
  const isChosen = summary.country.source === 'you' && summary.country.value === country && check.isSettled;
  const compareWhenDue = useEffectEvent(() => {
    if (!isDue || !isChosen) return;
    setIsDue(false);
    comparison.compare();
  });
  useEffect(() => compareWhenDue(), [isDue, isChosen]);
  if (withoutPrefix === 0) return null;
  return (
    <>
      <p className={classes['warning']}>
        {format.count(withoutPrefix, { one: '# lead has a phone', other: '# leads have a phone' })} without a country
        prefix. {withoutPrefix === 1 ? 'It was' : 'They were'}{' '}
        {country === '' ? 'compared digit by digit.' : `read as numbers of ${countryName(country)}, a guess.`}
      </p>
      {country !== '' && (
        <button
          type="button"
          className={classes['lineButton']}
          disabled={isDue}
          onClick={() => {
            setIsDue(true);
            chooseCountry(country);
          }}
        >
          They are: compare again
        </button>
      )}
    </>
  );
}
