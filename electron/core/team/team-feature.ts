// Why: decision 0427.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ChannelArgs, CoreChannelName } from '../../../shared/contract/channels.ts';
import type { TeamImport, TeamState } from '../../../shared/contract/team/team.ts';
import type { TeamShared } from '../../../shared/contract/team/team-shared.ts';
import { knownZone } from '../../../shared/domain/service/service-time.ts';
import { invalid, invalidAt, notFound } from '../foundation/failure.ts';
import type { LeadClaims } from '../foundation/lead-claims.ts';
import type { TeamLook } from '../foundation/team-look.ts';
import type { NetworkAccess } from '../foundation/network-access.ts';
import type { Clock, SecretStore } from '../foundation/ports.ts';
import type { SharedTexts } from '../foundation/shared-texts.ts';
import type { FeatureServices, Handlers, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { refuseOther } from '../sessions/shown-account.ts';
import { isAnyHeld } from '../storage/lease.ts';
import { checkTeam } from './chain/check-team.ts';
import { importsOf, nameOf, usedByOffice } from './chain/office-state.ts';
import { begunSchema, helloSchema, type Office, understood } from './chain/team-answers.ts';
import { TeamTexts } from './knows/team-texts.ts';
import { TextJournal } from './knows/text-journal.ts';
import { KEY_FORMS, TeamJournal, type TeamSelf } from './chain/team-journal.ts';
import { SECRET_LENGTH, TeamKeys } from './keys/team-keys.ts';
import { databasePlace, placeText } from './link/database-place.ts';
import { invitationText, readInvitation } from './link/invitation.ts';
import { PgLink } from './link/pg-link.ts';
import { AccountLook } from './account-look.ts';
import { usedAsHeard, usedToTell } from './quota-use.ts';
import { ToldMarks } from './told-marks.ts';
import { TeamPulse } from './team-pulse.ts';
import { said } from './said.ts';
import { type TeamLink, TeamTrouble } from './link/team-link.ts';
import { type GivenTeam, KeptAccess, type TeamAccess } from './team-access.ts';
import { TeamClaims } from './team-claims.ts';
import { TeamDesk } from './team-desk.ts';

export type TeamChannel = Extract<CoreChannelName, `team:${string}`>;

export interface TeamOptions {
  readonly secrets: SecretStore;
  readonly network: Pick<NetworkAccess, 'certificates'>;
  /** What a command says of its team; left out: what is kept. */
  readonly given?: GivenTeam;
  /** For specs: another way to the database than that of a server. */
  readonly linkTo?: (access: TeamAccess) => TeamLink;
}

/** The team of one account. */
export interface AccountTeam extends OpenFeature<TeamChannel> {
  readonly claims: LeadClaims;
  readonly look: TeamLook;
  /** What colleagues are told of the imports here, the latest first. */
  follow(imports: () => readonly TeamImport[]): void;
  readonly texts: SharedTexts;
}

export function openTeam(services: FeatureServices, session: AccountSession, options: TeamOptions): AccountTeam {
  return new Team(services, session, options);
}

class Team implements AccountTeam {
  readonly claims: TeamClaims;
  readonly look: AccountLook;
  readonly #pulse: TeamPulse;
  readonly texts: TeamTexts;
  readonly handlers: Handlers<TeamChannel>;
  readonly #session: AccountSession;
  readonly #clock: Clock;
  readonly #journal: TeamJournal;
  readonly #kept: KeptAccess;
  readonly #desk: TeamDesk;
  readonly #linkTo: (access: TeamAccess) => TeamLink;

  constructor({ clock, log }: FeatureServices, session: AccountSession, options: TeamOptions) {
    const { journal, folder, account, api, setAside } = session;
    const { secrets, network, given = null } = options;
    const zone = knownZone(account.dialect.timeZone);
    this.#session = session;
    this.#clock = clock;
    this.#journal = new TeamJournal(journal);
    this.#kept = new KeptAccess(secrets, account.id, given);
    this.#linkTo =
      options.linkTo ?? ((access) => new PgLink({ ...access, clock, certificates: () => network.certificates }));
    // The damaged journal may have lost the end of its chain.
    if (setAside !== undefined && this.#journal.self() !== null) this.#journal.beginAnew();
    this.#desk = new TeamDesk({
      journal: this.#journal,
      access: this.#kept,
      linkTo: this.#linkTo,
      leads: () => this.claims.sent,
      clock,
      log,
      folder,
      address: account.address,
      zone,
    });
    const isGiven = given !== null;
    const marks = new ToldMarks(journal, this.#journal, () => this.claims.sent);
    const use = (keys: TeamKeys) => usedToTell(api, keys.ofUser(account.username), clock.wallNow());
    const told = { journal: this.#journal, desk: this.#desk, marks, clock, log };
    this.#pulse = new TeamPulse({ ...told, use });
    const onMove = () => this.#pulse.rouse();
    this.claims = new TeamClaims({ ...told, zone, isGiven, onMove });
    this.look = new AccountLook({ journal: this.#journal, desk: this.#desk, claims: this.claims });
    this.texts = new TeamTexts({
      journal: this.#journal,
      texts: new TextJournal(journal),
      talk: (work) => this.#desk.talk(work),
      isAway: () => this.#desk.awaySince !== null,
      clock,
      log,
    });
    this.handlers = {
      'team:state': () => said(this.#state()),
      'team:shared': () => this.#shared(),
      'team:begin': (args) => said(this.#begin(args)),
      'team:join': (args) => said(this.#join(args)),
      'team:invite': () => said(this.#invite()),
      'team:leave': (args) => said(this.#leave(args)),
      'team:restored': () => said(this.#restored()),
      'team:goOnWithout': (args) => said(this.#goOnWithout(args.office)),
    };
  }

  follow(imports: () => readonly TeamImport[]): void {
    this.#pulse.follow(imports);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.texts[Symbol.asyncDispose]();
    await this.claims[Symbol.asyncDispose]();
    await this.#pulse[Symbol.asyncDispose]();
    await this.#desk[Symbol.asyncDispose]();
  }

  async #state(): Promise<TeamState> {
    this.claims.refresh();
    const self = this.#journal.self();
    if (self === null) return { team: null };
    const { place, name } = self;
    const form = self.keyForm === KEY_FORMS.phone ? ({ isByPhone: true } as const) : {};
    try {
      const known = await this.#desk.talk(async ({ chain, keys }) => ({
        colleagues: (await chain.offices()).map((office) => this.#shown(office, self, keys)),
        ...(chain.hasOldScript ? ({ hasOldScript: true } as const) : {}),
      }));
      return {
        team: {
          place,
          name,
          ...form,
          trouble: '',
          needsPerson: false,
          awaySince: null,
          ...known,
        },
      };
    } catch (error) {
      if (!(error instanceof TeamTrouble)) throw error;
      const { awaySince } = this.#desk;
      const needsPerson = error.kind === 'teamPerson';
      const trouble = { trouble: error.message, needsPerson, awaySince };
      return { team: { place, name, ...form, ...trouble, colleagues: [] } };
    }
  }

  async #shared(): Promise<TeamShared> {
    this.claims.refresh();
    if (this.#journal.self() === null) return { shared: null };
    await this.texts.refresh();
    const leads = await this.look.leads();
    return { shared: { leads, texts: this.texts.counts(), trouble: this.texts.trouble } };
  }

  /** Whoever begins draws the secret: the database never sees it. */
  async #begin(args: ChannelArgs<'team:begin'>): Promise<TeamState> {
    refuseOther(this.#session.account, args.account);
    const place = databasePlace(args.place);
    if (place === null)
      throw invalidAt(
        'place',
        'Name the database as host/database or host:port/database, without user, password or options.',
      );
    this.#refuseWhileRunning();
    // Begun here before, and a full disk kept it from being said: the team has the secret of then.
    const kept = this.#journal.self() === null ? null : await this.#kept.read();
    const isHere = kept !== null && placeText(kept.place) === placeText(place);
    const secret = isHere ? kept.secret : randomBytes(SECRET_LENGTH);
    const access = { place, secret, login: args.login, password: args.password };
    await this.#visit(access, async (link, keys) => {
      const hello = understood(helloSchema, await link.call('hello_v1', {}));
      this.#refuseOther(hello.team);
      const { address } = this.#session.account;
      const keyForm = KEY_FORMS[args.oneLeadPer ?? 'lead'];
      const checks = { secretCheck: keys.secretCheck, addressCheck: keys.addressCheck(address) };
      // As if it were begun: what keeps it from being used is said before anything is written.
      checkTeam({ ...hello, ...checks }, { keys, address, team: null, keyForm: null });
      // A database that was prepared before there was a choice has the first function alone.
      const answer =
        keyForm === KEY_FORMS.lead ? link.call('begin_v1', checks) : link.call('begin_v2', { ...checks, keyForm });
      const { verdict } = understood(begunSchema, await answer);
      if (verdict === 'begun' && hello.secretCheck !== keys.secretCheck)
        throw new TeamTrouble(
          'teamPerson',
          'In this database a team has been begun already. Join it with an invitation.',
        );
    });
    return this.#enter(access, args.name, KEY_FORMS[args.oneLeadPer ?? 'lead']);
  }

  async #join(args: ChannelArgs<'team:join'>): Promise<TeamState> {
    refuseOther(this.#session.account, args.account);
    const invitation = readInvitation(args.invitation);
    if (invitation === null)
      throw invalidAt(
        'invitation',
        'This is no invitation, or not all of it. Copy it once more, from its first to its last character.',
      );
    this.#refuseWhileRunning();
    return this.#enter({ ...invitation, login: args.login, password: args.password }, args.name);
  }

  /** Joining is declaring: the team learns, as keys, what this computer ever sent. */
  async #enter(access: TeamAccess, name: string | undefined, keyForm: number | null = null): Promise<TeamState> {
    const { address } = this.#session.account;
    const hello = await this.#visit(access, async (link, keys) => {
      const answer = understood(helloSchema, await link.call('hello_v1', {}));
      this.#refuseOther(answer.team);
      checkTeam(answer, { keys, address, team: null, keyForm: keyForm ?? this.#journal.self()?.keyForm ?? null });
      return answer;
    });
    await this.#desk.reset();
    await this.#kept.write(access);
    const known = this.#journal.self();
    const place = placeText(access.place);
    // Another password, name or place in the team that this account is in: its chain goes on.
    if (known?.team === hello.team) this.#journal.rename(name ?? known.name, place);
    else this.#journal.join({ ...hello, place, name: name ?? access.login });
    if (known === null) await this.#undoWhileRunning();
    this.claims.refresh();
    await this.#desk.talk(({ chain }) => chain.declare());
    await this.claims.tell();
    await this.texts.refresh();
    this.#pulse.rouse();
    return this.#state();
  }

  /** What is claimed and not sent would stay taken in the team that this account is in. */
  #refuseOther(team: string): void {
    const self = this.#journal.self();
    if (self === null || self.team === team) return;
    throw invalid(
      `This account is in another team, at ${self.place}. Leave that team first: it gets back the leads that this computer has claimed and not sent.`,
    );
  }

  async #visit<Value>(access: TeamAccess, work: (link: TeamLink, keys: TeamKeys) => Promise<Value>): Promise<Value> {
    await using link = this.#linkTo(access);
    return await work(link, new TeamKeys(access.secret));
  }

  async #invite(): Promise<{ invitation: string }> {
    this.#self();
    const access = await this.#kept.read();
    if (access === null)
      throw invalid('Lead Console does not have the secret of the team here. Ask a colleague to invite.');
    return { invitation: invitationText(access) };
  }

  async #leave({ isForced }: { isForced: boolean }): Promise<TeamState> {
    this.#self();
    this.#refuseWhileRunning();
    try {
      this.claims.letGoAll();
      await this.claims.tell();
      await this.#desk.talk(async ({ chain }) => {
        const { id } = this.#self();
        if (id !== null) await chain.leave(id);
      });
    } catch (error) {
      if (!isForced || !(error instanceof TeamTrouble)) throw error;
    }
    await this.#desk.reset();
    // Invitation and login last: on a full disk the team stands until there is room, and leaving asks for it again.
    this.texts.forget();
    this.#journal.leave();
    await this.#kept.forget();
    this.claims.refresh();
    return this.#state();
  }

  async #restored(): Promise<TeamState> {
    this.#self();
    await this.#desk.talk(({ chain }) => chain.restored());
    return this.#state();
  }

  async #goOnWithout(office: number): Promise<TeamState> {
    const { id } = this.#self();
    if (office === id) throw invalid('That is this computer. To take it out of the team, leave the team.');
    const isKnown = await this.#desk.talk(({ chain }) => chain.leave(office));
    if (!isKnown) throw notFound('The team has no computer with this number.');
    return this.#state();
  }

  #self(): TeamSelf {
    this.claims.refresh();
    const self = this.#journal.self();
    if (self === null) throw notFound('This account is in no team.');
    return self;
  }

  #shown(office: Office, self: TeamSelf, keys: TeamKeys): NonNullable<TeamState['team']>['colleagues'][number] {
    const { api, account } = this.#session;
    const told = usedByOffice(keys, office);
    return {
      id: office.id,
      name: nameOf(keys, office),
      heardAt: this.#heardAt(office),
      isMe: office.code === self.office,
      isFormer: self.formers.includes(office.id),
      hasLeft: office.leftAt !== null,
      isMissing: office.isMissing,
      imports: importsOf(keys, office),
      ...(told === null ? {} : { use: usedAsHeard(told, api, keys.ofUser(account.username)) }),
    };
  }

  /** By the clock of this computer, with which it will be compared; that of the database may be minutes off. */
  #heardAt({ heardAt, silentFor }: Office): number {
    return silentFor === undefined ? heardAt : Math.max(0, this.#clock.wallNow() - silentFor);
  }

  /** An import that has begun since the first look goes by the rules of before; one that begins from now on finds the team. */
  async #undoWhileRunning(): Promise<void> {
    try {
      this.#refuseWhileRunning();
    } catch (error) {
      this.#journal.leave();
      await this.#kept.forget();
      throw error;
    }
  }

  /** Rows that are under way would leave by the rules of before, in this program or in another one. */
  #refuseWhileRunning(): void {
    if (isAnyHeld(join(this.#session.folder, 'locks'), 'job-'))
      throw invalid('An import of this account is running. Pause it, or wait for its end; then try again.');
  }
}
