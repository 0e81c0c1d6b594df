import { describe, expect, it } from 'vitest';
import type { ServiceId } from '../../../../../shared/domain/service/services.ts';
import { matchService } from '../../../../../shared/domain/service/services.ts';
import { budgetTitle, Budgets } from './budgets.ts';
import { createMemoryLedger } from './ledger-store.ts';

const counters = (...names: string[]) => names.map((name) => ({ name, services: matchService(name) }));
/** Counters that several endpoints surely draw on. */
const shared = (budgets: Budgets) =>
  budgets
    .all()
    .map(({ endpoints, likely }) => endpoints.filter((id) => !likely.includes(id)))
    .flatMap((endpoints) => (endpoints.length > 1 ? [endpoints.join(', ')] : []));
/** The endpoints that only probably draw on each counter. */
const likely = (budgets: Budgets) =>
  budgets.all().flatMap((budget) => (budget.likely.length > 0 ? [`${budget.key}: ${budget.likely.join(', ')}`] : []));

/** Budgets to which the service has named these counters. */
function learnt(...names: string[]) {
  const ledger = createMemoryLedger();
  const budgets = new Budgets(ledger);
  budgets.learn(counters(...names), 'limits');
  return { ledger, budgets };
}

describe('which endpoints share a counter', () => {
  it('is not assumed before the service has named one', () => {
    const budgets = new Budgets(createMemoryLedger());
    expect(budgets.areNamed).toBe(false);
    expect(shared(budgets)).toEqual([]);
    expect(budgets.of('GET users')).toEqual({
      key: 'GET users',
      endpoints: ['GET users'],
      likely: [],
      name: null,
      grouping: 'assumed',
    });
  });

  it('is what a name without a verb says', () => {
    const budgets = new Budgets(createMemoryLedger());
    expect(budgets.learn(counters('Leads', 'LeadSegments', 'Account'), 'limits')).toBe(true);
    expect(shared(budgets)).toEqual([
      'POST leads, GET leads, GET leads/csv',
      'GET leadsegments, POST leadsegments, DELETE leadsegments',
    ]);
    expect(budgets.of('GET leads/csv')).toMatchObject({ key: 'POST leads', name: 'Leads', grouping: 'limits' });
    expect(budgets.of('GET simpleleads').grouping).toBe('assumed');
  });

  it('follows the narrowest name, whatever the order', () => {
    for (const names of [
      ['leads', 'POST leads'],
      ['POST leads', 'leads'],
    ]) {
      const budgets = new Budgets(createMemoryLedger());
      budgets.learn(counters(...names), 'limits');
      expect(budgets.of('POST leads')).toMatchObject({ endpoints: ['POST leads'], name: 'POST leads' });
      expect(budgets.of('GET leads')).toMatchObject({ endpoints: ['GET leads', 'GET leads/csv'], name: 'leads' });
    }
  });

  it('is the same when the next answer spells the names differently, and is kept', () => {
    const { ledger, budgets } = learnt('Leads');
    expect(budgets.learn(counters('LEADS'), 'counts')).toBe(false);
    expect(new Budgets(ledger).of('GET leads').key).toBe('POST leads');
  });

  it('changes when the service begins to count each endpoint alone', () => {
    const { budgets } = learnt('Leads');
    expect(budgets.learn(counters('POST leads', 'GET leads', 'GET leads/csv'), 'limits')).toBe(true);
    expect(shared(budgets)).toEqual([]);
  });

  it('is kept where figures have shown it, until a name says otherwise', () => {
    const { budgets } = learnt('Account', 'SimpleLeads');
    budgets.join('GET users', 'GET myaccount', 'counts');
    budgets.join('GET rawleads', 'GET simpleleads', 'counts');
    budgets.learn(counters('Account', 'SimpleLeads'), 'counts');
    expect(shared(budgets)).toEqual(['GET simpleleads, GET rawleads', 'GET users, GET myaccount']);
    budgets.learn(counters('Account', 'GET users', 'SimpleLeads'), 'counts');
    expect(shared(budgets)).toEqual(['GET simpleleads, GET rawleads']);
  });

  it('stays as figures have shown it when the name comes to claim more, or is another', () => {
    const { budgets } = learnt('OrgUnits');
    budgets.join('GET rawleads', 'GET orgunits', 'counts');
    budgets.learn(counters('Organization'), 'limits');
    expect(shared(budgets)).toEqual(['GET rawleads, GET users, GET orgunits']);
  });

  it('is not known of an endpoint without a name when its counter is taken apart', () => {
    const { budgets } = learnt('Leads');
    budgets.join('GET rawleads', 'GET leads', 'counts');
    expect(budgets.learn(counters('POST leads', 'GET leads'), 'counts')).toBe(true);
    expect(shared(budgets)).toEqual([]);
    expect(budgets.of('GET rawleads').grouping).toBe('assumed');
  });

  it('does not change for counters that an answer leaves out', () => {
    const { budgets } = learnt('Leads', 'LeadSegments');
    expect(budgets.learn(counters('Users'), 'counts')).toBe(false);
    expect(shared(budgets)).toHaveLength(2);
    expect(budgets.of('GET leads').name).toBe('Leads');
  });

  it('is joined by one endpoint more, and no other counter changes', () => {
    const { ledger, budgets } = learnt('Leads', 'Account');
    budgets.join('GET users', 'GET myaccount', 'header');
    for (const known of [budgets, new Budgets(ledger)]) {
      expect(shared(known)).toEqual(['POST leads, GET leads, GET leads/csv', 'GET users, GET myaccount']);
      expect(known.of('GET myaccount')).toEqual({
        key: 'GET users',
        endpoints: ['GET users', 'GET orgunits', 'GET myaccount'],
        likely: ['GET orgunits'],
        name: 'Account',
        grouping: 'header',
      });
      expect(known.all()).toHaveLength(7);
    }
  });

  it('is told with what has shown it first, until the name is another', () => {
    const budgets = new Budgets(createMemoryLedger());
    const grouping = () => budgets.of('GET leads').grouping;
    budgets.learn(counters('Leads'), 'limits');
    budgets.learn(counters('Leads'), 'counts');
    expect(grouping()).toBe('limits');
    budgets.learn(counters('LEADS'), 'counts');
    expect(grouping()).toBe('counts');
    budgets.join('GET rawleads', 'GET leads', 'header');
    budgets.learn(counters('LEADS'), 'limits');
    expect(grouping()).toBe('header');
  });

  it('is written only when it is news', () => {
    const ledger = createMemoryLedger();
    const written: string[] = [];
    const budgets = new Budgets({ ...ledger, writeFact: (name) => void written.push(name) });
    budgets.learn([], 'limits');
    expect(written).toHaveLength(0);
    budgets.learn(counters('Leads'), 'limits');
    budgets.learn(counters('Leads'), 'counts');
    expect(written).toHaveLength(1);
  });

  it('holds while the journal does not take it, and is written once with the next figures that it takes', () => {
    const ledger = createMemoryLedger();
    let isFull = true;
    let written = 0;
    const troubles: unknown[] = [];
    const writeFact = (name: string, text: string) => {
      if (isFull) throw new Error('full');
      written += 1;
      ledger.writeFact(name, text);
    };
    const budgets = new Budgets({ ...ledger, writeFact }, (error) => void troubles.push(error));
    expect(budgets.learn(counters('Leads', 'Account'), 'limits')).toBe(true);
    const leads = ['POST leads, GET leads, GET leads/csv'];
    budgets.part('GET users');
    expect([shared(budgets), shared(new Budgets(ledger)), likely(budgets)]).toEqual([
      leads,
      [],
      ['GET myaccount: GET orgunits'],
    ]);
    expect(troubles.length).toBeGreaterThan(0);
    isFull = false;
    for (const _ of [1, 2]) expect(budgets.learn(counters('Leads', 'Account'), 'counts')).toBe(false);
    // The counters, and what is likely.
    expect(written).toBe(2);
    const again = new Budgets(ledger);
    expect([shared(again), likely(again)]).toEqual([leads, ['GET myaccount: GET orgunits']]);
  });

  it('is read from the journal of a later version as far as this one knows the endpoints', () => {
    const ledger = createMemoryLedger();
    const kept = [
      { endpoints: ['PUT leads'], name: 'Later', grouping: 'limits' },
      { endpoints: ['GET leads', 'PUT users', 'POST leads'], name: 'Leads', grouping: 'counts' },
    ];
    ledger.writeFact('budgets', JSON.stringify(kept));
    expect(shared(new Budgets(ledger))).toEqual(['POST leads, GET leads']);
  });

  it.each(['', '{', '[1]', '[{"endpoints":["x"],"name":null,"grouping":"limits"}]', '[{"endpoints":[]}]'])(
    'is assumed for a journal that says %j',
    (text) => {
      const ledger = createMemoryLedger();
      ledger.writeFact('budgets', text);
      const budgets = new Budgets(ledger);
      expect(shared(budgets)).toEqual([]);
      expect(budgets.all()).toHaveLength(11);
    },
  );

  it('finds the budget that a line is about', () => {
    const budgets = new Budgets(createMemoryLedger());
    const lines: { name: string; services: readonly ServiceId[] }[] = counters('leads', 'POST leads', 'Nothing known');
    budgets.learn(lines, 'counts');
    expect(lines.map((line) => budgets.named(line)?.key ?? null)).toEqual(['GET leads', 'POST leads', null]);
  });
});

