import { expect, test } from 'vitest';
import type { Template } from '../../../../../shared/contract/imports/templates.ts';
import { showPage } from '../../../testing/show.tsx';
import { SaveForm } from './SaveForm.tsx';

const keeps: NonNullable<Template['keeps']> = {
  fileName: 'fair.csv',
  country: null,
  rules: 0,
  duplicates: [],
  poolScheme: null,
  stopAfterSameRefusal: 50,
  terms: null,
};
const known: Template = {
  id: 'fair',
  name: 'Fair',
  campaignCode: 'SUM24',
  columns: 2,
  fields: 2,
  keeps,
  savedAt: 1,
  used: 0,
  lastUsedAt: null,
};

test('says that a template is replaced, too, where the code of its campaign is written in another case', async () => {
  const { screen, host } = await showPage(<SaveForm from={{ draftId: 'draft' }} onSaved={() => undefined} />, {
    'template:propose': () => ({ name: 'FAIR', campaignCode: 'sum24', columns: 2, fields: 2, keeps }),
    'template:list': () => ({ templates: [known] }),
    'template:save': () => known,
  });
  await screen.getByRole('button', { name: 'Replace template' }).click();
  expect(host.calls('template:save')).toMatchObject([{ campaignCode: 'sum24', replace: true }]);
});
