import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { DEFAULT_SAVE_FORMATS } from '../../../../../shared/contract/exports/save-formats.ts';
import { call, useChannel, useSave } from '../../../bridge/index.ts';
import { SmallButton, startWork, toast } from '../../../ui/index.ts';
import { rememberedFormat } from '../save/save-choices.ts';
import { tellSavedAs } from '../save/tell-saved.ts';
import type { answerFile } from './question-table.ts';

interface SaveAnswerProps {
  readonly fileName: string;
  /** What the page shows, every group of it. */
  readonly table: () => ReturnType<typeof answerFile>;
  readonly picture: () => string;
}

/** The counted leads as a file: a table, or a picture of the bars. */
export function SaveAnswer({ fileName, table, picture }: SaveAnswerProps) {
  const { save, saving } = useSave();
  const { data: preferences } = useChannel('preferences:get', {});

  async function saveAs(name: 'csv' | 'xlsx'): Promise<void> {
    const format = name === 'csv' ? rememberedFormat(preferences?.saveFormats, 'csv') : DEFAULT_SAVE_FORMATS.xlsx;
    const saved = await save(`${fileName}.${name}`, (target) =>
      call('export:saveTable', { ...target, format, ...table() }),
    );
    if (saved !== null) tellSavedAs(saved, { one: '# line', other: '# lines' });
  }

  async function savePicture(): Promise<void> {
    const content = picture();
    const saved = await save(`${fileName}.png`, ({ token }) => call('chart:save', { token, format: 'png', content }));
    if (saved !== null) toast(`Saved the picture as ${saved.name}`);
  }

  const start = (work: () => Promise<void>) => startWork(work, 'The count was not saved.');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <SmallButton icon={IconDownload} disabled={saving !== null}>
          Save the count
        </SmallButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => start(() => saveAs('csv'))}>As CSV</Menu.Item>
        <Menu.Item onClick={() => start(() => saveAs('xlsx'))}>As an Excel workbook</Menu.Item>
        <Menu.Item onClick={() => start(savePicture)}>As a picture (PNG)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
