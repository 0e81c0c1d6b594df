import type { Discovery, Offer } from '../../../shared/contract/account/discovery.ts';
import { isSameAddress } from '../../../shared/domain/service/address.ts';
import { pointTitles, verdictCounts } from '../../../shared/domain/service/discovery/point-words.ts';
import { lossWords } from '../../../shared/domain/service/discovery/rights.ts';
import type { Access } from '../program/batch-core.ts';
import { callUntilSignal } from '../program/call-until-signal.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import type { Output } from '../program/output.ts';
import { EXIT, type ExitCode } from '../program/trouble.ts';

/** The connection test: a line a step, a line for each point that the specification leaves open, and lost rights. */
export async function checkConnection(tools: FollowTools, access: Access): Promise<ExitCode> {
  const { core, output } = tools;
  const report = await callUntilSignal(tools, 'account:test', {
    address: access.url,
    username: access.username,
    password: access.password,
  });
  for (const { id, state, title, detail, milliseconds, request } of report.steps) {
    output.tell({ step: id, state, detail, milliseconds, request });
    output.say(`${state.padEnd(12)} ${title}: ${detail}`);
  }
  const { address, discovery } = report;
  const failed = report.steps.find((step) => step.state === 'failed');
  if (report.works && !failed) {
    const summary = discovery === null ? {} : tellDiscovery(output, discovery);
    const kept = await isKept({ core }, address, access);
    if (!kept) output.say(NOT_KEPT);
    output.end(`The connection to ${address} works.`, { works: true, address, kept, ...summary });
    return EXIT.done;
  }
  const isRefused = failed !== undefined && failed.id !== 'address' && failed.id !== 'encryption';
  const message = failed?.detail ?? 'The connection could not be tested.';
  output.warn(message);
  const code = failed?.id === 'credentials' ? 'auth' : 'network';
  output.end(`The connection to ${address} does not work.`, { works: false, address, error: { code, message } });
  return isRefused ? EXIT.stopped : EXIT.usage;
}

/** A test makes no account: what it settles is kept with one that this computer has. */
async function isKept({ core }: Pick<FollowTools, 'core'>, address: string, { username }: Access): Promise<boolean> {
  const { accounts } = await core.call('account:list', {});
  return accounts.some((one) => isSameAddress(one.address, address) && one.username === username);
}

const NOT_KEPT =
  'Nothing of this is kept: this computer has no account for the address and the user yet. Another command makes one, such as "batch account".';

function tellDiscovery(output: Output, { requests, findings, changes }: Discovery): object {
  for (const { point, verdict, evidence, used, requests: numbers, offer } of findings) {
    output.tell({ point, verdict, evidence, used, requests: numbers, offer });
    output.say(`${verdict.padEnd(12)} ${pointTitles[point]}: ${used}. ${evidence}`);
    if (offer !== null) output.say(`${''.padEnd(12)} To follow the service: ${settingOf(offer)}`);
  }
  const gone = changes.filter(({ now }) => now === 'gone').map(({ right }) => right);
  for (const change of changes.filter(({ now }) => now !== 'allowed')) {
    output.tell({ right: change.right, before: change.before, now: change.now });
    output.say(`${(change.now === 'gone' ? 'gone' : 'not known').padEnd(12)} Right ${change.right}`);
  }
  if (gone.length > 0) output.warn(`Gone since the last good test: ${gone.join(', ')}. ${lossWords(changes)}`);
  return { requests: requests.length, ...verdictCounts(findings), gone };
}

/** The options that take over what a test found. */
function settingOf({ bodyCase, poolField, rawLeadsPath }: Offer): string {
  return [
    bodyCase === undefined ? '' : `--body-case ${bodyCase === 'camel' ? 'lower' : 'upper'}`,
    poolField === undefined ? '' : `--pool-field ${poolField}`,
    rawLeadsPath === undefined ? '' : `--rawleads-path ${rawLeadsPath}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
