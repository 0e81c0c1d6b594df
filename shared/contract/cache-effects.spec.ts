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

/** Several verbs of one area, which change the same answers. */
const each = (area: string, verbs: readonly string[], changes: readonly string[]) =>
  Object.fromEntries(verbs.map((verb) => [`${area}:${verb}`, changes]));

const REPAIRED = ['reread job:rows', 'reread job:get', 'reread job:refusedValues'];
const FILLED = ['reread import:drafts', 'reread import:sentRow', 'reread import:ruleExamples', 'forget check:rows'];
const SENT_ROWS = ['reread import:sentRow', 'reread import:ruleExamples', 'reread import:source'];
const CHECKED = ['rows', 'values', 'groups', 'campaignRows', 'history'].map((list) => `reread check:${list}`);
const TEMPLATES = ['reread template:list', 'reread template:match'];
const SHARED_BY_TEAM = [
  ...['reread team:shared', 'reread job:list', 'reread quota:snapshot', ...TEMPLATES],
  ...['reread query:list', 'reread leadView:list'],
];
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
    ...each('host', ['lookForUpdate', 'loadUpdate', 'installUpdate'], ['sameAsEvent host:updatesChanged']),
    'host:updatesChanged': ['put host:updates'],
  },
  call: {},
  core: { 'core:state': ['startAnew'] },
  save: {},
  chart: {},
  account: {
    ...each('account', ['testAgain', 'acceptRights', 'settled'], ['reread account:discovery']),
    ...each('account', ['address', 'connect', 'signIn'], ['reread account:list', 'reread account:discovery']),
    ...each('account', ['practice', 'dialect'], ['reread account:list']),
    ...each('account', ['practiceClock', 'practiceTrouble', 'practiceCalm'], ['put account:practiceState']),
    ...each('account', ['activate', 'rename', 'signOut', 'remove'], ['sameAsEvent account:changed']),
    'account:changed': ['put account:list', 'switchAccount', 'reread job:list', 'reread job:get'],
  },
  import: {
    ...each('import', ['open', 'openPasted', 'openSample'], ['put import:draft', 'reread import:drafts']),
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
    'import:startQueue': ['reread job:list', 'reread import:draft', 'reread import:drafts', 'reread import:campaigns'],
    'import:compareCampaign': ['reread import:sentRow', 'forget check:rows', 'forget check:campaignRows'],
    'import:deleteDraft': ['reread import:draft', 'reread import:drafts'],
    'import:start': [
      'sameAsEvent job:progress',
      'reread import:draft',
      'reread import:drafts',
      'reread import:campaigns',
      'reread job:get',
      'reread job:rows',
    ],
    'import:fieldsLearned': ['reread import:draft', 'reread import:campaigns'],
    'import:draftChanged': ['update import:draft', 'reread import:drafts'],
  },
  template: {
    ...each('template', ['save', 'rename', 'remove', 'import', 'fit'], TEMPLATES),
    'template:heard': [...TEMPLATES, 'reread import:draft'],
    'template:use': ['put import:draft', ...FILLED, ...TEMPLATES],
    'template:undo': ['put import:draft', ...FILLED, 'reread template:match'],
  },
  check: {
    ...each('check', ['run', 'edit', 'repair', 'changeCells', 'leaveOut'], [...CHECKED, ...SENT_ROWS]),
    ...each('check', ['askTeam', 'campaignChoice', 'dropChanges'], [...CHECKED, ...SENT_ROWS]),
    ...each('check', ['undo', 'redo', 'goTo'], [...CHECKED, ...SENT_ROWS]),
    'check:changed': SENT_ROWS,
  },
  job: {
    ...each('job', ['pause', 'stop', 'rename', 'share'], ['sameAsEvent job:progress']),
    'job:resume': ['sameAsEvent job:progress', 'reread job:doubt'],
    ...each('job', ['askCount', 'settleDoubt'], ['reread job:doubt']),
    ...each('job', ['correctCampaign', 'duplicate'], ['put import:draft', 'reread import:drafts']),
    'job:decide': ['sameAsEvent job:progress', 'reread job:rows', 'reread job:answers'],
    'job:look': ['reread job:verdicts'],
    'job:compareWaiting': ['reread job:get', 'reread job:rows'],
    'job:readTrial': ['reread job:trial'],
    'job:readOutcomes': ['reread job:outcomes'],
    'job:planOutcomes': ['put job:outcomePlan'],
    'job:plannedRead': ['reread job:outcomes', 'reread job:outcomePlan'],
    'job:applyVerdicts': ['sameAsEvent job:progress', 'reread job:rows', 'reread job:verdicts', 'reread job:answers'],
    ...each('job', ['repair', 'repairValue', 'changeCells'], REPAIRED),
    ...each('job', ['sendAgain', 'leaveOut', 'undoChange', 'redoChange'], ['sameAsEvent job:progress', ...REPAIRED]),
    ...each('job', ['delete', 'removed'], whenJobIsGone),
    'job:progress': ['update job:list', 'update job:get'],
    'job:doubted': ['reread job:doubt', 'reread job:noCount', 'reread job:list'],
    'job:figures': ['reread job:get', 'reread job:rows', 'reread job:refusedValues', 'reread job:answers'],
  },
  export: {
    ...each('export', ['start', 'cancel', 'keep', 'refresh', 'rename'], ['sameAsEvent export:progress']),
    ...each('export', ['delete', 'removed'], ['reread export:list', 'forget export:get']),
    'export:progress': ['update export:list', 'update export:get'],
  },
  compare: {},
  query: {
    ...each('query', ['save', 'share', 'remove', 'import'], ['reread query:list']),
    'query:heard': ['reread query:list', 'reread leadView:list'],
  },
  leadView: {
    ...each('leadView', ['save', 'delete', 'share'], ['put leadView:list']),
    'leadView:leave': ['put leadView:left'],
  },
  segment: {
    'segment:list': ['put segment:list'],
    ...each(
      'segment',
      ['prepare', 'prepareUndo', 'start', 'pause', 'repair', 'stop', 'resolve'],
      ['sameAsEvent segment:progress'],
    ),
    ...each('segment', ['removeChange', 'removed'], whenChangeIsGone),
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
    ...each('quota', ['refresh', 'probe', 'reserve', 'shares'], ['sameAsEvent quota:pulse']),
    ...each('quota', ['alertDelivery', 'alertSettings', 'alertSeen'], ['sameAsEvent quota:pulse']),
    'quota:productionZone': ['sameAsEvent quota:pulse', 'reread quota:burnDown', 'reread quota:hours'],
    'quota:series': ['reread quota:burnDown', 'reread quota:minutes'],
    'quota:history': ['reread quota:hours', 'reread quota:refusals', 'reread quota:latency'],
    'quota:pulse': ['put quota:snapshot'],
    'quota:logged': ['reread quota:log'],
  },
  network: each(
    'network',
    ['chooseCertificates', 'removeCertificates', 'signInToProxy', 'signOutOfProxy'],
    ['reread network:get'],
  ),
  team: {
    ...each('team', ['begin', 'join', 'leave'], ['put team:state', ...SHARED_BY_TEAM]),
    ...each('team', ['restored', 'goOnWithout'], ['put team:state']),
  },
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
