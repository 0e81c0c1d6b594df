import { expect, test } from 'vitest';
import { cachedChannels, cachedEvents, channelNames, eventNames } from './channels.ts';

interface Declared {
  readonly does: string;
  readonly channel?: string;
  readonly event?: string;
}

const inWords = (changes: readonly Declared[]): string[] =>
  changes.map(({ does, channel = '', event = '' }) => `${does} ${channel}${event}`.trim());

const areaOf = (name: string): string => name.split(':')[0] ?? '';

const REPAIRED = ['reread job:rows', 'reread job:get', 'reread job:refusedValues'];
const FILLED = ['reread import:drafts', 'reread import:sentRow', 'reread import:ruleExamples', 'forget check:rows'];
const SENT_ROWS = ['reread import:sentRow', 'reread import:ruleExamples', 'reread import:source'];
const whenChangeIsGone = [
  'reread segment:changes',
  'reread segment:members',
  'forget segment:change',
  'forget segment:leads',
];
const whenJobIsGone = [
  'reread job:list',
  'forget job:get',
  'forget job:rows',
  'forget job:verdicts',
  'forget job:answers',
  'reread job:doubt',
  'reread import:campaigns',
];

/** All of an area; what is not named here changes no answer. */
const expected: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  host: {
    'host:setLoginStart': ['reread host:loginStart'],
    'host:lookForUpdate': ['sameAsEvent host:updatesChanged'],
    'host:loadUpdate': ['sameAsEvent host:updatesChanged'],
    'host:installUpdate': ['sameAsEvent host:updatesChanged'],
    'host:updatesChanged': ['put host:updates'],
  },
  call: {},
  core: { 'core:state': ['startAnew'] },
  save: {},
  chart: {},
  account: {
    'account:testAgain': ['reread account:discovery'],
    'account:acceptRights': ['reread account:discovery'],
    'account:rename': ['sameAsEvent account:changed'],
    'account:address': ['reread account:list', 'reread account:discovery'],
    'account:connect': ['reread account:list', 'reread account:discovery'],
    'account:practice': ['reread account:list'],
    'account:practiceClock': ['put account:practiceState'],
    'account:practiceTrouble': ['put account:practiceState'],
    'account:practiceCalm': ['put account:practiceState'],
    'account:activate': ['sameAsEvent account:changed'],
    'account:signIn': ['reread account:list', 'reread account:discovery'],
    'account:signOut': ['sameAsEvent account:changed'],
    'account:remove': ['sameAsEvent account:changed'],
    'account:dialect': ['reread account:list'],
    'account:changed': ['put account:list', 'switchAccount', 'reread job:list', 'reread job:get'],
    'account:settled': ['reread account:discovery'],
  },
  import: {
    'import:open': ['put import:draft', 'reread import:drafts'],
    'import:openPasted': ['put import:draft', 'reread import:drafts'],
    'import:openSample': ['put import:draft', 'reread import:drafts'],
    'import:reread': [
      'put import:draft',
      'reread import:drafts',
      'forget import:rows',
      'forget import:sentRow',
      'forget import:ruleExamples',
      'reread import:source',
    ],
    'import:saveDraft': [
      'put import:draft',
      'reread import:drafts',
      'reread import:sentRow',
      'reread import:ruleExamples',
    ],
    'import:arrangeQueue': ['reread import:drafts'],
    'import:queueCampaign': [
      'reread import:drafts',
      'forget import:draft',
      'reread import:sentRow',
      'reread import:ruleExamples',
    ],
    'import:startQueue': ['reread job:list', 'reread import:drafts', 'reread import:campaigns'],
    'import:compareCampaign': ['reread import:sentRow', 'forget check:rows', 'forget check:campaignRows'],
    'import:deleteDraft': ['reread import:drafts'],
    'import:start': [
      'sameAsEvent job:progress',
      'reread import:drafts',
      'reread import:campaigns',
      'reread job:get',
      'reread job:rows',
    ],
    'import:fieldsLearned': ['reread import:draft', 'reread import:campaigns'],
    'import:draftChanged': ['update import:draft', 'reread import:drafts'],
  },
  template: {
    ...Object.fromEntries(
      ['save', 'rename', 'remove', 'import', 'fit'].map((verb) => [
        `template:${verb}`,
        ['reread template:list', 'reread template:match'],
      ]),
    ),
    'template:heard': ['reread template:list', 'reread template:match', 'reread import:draft'],
    'template:use': ['put import:draft', ...FILLED, 'reread template:list', 'reread template:match'],
    'template:undo': ['put import:draft', ...FILLED, 'reread template:match'],
  },
  check: {
    ...Object.fromEntries(
      [
        'askTeam',
        'changeCells',
        'run',
        'edit',
        'repair',
        'leaveOut',
        'campaignChoice',
        'dropChanges',
        'undo',
        'redo',
        'goTo',
      ].map((verb) => [
        `check:${verb}`,
        [
          'reread check:rows',
          'reread check:values',
          'reread check:groups',
          'reread check:campaignRows',
          'reread check:history',
          ...SENT_ROWS,
        ],
      ]),
    ),
    'check:changed': SENT_ROWS,
  },
  job: {
    'job:pause': ['sameAsEvent job:progress'],
    'job:resume': ['sameAsEvent job:progress', 'reread job:doubt'],
    'job:askCount': ['reread job:doubt'],
    'job:settleDoubt': ['reread job:doubt'],
    'job:stop': ['sameAsEvent job:progress'],
    'job:correctCampaign': ['put import:draft', 'reread import:drafts'],
    'job:decide': ['sameAsEvent job:progress', 'reread job:rows', 'reread job:answers'],
    'job:look': ['reread job:verdicts'],
    'job:compareWaiting': ['reread job:get', 'reread job:rows'],
    'job:readTrial': ['reread job:trial'],
    'job:readOutcomes': ['reread job:outcomes'],
    'job:planOutcomes': ['put job:outcomePlan'],
    'job:plannedRead': ['reread job:outcomes', 'reread job:outcomePlan'],
    'job:applyVerdicts': ['sameAsEvent job:progress', 'reread job:rows', 'reread job:verdicts', 'reread job:answers'],
    'job:duplicate': ['put import:draft', 'reread import:drafts'],
    'job:rename': ['sameAsEvent job:progress'],
    'job:share': ['sameAsEvent job:progress'],
    ...Object.fromEntries(['repair', 'repairValue', 'changeCells'].map((verb) => [`job:${verb}`, REPAIRED])),
    ...Object.fromEntries(
      ['sendAgain', 'leaveOut', 'undoChange', 'redoChange'].map((verb) => [
        `job:${verb}`,
        ['sameAsEvent job:progress', ...REPAIRED],
      ]),
    ),
    'job:delete': whenJobIsGone,
    'job:removed': whenJobIsGone,
    'job:progress': ['update job:list', 'update job:get'],
    'job:doubted': ['reread job:doubt', 'reread job:noCount', 'reread job:list'],
    'job:figures': ['reread job:get', 'reread job:rows', 'reread job:refusedValues', 'reread job:answers'],
  },
  export: {
    'export:start': ['sameAsEvent export:progress'],
    'export:cancel': ['sameAsEvent export:progress'],
    'export:keep': ['sameAsEvent export:progress'],
    'export:refresh': ['sameAsEvent export:progress'],
    'export:rename': ['sameAsEvent export:progress'],
    'export:delete': ['reread export:list', 'forget export:get'],
    'export:removed': ['reread export:list', 'forget export:get'],
    'export:progress': ['update export:list', 'update export:get'],
  },
  compare: {},
  query: {
    ...Object.fromEntries(
      ['save', 'share', 'remove', 'import'].map((verb) => [`query:${verb}`, ['reread query:list']]),
    ),
    'query:heard': ['reread query:list', 'reread leadView:list'],
  },
  leadView: {
    'leadView:save': ['put leadView:list'],
    'leadView:delete': ['put leadView:list'],
    'leadView:share': ['put leadView:list'],
    'leadView:leave': ['put leadView:left'],
  },
  segment: {
    'segment:list': ['put segment:list'],
    ...Object.fromEntries(
      ['prepare', 'prepareUndo', 'start', 'pause', 'repair', 'stop', 'resolve'].map((verb) => [
        `segment:${verb}`,
        ['sameAsEvent segment:progress'],
      ]),
    ),
    'segment:removeChange': whenChangeIsGone,
    'segment:removed': whenChangeIsGone,
    'segment:progress': [
      'update segment:changes',
      'update segment:change',
      'update segment:change',
      'update segment:list',
      'reread segment:leads',
      'reread segment:members',
    ],
  },
  quota: {
    'quota:refresh': ['sameAsEvent quota:pulse'],
    'quota:probe': ['sameAsEvent quota:pulse'],
    'quota:reserve': ['sameAsEvent quota:pulse'],
    'quota:shares': ['sameAsEvent quota:pulse'],
    'quota:productionZone': ['sameAsEvent quota:pulse', 'reread quota:burnDown', 'reread quota:hours'],
    'quota:alertDelivery': ['sameAsEvent quota:pulse'],
    'quota:alertSettings': ['sameAsEvent quota:pulse'],
    'quota:alertSeen': ['sameAsEvent quota:pulse'],
    'quota:series': ['reread quota:burnDown', 'reread quota:minutes'],
    'quota:history': ['reread quota:hours', 'reread quota:refusals', 'reread quota:latency'],
    'quota:pulse': ['put quota:snapshot'],
    'quota:logged': ['reread quota:log'],
  },
  network: Object.fromEntries(
    ['chooseCertificates', 'removeCertificates', 'signInToProxy', 'signOutOfProxy'].map((verb) => [
      `network:${verb}`,
      ['reread network:get'],
    ]),
  ),
  team: Object.fromEntries(
    ['begin', 'join', 'leave', 'restored', 'goOnWithout'].map((verb) => [
      `team:${verb}`,
      ['restored', 'goOnWithout'].includes(verb)
        ? ['put team:state']
        : [
            'put team:state',
            ...[
              'team:shared',
              'job:list',
              'quota:snapshot',
              'template:list',
              'template:match',
              'query:list',
              'leadView:list',
            ].map((name) => `reread ${name}`),
          ],
    ]),
  ),
  preferences: {
    'preferences:set': ['sameAsEvent preferences:changed'],
    'preferences:changed': ['put preferences:get'],
  },
};

test('every area has its list', () => {
  expect(Object.keys(expected).sort()).toEqual([...new Set([...channelNames, ...eventNames].map(areaOf))].sort());
});

test.each(channelNames)('%s changes the answers of its list', (name) => {
  expect(inWords(cachedChannels[name].changes)).toEqual(expected[areaOf(name)]?.[name] ?? []);
});

test.each(eventNames)('%s changes the answers of its list', (name) => {
  expect(inWords(cachedEvents[name].changes)).toEqual(expected[areaOf(name)]?.[name] ?? []);
});

test('the answers that every account shares, and those with snapshots', () => {
  const of = (member: string) => channelNames.filter((name) => member in cachedChannels[name]).sort();
  expect(of('isOfEveryAccount')).toEqual([
    'account:diagnostics',
    'account:discovery',
    'account:list',
    'account:storage',
    'host:info',
    'host:loginStart',
    'host:updates',
    'network:get',
    'preferences:get',
  ]);
  expect(of('snapshots')).toEqual([
    'export:get',
    'export:list',
    'job:get',
    'job:list',
    'quota:snapshot',
    'segment:change',
    'segment:changes',
  ]);
});
