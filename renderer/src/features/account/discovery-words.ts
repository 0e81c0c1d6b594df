import type { Discovery } from '../../../../shared/contract/account/discovery.ts';
import { format } from '../../lib/format.ts';

/** Whether the last test found a right gone. */
export function isLess(discovery: Discovery | null): boolean {
  return discovery?.changes.some(({ now }) => now === 'gone') === true;
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** "Two rights are gone." */
export function goneWords(count: number): string {
  return `${NUMBERS[count] ?? String(count)} ${count === 1 ? 'right is' : 'rights are'} gone.`;
}

export const VERBS = ['Get', 'Post', 'Put', 'Delete'] as const;

/** What a resource type opens in Lead Console, by the types of the specification. */
const OPENS: Readonly<Record<string, string>> = {
  leads: 'Import, searches',
  simpleleads: 'Lead search',
  leadsegments: 'Segments',
  organization: 'Users, units',
  account: 'Limits, counts',
};

export function opensWords(resource: string): string {
  return OPENS[resource.toLowerCase()] ?? 'Not used here';
}

/** Whether a resource has this verb, ignoring case. */
export function holds(verbs: readonly string[], verb: string): boolean {
  return verbs.some((held) => held.toLowerCase() === verb.toLowerCase());
}

/** What the rights allow, in one sentence. */
export function allowedWords(resourceRights: Readonly<Record<string, readonly string[]>>): string {
  const may = (resource: string, verb: string) =>
    Object.entries(resourceRights).some(([name, verbs]) => name.toLowerCase() === resource && holds(verbs, verb));
  const parts = [
    may('leads', 'Post') ? 'import' : '',
    may('simpleleads', 'Get') || may('leads', 'Get') ? 'export' : '',
    may('leadsegments', 'Post') || may('leadsegments', 'Delete') ? 'change segments' : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'You can neither import nor export with this account.';
  return `You can ${format.list(parts)}.`;
}

/** What `LeadDefinitionEntryAccess` means. */
export function entryWords(access: string | null): string {
  switch (access?.toLowerCase()) {
    case 'full':
      return 'every lead field is in exports';
    case 'partner':
      return 'some lead fields may be missing in exports';
    case 'none':
      return 'lead fields may be missing in exports';
    default:
      return access === null ? 'the service does not say' : 'a value that the specification does not have';
  }
}
