import { Checkbox, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { AlertKind, AlertSettings } from '../../../../../shared/contract/quota/quota-alerts.ts';
import { FORECAST } from '../../../../../shared/domain/schedule/measured-rates.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote, SecondaryButton } from '../../../ui/index.ts';
import classes from './Settings.module.css';

interface Line {
  readonly kind: AlertKind;
  readonly label: string;
  /** What the figure is. */
  readonly figure: string;
  readonly unit: ' min' | ' %';
  readonly most: number;
}

const LINES: readonly Line[] = [
  { kind: 'exhausted', label: 'A budget runs out before its reset', figure: 'by at least', unit: ' min', most: 1440 },
  { kind: 'others', label: 'Others use the account', figure: 'share of the day, at least', unit: ' %', most: 100 },
  { kind: 'changed', label: 'A price or a limit changed', figure: 'limit by at least', unit: ' %', most: 100 },
  {
    kind: 'unknownRows',
    label: 'Rows of an import stay unknown',
    figure: 'for longer than',
    unit: ' min',
    most: 10_080,
  },
];

/** What is worth an alert, each with its threshold. */
export function AlertForm({ settings }: { readonly settings: AlertSettings }) {
  const [wanted, setWanted] = useState(settings);
  const change = useChannelMutation('quota:alertSettings');
  return (
    <form
      className={classes['section']}
      aria-label="Alerts"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(wanted);
      }}
    >
      <h3 className={classes['title']}>Alerts</h3>
      {LINES.map((line) => (
        <div key={line.kind} className={classes['alert']}>
          <Checkbox
            label={line.label}
            checked={wanted[line.kind].isOn}
            onChange={(event) =>
              setWanted({ ...wanted, [line.kind]: { ...wanted[line.kind], isOn: event.currentTarget.checked } })
            }
          />
          <span className="aside">{line.figure}</span>
          <NumberInput
            size="xs"
            aria-label={`${line.label}, ${line.figure}`}
            disabled={!wanted[line.kind].isOn}
            required
            value={thresholdOf(wanted, line.kind)}
            min={line.kind === 'unknownRows' ? 1 : 0}
            max={line.most}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            suffix={line.unit}
            onChange={(value) =>
              // An empty field takes back what is said of the saved figures, and holds up the next saving.
              setWanted(typeof value === 'number' ? withThreshold(wanted, line.kind, value) : { ...wanted })
            }
          />
        </div>
      ))}
      <p className={classes['words']}>
        A budget counts as running out when the last {format.duration(FORECAST.window)} and the last 5 min agree. A 429
        alone raises no alert.
      </p>
      <FailureNote failure={change.error} />
      <div className={classes['buttons']}>
        <span className={classes['words']} role="status">
          {change.isSuccess && change.variables === wanted ? 'Saved.' : ''}
        </span>
        <SecondaryButton type="submit" disabled={change.isPending}>
          Save the alerts
        </SecondaryButton>
      </div>
    </form>
  );
}

function thresholdOf(settings: AlertSettings, kind: AlertKind): number {
  const line = settings[kind];
  return 'minutes' in line ? line.minutes : line.percent;
}

function withThreshold(settings: AlertSettings, kind: AlertKind, value: number): AlertSettings {
  const line = settings[kind];
  return { ...settings, [kind]: 'minutes' in line ? { ...line, minutes: value } : { ...line, percent: value } };
}
