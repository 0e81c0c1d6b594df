import { SECRET_LENGTH } from '../../electron/core/team/keys/team-keys.ts';
import { invitationText } from '../../electron/core/team/link/invitation.ts';

const NOWHERE = { host: '127.0.0.1', port: 1, database: 'leads' };
/** Values a property may have; the oldest go. */
const MOST = 8;
/** Levels of an answer that are looked through, and members of each list. */
const DEEPEST = 4;
const LIST = 5;

/** What `id` in the answer of an area names. */
const OWN_ID: Readonly<Record<string, string>> = {
  account: 'accountId',
  import: 'draftId',
  job: 'jobId',
  export: 'exportId',
  template: 'templateId',
  query: 'queryId',
  segment: 'changeId',
};

/** Values that take a call behind the checks of its arguments: ids and tokens that answers named, and what is near. */
export class KnownValues {
  readonly #values = new Map<string, unknown[]>([
    ['accountId', ['practice']],
    // None of them leads to another computer.
    [
      'address',
      ['http://127.0.0.1:1', 'https://127.0.0.1:1/api', 'ﷺ', '', 'http://[::1', 'javascript:1', 'http://a b'],
    ],
    // Nobody listens there.
    ['place', ['127.0.0.1:1/leads', 'localhost:1/ﷺ', '[::1]:1/x', 'postgres://a:b@127.0.0.1:1/c']],
    ['invitation', [invitationText({ place: NOWHERE, secret: new Uint8Array(SECRET_LENGTH) }), 'lead-team-1:x:0']],
    ['campaignCode', ['EU-MESSE-26', 'constructor', '\ud800']],
    ['projects', ['EU-MESSE-26', '\ud800']],
    ['encoding', ['utf-8', 'windows-1252', 'utf-16le', 'constructor', '__proto__']],
    ['limit', [1, 50, 500]],
    ['column', [0, 1, 2, 400]],
    ['row', [1, 2, 3, 4]],
  ]);

  get values(): ReadonlyMap<string, readonly unknown[]> {
    return this.#values;
  }

  add(name: string, value: unknown): void {
    const values = this.#values.get(name) ?? [];
    if (values.includes(value)) return;
    this.#values.set(name, [...values, value].slice(-MOST));
  }

  learn(channel: string, answer: unknown): void {
    this.#walk(OWN_ID[channel.split(':', 1)[0] ?? ''] ?? 'id', answer, 0);
  }

  #walk(ownId: string, value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    const members = Array.isArray(value) ? Object.entries(value.slice(0, LIST) as unknown[]) : Object.entries(value);
    for (const [name, member] of members) {
      if (typeof member === 'object') this.#walk(ownId, member, depth + 1);
      else if (member === '' || !/^id$|Id$|^(token|selection|sequence)$/.test(name)) continue;
      else if (name === 'id') this.add(ownId, member);
      else this.add(name, member);
    }
  }
}
