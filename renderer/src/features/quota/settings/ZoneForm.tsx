import { Select } from '@mantine/core';
import type { QuotaSnapshot } from '../../../../../shared/contract/quota/quota.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { FailureNote, TextButton } from '../../../ui/index.ts';
import classes from './Settings.module.css';

const zones = Intl.supportedValuesOf('timeZone');

/** The zone in which the service's production hours, 08:00 to 21:00, are meant. */
export function ZoneForm({ quota }: { readonly quota: QuotaSnapshot }) {
  const change = useChannelMutation('quota:productionZone');
  const { zone, isOwn } = quota.productionZone;
  return (
    <section className={classes['section']} aria-label="Production hours">
      <Select
        label="Zone of the production hours, 08:00 to 21:00"
        description={isOwn ? 'You chose it for the quota.' : 'The zone of the account.'}
        searchable
        data={zones.includes(zone) ? zones : [zone, ...zones]}
        value={zone}
        onChange={(value) => {
          if (value !== null && value !== zone) change.mutate({ zone: value });
        }}
      />
      {isOwn ? (
        <TextButton onClick={() => change.mutate({ zone: null })}>Use the zone of the account</TextButton>
      ) : null}
      <FailureNote failure={change.error} />
    </section>
  );
}
