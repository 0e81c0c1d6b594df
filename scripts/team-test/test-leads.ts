import { claimedByPhone } from '../../electron/core/foundation/claimed-as.ts';
import { leadContacts, leadDigest } from '../../electron/core/imports/jobs/journal/records/lead-digest.ts';
import type { TeamKeys } from '../../electron/core/team/keys/team-keys.ts';

export const CAMPAIGN = 'EU-MESSE-26';
/** Digits of a phone of the test. */
const DIGITS = 8;
const SPELLINGS: readonly ((phone: string) => string)[] = [
  String,
  (phone) => `+45 ${phone}`,
  (phone) => `(+45) ${phone.slice(0, 4)}-${phone.slice(4)}`,
  (phone) => `0045.${(phone.match(/../g) ?? []).join('.')}`,
];

export interface TestLeadsOptions {
  readonly leads: number;
  /** As many as offices. */
  readonly lists: number;
  /** Lists write a lead each in its own way: another name, and every second one the phone with its country. */
  readonly differ: boolean;
  /** The team sends one lead for each phone number. */
  readonly isByPhone: boolean;
}

/** The leads of a test, told by their phones, and how each list writes them. */
export class TestLeads {
  readonly phones: readonly string[];
  /** By the digest of a lead, hexadecimal, however a list writes it. */
  readonly phoneByDigest: ReadonlyMap<string, string>;
  readonly #options: TestLeadsOptions;

  constructor(options: TestLeadsOptions) {
    this.#options = options;
    this.phones = Array.from({ length: options.leads }, (_, lead) => `3${String(lead).padStart(DIGITS - 1, '0')}`);
    this.phoneByDigest = this.#byText((data) => Buffer.from(digestOf(data)).toString('hex'));
  }

  /** A file with leads as this list writes them. */
  fileOf(phones: readonly string[], list: number): string {
    const rows = phones.map((phone) => Object.values(this.#rowOf(phone, list)).join());
    return ['FirstName,Phone', ...rows, ''].join('\n');
  }

  /** Digests that the lists give to a lead. */
  digestsOf(phone: string): Uint8Array[] {
    return this.#waysOf(phone).map(digestOf);
  }

  /** Phones by what the team's database knows of them, hexadecimal. */
  byKey(keys: TeamKeys): ReadonlyMap<string, string> {
    return this.#byText((data) => {
      const digest = digestOf(data);
      const lead = { campaignCode: CAMPAIGN, digest, contacts: leadContacts(data) };
      return keys.ofLead(this.#options.isByPhone ? claimedByPhone(lead) : digest);
    });
  }

  #byText(text: (data: Row) => string): ReadonlyMap<string, string> {
    return new Map(this.phones.flatMap((phone) => this.#waysOf(phone).map((data) => [text(data), phone] as const)));
  }

  #waysOf(phone: string): Row[] {
    const { differ, lists } = this.#options;
    return Array.from({ length: differ ? lists : 1 }, (_, list) => this.#rowOf(phone, list));
  }

  #rowOf(phone: string, list: number): Row {
    if (!this.#options.differ) return { FirstName: `Person ${phone}`, Phone: phone };
    const spell = SPELLINGS[list % SPELLINGS.length] ?? String;
    return { FirstName: `Person ${phone} of list ${list}`, Phone: spell(phone) };
  }
}

/** The lead that a list wrote with this phone. */
export function phoneIn(data: Readonly<Record<string, unknown>>): string {
  return String(data['Phone']).replaceAll(/\D/g, '').slice(-DIGITS);
}

type Row = Record<'FirstName' | 'Phone', string>;

function digestOf(data: Row): Uint8Array {
  return leadDigest({ campaignCode: CAMPAIGN, data, tagField: null }) ?? new Uint8Array();
}
