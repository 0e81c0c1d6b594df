// Why: decision 0187.
import {
  type AccountSummary,
  type ShownAccount,
  shownAccountSchema,
} from '../../../shared/contract/account/account.ts';
import {
  type ChannelInput,
  type ChannelResult,
  channels,
  type CoreChannelName,
} from '../../../shared/contract/channels.ts';
import type { Outcome } from '../../../shared/contract/errors.ts';
import { isLoopbackHost, normaliseAddress } from '../../../shared/domain/service/address.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { visibleMarks } from '../../../shared/domain/words/visible-marks.ts';
import { Failure } from '../../core/foundation/failure.ts';
import { type DatabasePlace, databasePlace } from '../../core/team/link/database-place.ts';
import { readInvitation } from '../../core/team/link/invitation.ts';
import { type CallCore, textIn } from '../../host/gate.ts';

export interface ConsentOptions {
  readonly callCore: CallCore;
  /** Asks the core; never rejects. */
  ask<Name extends CoreChannelName>(name: Name, args: ChannelInput<Name>): Promise<Outcome<ChannelResult<Name>>>;
  /** In a dialog of the system, which no page can press. */
  confirm(question: Question): Promise<boolean>;
}

export interface Question {
  readonly message: string;
  readonly detail: string;
  /** The verb of the button that goes on. */
  readonly action: string;
}

/**
 * Calls to the core, with a person's word before those that could carry something away: an account at a host that is not
 * known yet, the first import of an account, another address for alerts, which could hold anything, and the database of a team.
 */
export function withConsent({ callCore, ask, confirm }: ConsentOptions): CallCore {
  async function questionFor(
    channel: string,
    args: unknown,
    account: AccountSummary | undefined,
  ): Promise<Question | null> {
    if (SENDS_PASSWORD.includes(channel)) return newHost(args);
    if (channel === 'import:start') return firstImport(account, [textIn(args, 'draftId')]);
    if (channel === 'import:startQueue') {
      const queue = channels[channel].args.safeParse(args);
      return queue.success
        ? firstImport(
            account,
            queue.data.drafts.map(({ draftId }) => draftId),
          )
        : null;
    }
    if (channel === 'quota:alertDelivery') return newAlertAddress(args);
    if (channel === 'team:begin') return newTeam(account, databasePlace(textIn(args, 'place')));
    if (channel === 'team:join') return newTeam(account, readInvitation(textIn(args, 'invitation'))?.place ?? null);
    return null;
  }

  /** A refusal by the core says more than a question about an invalid address. */
  async function newHost(args: unknown): Promise<Question | null> {
    const address = normaliseAddress(textIn(args, 'address'));
    if (!address.ok) return null;
    const { host } = new URL(address.address);
    const listed = await ask('account:list', {});
    const known = listed.ok ? listed.value.accounts : [];
    if (known.some((account) => account.kind === 'service' && new URL(account.address).host === host)) return null;
    return {
      message: `Connect to ${host}?`,
      detail: 'Lead Console has not been connected to this host. User name, password and the rows of imports go there.',
      action: 'Connect',
    };
  }

  /** The core starts all of these drafts or none, and refuses one that it does not know. */
  async function firstImport(
    account: AccountSummary | undefined,
    draftIds: readonly string[],
  ): Promise<Question | null> {
    if (account === undefined) return null;
    const { host, hostname } = new URL(account.address);
    // Whoever can change the settings can call any service a practice one.
    if (account.kind === 'practice' && isLoopbackHost(hostname)) return null;
    const [jobs, answers] = await Promise.all([
      ask('job:list', {}),
      Promise.all(draftIds.map((draftId) => ask('import:draft', { draftId }))),
    ]);
    const drafts = answers.flatMap((draft) => (draft.ok ? [draft.value] : []));
    // The page may have another account in use by now: its jobs say nothing of this one.
    const hasImports = jobs.ok && jobs.value.jobs.some(({ accountId }) => accountId === account.id);
    if (drafts.length < answers.length || hasImports) return null;
    const count = format.count(
      drafts.reduce((sum, { rows }) => sum + rows, 0),
      'row',
    );
    const files = firstOf(drafts.map(({ fileName }) => `"${fileName}"`));
    const campaigns = [...new Set(drafts.map(({ plan }) => plan.campaignCode))];
    return {
      message: `Send ${count} of ${files} to ${host}?`,
      detail: `It is the first import into ${firstOf([account.name])}. The rows go to the ${campaigns.length === 1 ? 'campaign' : 'campaigns'} ${firstOf(campaigns)}.`,
      action: 'Send',
    };
  }

  async function newAlertAddress(args: unknown): Promise<Question | null> {
    const address = textIn(args, 'webhook').trim();
    if (!URL.canParse(address)) return null;
    const quota = await ask('quota:snapshot', {});
    if (quota.ok && quota.value.alertDelivery.webhook === address) return null;
    return {
      message: `Send alerts to ${new URL(address).host}?`,
      detail: `A test and each alert of the quota go to ${beginningOf(visibleMarks(address))}. No lead, user or password is in an alert.`,
      action: 'Send',
    };
  }

  /** The core refuses a text that names no place, and says why. */
  function newTeam(account: AccountSummary | undefined, place: DatabasePlace | null): Question | null {
    if (account === undefined || place === null) return null;
    return {
      message: `Connect to the database of a team at ${place.host}?`,
      detail: `Login and password of the database go there. So does what the account ${firstOf([account.name])} has sent and will send, as keys that the database cannot read.`,
      action: 'Connect',
    };
  }

  async function accountInUse(): Promise<AccountSummary | undefined> {
    const listed = await ask('account:list', {});
    return listed.ok ? listed.value.accounts.find(({ id }) => id === listed.value.activeId) : undefined;
  }

  return async (channel, args, signal) => {
    for (let agreed = ''; ;) {
      const account = OF_ACCOUNT.includes(channel) ? await accountInUse() : undefined;
      const question = await questionFor(channel, args, account);
      const asked = JSON.stringify([question, account?.id]);
      // Asked again when the page has changed meanwhile what a person said yes to.
      if (question === null || asked === agreed)
        return callCore(channel, OF_ACCOUNT.includes(channel) ? withAccount(args, account) : args, signal);
      if (!(await confirm(question)))
        return { ok: false, error: { code: 'cancelled', message: 'You cancelled it. Nothing was sent.' } };
      agreed = asked;
    }
  };
}

