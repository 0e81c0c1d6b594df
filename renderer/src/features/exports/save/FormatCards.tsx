import { Radio } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import type { SaveFormatName } from '../../../../../shared/contract/exports/save-formats.ts';
import { FORMATS } from './formats.ts';
import classes from './SaveDialog.module.css';

const FOLDER = {
  name: 'dataset',
  title: 'Dataset folder',
  hint: 'By campaign and day, grows',
  icon: IconFolders,
} as const;
export type FormatCard = SaveFormatName | typeof FOLDER.name;

interface FormatCardsProps {
  readonly chosen: FormatCard;
  readonly hasFolder: boolean;
  readonly onChoose: (card: FormatCard) => void;
}

/** A card for each format, and one for a dataset where it is offered. */
export function FormatCards({ chosen, hasFolder, onChoose }: FormatCardsProps) {
  const cards = [...FORMATS, ...(hasFolder ? [FOLDER] : [])];
  return (
    <Radio.Group
      aria-label="Format"
      value={chosen}
      onChange={(wanted) => {
        const card = cards.find(({ name }) => name === wanted);
        if (card !== undefined) onChoose(card.name);
      }}
    >
      <div className={classes['formats']}>
        {cards.map(({ name, title, hint, icon: Icon }) => (
          <Radio.Card key={name} value={name} className={classes['format'] ?? ''} aria-label={title}>
            <Icon size={20} stroke={1.5} aria-hidden />
            <span>
              <strong>{title}</strong>
              <span className={classes['hint']}>{hint}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
