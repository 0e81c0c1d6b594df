import { Select } from '@mantine/core';
import { useState } from 'react';
import type { QuotaSnapshot } from '../../../../../shared/contract/quota/quota.ts';
import { AlertForm } from './AlertForm.tsx';
import { BudgetForm } from './BudgetForm.tsx';
import { DeliveryForm } from './DeliveryForm.tsx';
import { Probe } from './Probe.tsx';
import { ZoneForm } from './ZoneForm.tsx';
import { Drawer } from '../../../ui/index.ts';
import classes from './Settings.module.css';

interface SettingsDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly quota: QuotaSnapshot;
  /** The budget whose settings are shown first; null: none is known. */
  readonly chosen: string | null;
}

/** Reserve and shares of a budget, production hours, the price at night, what is worth an alert, and where alerts go. */
export function SettingsDrawer({ opened, onClose, quota, chosen }: SettingsDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={440}
      padding="lg"
      title="Reserve, shares and alerts"
    >
      <Settings key={chosen} quota={quota} chosen={chosen} />
    </Drawer>
  );
}

function Settings({ quota, chosen }: Pick<SettingsDrawerProps, 'quota' | 'chosen'>) {
  const [id, setId] = useState(chosen);
  const service = quota.services.find((budget) => budget.service === id) ?? quota.services[0];
  return (
    <div className="flexColumn">
      {service === undefined ? null : (
        <section className={classes['section']} aria-label="Budget">
          {quota.services.length > 1 ? (
            <Select
              label="Budget"
              title={service.title}
              data={quota.services.map(({ service: value, title }) => ({ value, label: title }))}
              value={service.service}
              onChange={(value) => setId(value)}
            />
          ) : null}
          <BudgetForm key={service.service} service={service} />
        </section>
      )}
      <ZoneForm quota={quota} />
      <Probe quota={quota} />
      <AlertForm settings={quota.alertSettings} />
      <DeliveryForm delivery={quota.alertDelivery} />
    </div>
  );
}
