import { expect, test } from 'vitest';
import { exampleBudget } from '../../../testing/examples.ts';
import { show } from '../../../testing/show.tsx';
import { HeadersCard } from './AnswerCards.tsx';

test('a name of a counter without a blank is shown whole, and the table stays in its card', async () => {
  const title = 'LeadManagementWebApiLeadsWithALongNameThatSomebodyGaveToItsCounter';
  const lastHeaders = { limit: '100000', remaining: '61588', reset: '1790000000', at: Date.UTC(2026, 10, 17) };
  const { screen } = await show(
    <div style={{ width: 430 }}>
      <HeadersCard services={[exampleBudget({ title, lastHeaders })]} />
    </div>,
  );
  const name = screen.getByRole('rowheader', { name: title });
  await expect.element(name).toBeVisible();
  const { scrollWidth, clientWidth } = name.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  const card = screen.getByRole('region', { name: 'Last rate headers' }).element().getBoundingClientRect();
  for (const cell of screen.getByRole('cell').elements())
    expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(card.right);
});

test('words in place of the rate headers are as quiet as on other cards', async () => {
  const { screen } = await show(
    <>
      <HeadersCard services={[]} />
      <p className="text2">Quiet words</p>
    </>,
  );
  const colour = (words: string) => getComputedStyle(screen.getByText(words).element()).color;
  await expect.element(screen.getByText('Quiet words')).toBeVisible();
  expect(colour('No answer had rate headers yet.')).toBe(colour('Quiet words'));
});
