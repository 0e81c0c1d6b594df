import { expect, it } from 'vitest';
import { includeNotes, notIncluded, orgTree } from './org-units.ts';

it.each([
  [['users'], []],
  [['campaigns'], [{ name: 'campaigns', add: 'users' }]],
  [['users', 'Campaigns'], []],
  [['users', 'parent'], [{ name: 'parent', add: null }]],
  [['parent', 'colours'], [{ name: 'colours', add: null }]],
])('explains what %j does not do', (chosen, notes) => {
  expect(includeNotes(chosen).map(({ name, add }) => ({ name, add }))).toEqual(notes);
});

it('finds a nested part anywhere in the answer', () => {
  const answer = { orgCode: 'a', Users: [{ name: 'x', campaigns: [] }] };
  expect(notIncluded(answer, ['users', 'campaigns', 'parent'])).toEqual(['parent']);
});

it('makes a tree of units, users and campaigns', () => {
  const tree = orgTree({
    orgCode: 'Salg/Kiel',
    name: 'Kiel',
    parent: { name: 'Salg', orgCode: 'Salg' },
    users: [{ name: 'Maren', email: 'maren@x.example' }],
  });
  expect(tree).toMatchObject({
    title: 'Kiel',
    detail: 'Salg/Kiel',
    children: [
      { title: 'Salg', detail: 'parent' },
      { title: 'users', detail: '1', children: [{ title: 'Maren', detail: 'maren@x.example' }] },
    ],
  });
  expect(orgTree('text')).toBeNull();
});
