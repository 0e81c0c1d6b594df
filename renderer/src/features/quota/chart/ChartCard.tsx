import { ActionIcon, Menu } from '@mantine/core';
import { IconChartLine, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { call, useSave } from '../../../bridge/index.ts';
import { Card, IconButton, startWork, toast } from '../../../ui/index.ts';
import { Chart, type ChartHandle } from './Chart.tsx';
import { asCsv, type ChartKind, type ChartModel, type ChartTableContent, thinned } from './chart-kind.ts';
import { ChartTable } from './ChartTable.tsx';
import { Legend } from './Legend.tsx';
import type { LegendEntry } from '../../../ui/chart/picture.ts';
import { pictureOf } from '../../../ui/chart/picture.ts';
import classes from './Chart.module.css';

interface ChartCardProps<Model extends ChartModel> {
  readonly title: string;
  readonly context?: ReactNode;
  readonly kind: ChartKind<Model>;
  /** Null: there is nothing to draw, so the card shows `empty`. */
  readonly model: Model | null;
  readonly summary: string;
  readonly legend: readonly LegendEntry[];
  /** Why there is nothing to draw. */
  readonly empty: ReactNode;
  /** That the figures could not be read; those before it stay. */
  readonly failure: ReactNode;
  /** CSS length. */
  readonly height: string;
  /** File name without an extension. */
  readonly fileName: string;
}

/** A chart with its legend, its table and its files. */
export function ChartCard<Model extends ChartModel>({
  title,
  context,
  kind,
  model,
  summary,
  legend,
  empty,
  failure,
  height,
  fileName,
}: ChartCardProps<Model>) {
  const [isTable, setIsTable] = useState(false);
  const chart = useRef<ChartHandle>(null);
  return (
    <Card
      title={title}
      context={context}
      actions={
        <>
          <Legend entries={legend} />
          <IconButton
            label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
            icon={isTable ? IconChartLine : IconTable}
            onClick={() => setIsTable(!isTable)}
            disabled={model === null}
          />
          <SaveMenu
            title={title}
            fileName={fileName}
            content={model === null ? null : () => kind.table(model)}
            picture={isTable ? null : () => pictureOf(chart.current?.canvas() ?? null, title, legend)}
          />
        </>
      }
    >
      {failure}
      {model === null ? (
        <div className={classes['place']} style={{ height }}>
          {empty}
        </div>
      ) : isTable ? (
        <ChartTable title={title} summary={summary} {...thinned(kind.table(model))} />
      ) : (
        <Chart ref={chart} kind={kind} model={model} label={title} summary={summary} height={height} />
      )}
    </Card>
  );
}

interface SaveMenuProps {
  readonly title: string;
  readonly fileName: string;
  readonly content: (() => ChartTableContent | Promise<ChartTableContent>) | null;
  readonly picture: (() => string) | null;
}

export function SaveMenu({ title, fileName, content, picture }: SaveMenuProps) {
  const { save } = useSave();
  function keep(extension: 'csv' | 'png', text: () => string | Promise<string>): void {
    startWork(async () => {
      const made = await text();
      const saved = await save(`${fileName}.${extension}`, ({ token }) =>
        call('chart:save', { token, format: extension, content: made }),
      );
      if (saved !== null) toast(`Saved ${saved.name}.`);
    });
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Save ${title}`} title={`Save ${title}`} disabled={content === null}>
          <IconDownload size={17} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={content === null}
          onClick={() => keep('csv', async () => asCsv((await content?.()) ?? { columns: [], rows: [] }))}
        >
          Save the figures as CSV…
        </Menu.Item>
        <Menu.Item disabled={picture === null || content === null} onClick={() => keep('png', () => picture?.() ?? '')}>
          Save the picture as PNG…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
