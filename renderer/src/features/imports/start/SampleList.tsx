import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { Card, SmallButton } from '../../../ui/index.ts';
import classes from './ImportStart.module.css';

interface SampleListProps {
  readonly disabled: boolean;
  readonly onOpen: (name: string) => void;
}

/** Spreadsheets to practise with, offered in the practice account only. */
export function SampleList({ disabled, onOpen }: SampleListProps) {
  const { data } = useChannel('import:samples', {});
  const samples = data?.samples ?? [];
  if (samples.length === 0) return null;
  return (
    <Card
      title="Practice files"
      actions={
        <span className={classes['when']}>
          {format.count(samples.length, { one: '# spreadsheet', other: '# spreadsheets' })}, damaged on purpose
        </span>
      }
      flush
    >
      <ul className={classes['list']}>
        {samples.map((sample) => (
          <li key={sample.name} className={classes['item']}>
            <IconFileSpreadsheet size={17} stroke={1.75} aria-hidden />
            <div className={classes['words']}>
              <div className={classes['name']}>{sample.name}</div>
              <div className="quiet">{sample.description}</div>
            </div>
            <SmallButton disabled={disabled} aria-label={`Open ${sample.name}`} onClick={() => onOpen(sample.name)}>
              Open
            </SmallButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
