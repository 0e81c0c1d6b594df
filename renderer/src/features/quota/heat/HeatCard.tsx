import { IconGridDots, IconTable } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { startRefetch, useChannel } from '../../../bridge/index.ts';
import { Card, FailureNote, IconButton, Skeleton } from '../../../ui/index.ts';
import { SaveMenu } from '../chart/ChartCard.tsx';
import { ChartTable } from '../chart/ChartTable.tsx';
import { pngOf } from '../../../ui/chart/picture.ts';
import { heatCells, type HeatCell, heatSummary, heatTable, hourNow, WEEKDAYS } from './heat-model.ts';
import { HeatLegend, HeatMap } from './HeatMap.tsx';
import classes from './HeatMap.module.css';

const DAYS = 14;
const TITLE = 'When is there room?';

interface HeatCardProps {
  readonly service: string;
  readonly now: number;
  /** What stands below the hours. */
  readonly children: ReactNode;
}

/** In which hours of the week the budget is used. */
export function HeatCard({ service, now, children }: HeatCardProps) {
  const [isTable, setIsTable] = useState(false);
  const hours = useChannel('quota:hours', { service, days: DAYS }, { keepPrevious: true });
  const { data } = hours;
  const cells = useMemo(() => (data === undefined ? null : heatCells(data)), [data]);
  const summary = cells === null ? '' : heatSummary(cells, hours.data?.days ?? 0);
  return (
    <Card
      title={TITLE}
      context={<span title={hours.data?.zone}>{DAYS} days</span>}
      flush
      actions={
        <>
          <HeatLegend />
          <IconButton
            label={isTable ? `Show ${TITLE} as a chart` : `Show ${TITLE} as a table`}
            icon={isTable ? IconGridDots : IconTable}
            onClick={() => setIsTable(!isTable)}
            disabled={cells === null}
          />
          <SaveMenu
            title={TITLE}
            fileName={`hours of ${service}`}
            content={cells === null ? null : () => heatTable(cells)}
            picture={cells === null ? null : () => heatPicture(cells)}
          />
        </>
      }
    >
      <div className={classes['card']}>
        <FailureNote failure={hours.error} onRetry={() => startRefetch(hours.refetch)} />
        {hours.isPending && <Skeleton lines={6} label="The hours are loading" />}
        {cells === null ? null : isTable ? (
          <ChartTable title={TITLE} summary={summary} every={1} {...heatTable(cells)} />
        ) : (
          <HeatMap cells={cells} start={hourNow(now, hours.data?.zone ?? 'UTC')} summary={summary} />
        )}
      </div>
      {children}
    </Card>
  );
}

/** Pixels of an hour in the saved picture. */
const SIDE = 20;

function heatPicture(cells: readonly HeatCell[]): string {
  return pngOf(40 + 24 * SIDE, 8 * SIDE, TITLE, [], (context, paint) => {
    context.font = paint.font(11);
    for (const { day, hour, level } of cells) {
      context.globalAlpha = 1;
      context.fillStyle = paint.colour('sunken');
      context.fillRect(40 + hour * SIDE, day * SIDE, SIDE - 2, SIDE - 2);
      context.globalAlpha = level / 4;
      context.fillStyle = paint.colour('info-fill');
      context.fillRect(40 + hour * SIDE, day * SIDE, SIDE - 2, SIDE - 2);
    }
    context.globalAlpha = 1;
    context.fillStyle = paint.colour('text2');
    WEEKDAYS.forEach((name, day) => context.fillText(name, 0, day * SIDE + SIDE / 2));
    for (const hour of [0, 6, 12, 18]) context.fillText(`${hour}:00`, 40 + hour * SIDE, 7 * SIDE + SIDE / 2);
  });
}
