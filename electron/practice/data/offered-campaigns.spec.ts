import { expect, test } from 'vitest';
import { PRACTICE_CAMPAIGNS } from '../../../shared/domain/service/practice-campaigns.ts';
import { campaigns } from './campaigns.ts';

test('the campaigns offered to people who practise are those of the service', () => {
  expect(PRACTICE_CAMPAIGNS).toEqual(campaigns.map(({ code, name }) => ({ code, name })));
});