/**
 * The invitation of the team of the account in use, for the clipboard; null when the person does not want it there.
 *
 * @throws Failure of the core, when there is no team or no secret
 */
export async function agreedInvitation({
  ask,
  confirm,
}: Pick<ConsentOptions, 'ask' | 'confirm'>): Promise<string | null> {
  const invited = await ask('team:invite', {});
  if (!invited.ok) throw new Failure(invited.error);
  const agreed = await confirm({
    message: 'Copy the invitation of the team?',
    detail:
      'Anybody who has it and a login of the database can join the team. On the clipboard other programs can read it. Give it only to colleagues, in a way that nobody else reads.',
    action: 'Copy',
  });
  return agreed ? invited.value.invitation : null;
}

/** Calls that send a user name and a password to an address which the page gives. */
const SENDS_PASSWORD: readonly string[] = ['account:connect', 'account:address', 'account:test'];

/** Calls that send rows under the account in use, or what it has sent. */
const OF_ACCOUNT: readonly string[] = ['import:start', 'import:startQueue', 'team:begin', 'team:join'];

/**
 * SECURITY: the page may have another account in use when the core gets the call: the core refuses it then. It refuses no
 * account, too, which stands here when the page shows another one than this look found.
 */
function withAccount(args: unknown, found: AccountSummary | undefined): unknown {
  const call: object = Object(args);
  const account: ShownAccount = { id: found?.id ?? '', address: found?.address ?? '' };
  const { id, address } = shownAccountSchema.safeParse(Reflect.get(call, 'account')).data ?? account;
  const isSame = id === account.id && address === account.address;
  return { ...call, account: isSame ? account : { id: '', address: '' } };
}

/**
 * Names in a question, as a file, the page or the service gave them: with more, or with longer ones, the host would stand where
 * nobody looks, and the buttons below the screen.
 */
const NAMED = 3;
/** Characters of such a name. */
const LONGEST_NAME = 80;

function firstOf(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMED)
    .map(visibleMarks)
    .map((name) => (name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`));
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${format.number(more)} more`;
}

/** Characters of an address that a person can look over. */
const LOOKED_OVER = 300;

function beginningOf(address: string): string {
  const more = address.length - LOOKED_OVER;
  return more <= 0 ? address : `${address.slice(0, LOOKED_OVER)}… (${format.count(more, 'more character')})`;
}
