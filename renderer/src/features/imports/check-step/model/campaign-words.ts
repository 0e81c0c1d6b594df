import type {
  BesideField,
  CampaignChoice,
  CampaignFound,
  CampaignGroup,
  CampaignOrigin,
  CampaignRow,
  SharedValue,
} from '../../../../../../shared/contract/check/campaign-rows.ts';
import { format, leadForms, rowForms } from '../../../../lib/format.ts';

/** The group in the list of reasons. */
export const GROUP_TITLES: Readonly<Record<CampaignOrigin, string>> = {
  elsewhere: 'Put there elsewhere',
  same: 'Sent from here, same',
  changed: 'Sent from here, changed',
};

export const HEADLINES: Readonly<Record<CampaignOrigin, string>> = {
  elsewhere: 'In the campaign already, put there elsewhere',
  same: 'In the campaign already, sent from here',
  changed: 'In the campaign already, sent from here and changed since',
};

/** Who put the leads there, as far as the service names them. */
export function sourceWords({ origin, rows, sources }: CampaignGroup): string {
  const named = sources.filter(({ name }) => name !== '');
  const [only] = named;
  const preposition = origin === 'elsewhere' ? 'by' : 'with';
  if (only === undefined) return 'the service does not say by whom';
  if (only.rows === rows) return `${preposition} ${only.name}`;
  const counted = named.map(({ name, rows: count }) => `${name} ${format.number(count)}`).join(', ');
  return `${preposition} ${counted}`;
}

/** One sentence about the group. */
export function groupSentence(group: CampaignGroup): string {
  const who = sourceWords(group);
  switch (group.origin) {
    case 'elsewhere':
      return `Not sent from this computer: put there ${who}.`;
    case 'same':
      return `Sent from this computer ${who}. The campaign shows the same values as the file.`;
    case 'changed':
      return `Sent from this computer ${who}. The file says something else now, and a second lead is the only way to send it.`;
  }
}

/** What the chosen choice does: the main clause, and the rest. */
export function choiceEffect(group: CampaignGroup): { readonly title: string; readonly text: string } {
  const { rows, newPhone, leftOut, choice } = group;
  const sent = rows - leftOut;
  switch (choice) {
    case 'leaveOut':
      return { title: `${counted(rows, 'is', 'are')} left out.`, text: 'The campaign keeps the leads that it has.' };
    case 'sendAnyway':
      return {
        title: `${counted(sent, 'is', 'are')} sent and ${sent === 1 ? 'becomes a second lead' : 'become second leads'}.`,
        text: 'The service cannot change the leads that are there.',
      };
    case 'onlyNew':
      return {
        title: `${counted(newPhone, 'brings', 'bring')} a phone the campaign does not hold.`,
        text: `${newPhone === 1 ? 'It is' : 'They are'} sent, the other ${format.number(rows - newPhone)} left out.`,
      };
    case null:
      return {
        title: `${counted(sent, 'is', 'are')} sent, ${format.number(leftOut)} left out.`,
        text: 'Rows were chosen one by one.',
      };
  }
}

function counted(rows: number, one: string, other: string): string {
  return `${format.count(rows, rowForms)} ${rows === 1 ? one : other}`;
}

/** After a choice was made, for the note that offers to undo it. */
export function choiceMade({ rows, newPhone }: CampaignGroup, choice: CampaignChoice): string {
  if (choice === 'leaveOut') return `Left out ${format.count(rows, rowForms)} that the campaign holds`;
  if (choice === 'sendAnyway') return `${format.count(rows, rowForms)} will be sent anyway`;
  return `Only the ${format.number(newPhone)} new of ${format.count(rows, rowForms)} will be sent`;
}

export const SHARED: Readonly<Record<SharedValue, string>> = { phone: 'Phone', email: 'E-mail', key: 'Key' };

/** What a row shares with its lead, and what that is worth: a guess says so. */
export function sharedWords(
  { shares, isGuess, hasNewPhone, leads }: CampaignRow,
  { key, country }: Pick<CampaignFound, 'key' | 'country'>,
): { readonly what: string; readonly worth: string } {
  const what = shares === 'key' ? (key ?? SHARED.key) : SHARED[shares];
  const many = leads > 1 ? `, ${format.number(leads)} leads` : '';
  if (isGuess) return { what, worth: `read as ${country}` };
  if (hasNewPhone) return { what, worth: `new phone${many}` };
  const same = shares === 'phone' ? 'same number' : shares === 'email' ? 'same address' : 'same value';
  return { what, worth: `${same}${many}` };
}

/** The difference that is shown in the row: the new phone before any other. Null: none is seen. */
export function shownDifference({ fields, hasNewPhone, found }: CampaignRow): BesideField | null {
  const differing = fields.filter(({ match }) => match === 'differs');
  const digits = (text: string) => text.replace(/\D/g, '').length;
  const phone = hasNewPhone
    ? differing.find(({ inFile, inCampaign }) => digits(inFile) >= 6 && digits(inCampaign ?? '') >= 6)
    : undefined;
  return phone ?? differing.find(({ inFile }) => inFile !== found.inFile) ?? differing[0] ?? null;
}

/** In place of a difference. */
export function equalWords({ fields }: CampaignRow): string {
  return fields.some(({ match, inFile }) => match === 'unseen' && inFile !== '')
    ? 'no difference seen'
    : 'all else equal';
}

/** When and how the campaign was read. */
export function comparedWords({ campaignCode, leads, milliseconds }: CampaignFound): string {
  const read = format.count(leads, leadForms);
  const seconds = milliseconds < 1000 ? 'under a second' : `${format.number(Math.round(milliseconds / 100) / 10)} s`;
  return `${read} of ${campaignCode} read in ${seconds} with 1 request, whoever put them there.`;
}