describe('an endpoint that no name claims', () => {
  it('is taken to draw on the counter with which it is most likely counted', () => {
    const { ledger, budgets } = learnt('Leads', 'SimpleLeads', 'LeadSegments', 'Account');
    for (const known of [budgets, new Budgets(ledger)]) {
      expect(likely(known)).toEqual(['GET simpleleads: GET rawleads', 'GET myaccount: GET users, GET orgunits']);
      expect(known.all()).toHaveLength(4);
    }
  });

  it.each([
    ['another endpoint of its subject has a counter of its own', ['Account', 'Users']],
    ['the name of the counter is that of one endpoint', ['GET myaccount', 'GET simpleleads']],
    ['that counter has no name', ['Leads']],
  ])('is not when %s', (_why, names) => {
    expect(likely(learnt(...names).budgets)).toEqual([]);
  });

  it('moves to the counter whose name comes to claim it', () => {
    const { budgets } = learnt('SimpleLeads', 'Account');
    expect(budgets.learn(counters('RawLeads'), 'counts')).toBe(true);
    expect(likely(budgets)).toEqual(['GET myaccount: GET users, GET orgunits']);
  });

  it('has a counter of its own once figures have shown that it is not there, until they show that it is', () => {
    const { ledger, budgets } = learnt('SimpleLeads', 'Account');
    budgets.part('GET users');
    for (const known of [budgets, new Budgets(ledger)]) {
      expect(likely(known)).toEqual(['GET simpleleads: GET rawleads', 'GET myaccount: GET orgunits']);
      expect(known.of('GET users')).toMatchObject({ key: 'GET users', grouping: 'assumed' });
    }
    budgets.join('GET users', 'GET myaccount', 'counts');
    expect(shared(new Budgets(ledger))).toEqual(['GET users, GET myaccount']);
  });
});

it.each([
  ["is the service's own name", 'GET simpleleads', 'SimpleLeads', 'SimpleLeads'],
  ['is that of the endpoint where the name is only that', 'POST leads', 'leads (POST)', 'Create leads'],
  ['is that of the first endpoint without a name', 'POST leads', null, 'Create leads'],
] as const)('the title %s', (_what, key, name, title) => {
  expect(budgetTitle({ key, name })).toBe(title);
});
