// Why: decision 0542.
import { readTemplateFile, writeTemplateFile } from '../../../../shared/domain/mapping/index.ts';
import { copyName } from '../../../../shared/domain/team/team-words.ts';
import type { SharedText, SharedTexts } from '../../foundation/shared-texts.ts';
import { templateKey, templateNamed, type TemplateRecord, type TemplateStore } from './template-store.ts';

const KIND = 'template';

/**
 * The templates of this computer, and behind them those of its colleagues. What is saved, renamed or removed here is told to the
 * team. Without a team it is the store itself.
 */
export function sharedTemplates(own: TemplateStore, texts: SharedTexts): TemplateStore {
  function tell(record: TemplateRecord): void {
    if (texts.isTeam && !record.isDamaged) texts.put(KIND, keyOf(record), writeTemplateFile(record));
  }

  function marked(record: TemplateRecord): TemplateRecord {
    const isTold = !texts.isTeam || record.isDamaged || texts.fits(KIND, keyOf(record), writeTemplateFile(record));
    return isTold ? record : { ...record, staysHere: true };
  }

  // Those that were saved before the account came into its team.
  texts.onHeard(() => {
    for (const record of own.all()) if (!texts.knows(KIND, keyOf(record))) tell(record);
  });

  /** An own one in whose place that of a colleague stands would come back as soon as that one is gone. */
  function removeReplaced({ campaignCode, name }: TemplateRecord): void {
    const replaced = own.named(campaignCode, name);
    if (replaced !== undefined) own.remove(replaced.id);
  }

  const all = () => (texts.isTeam ? withShared(own.all().map(marked), texts.all(KIND)) : own.all());

  const named = (campaignCode: string, name: string) => templateNamed(all(), campaignCode, name);
  const find = (id: string) => all().find((record) => record.id === id);
  const keyOfShared = (id: string) => recordsOf(texts.all(KIND)).find(({ record }) => record.id === id)?.text.key;

  return {
    all,
    find,
    named,
    save(template) {
      const before = named(template.campaignCode, template.name);
      const saved = own.save(template);
      // It had the code of its campaign in another case.
      if (before !== undefined && keyOf(before) !== keyOf(saved))
        texts.remove(KIND, keyOfShared(before.id) ?? keyOf(before));
      tell(saved);
      return marked(saved);
    },
    rename(id, name) {
      const before = find(id);
      if (before === undefined) return;
      // One of a colleague becomes one of this computer.
      if (before.from === undefined) own.rename(id, name);
      else {
        removeReplaced(before);
        own.save({ ...before, id, name });
      }
      const after = own.find(id);
      const key = keyOfShared(id) ?? keyOf(before);
      if (after !== undefined && keyOf(after) !== key) texts.remove(KIND, key);
      if (after !== undefined) tell(after);
    },
    countUse: (id, at) => own.countUse(id, at),
    remove(id) {
      const record = find(id);
      if (record === undefined) return false;
      const key = keyOfShared(id) ?? keyOf(record);
      texts.remove(KIND, key);
      removeReplaced(record);
      return true;
    },
  };
}

/** Templates of one computer with those of its colleagues; what a colleague has put in the place of an own one stands there. */
export function withShared(own: readonly TemplateRecord[], texts: readonly SharedText[]): TemplateRecord[] {
  const others = recordsOf(texts);
  const replaced = new Set(others.filter(({ text }) => text.isInPlaceOfMine).map(({ text }) => text.key));
  const here = own.filter((record) => !replaced.has(keyOf(record)));
  const isTaken = ({ campaignCode, name }: TemplateRecord) => templateNamed(here, campaignCode, name) !== undefined;
  return [...here, ...others.map(({ record }) => record).filter((record) => !isTaken(record))];
}

function keyOf({ campaignCode, name }: Pick<TemplateRecord, 'campaignCode' | 'name'>): string {
  return templateKey(campaignCode, name);
}

/** Those of colleagues, but for what this version cannot read. */
function recordsOf(texts: readonly SharedText[]): { readonly record: TemplateRecord; readonly text: SharedText }[] {
  return texts.flatMap((text) => {
    const record = text.isMine ? null : recordOf(text);
    return record === null ? [] : [{ record, text }];
  });
}

/** Null for one that this version cannot read. */
function recordOf({ id, text, by, at, isCopy }: SharedText): TemplateRecord | null {
  const reading = readTemplateFile(text, '');
  if (!reading.ok) return null;
  const { template } = reading;
  const name = isCopy ? copyName(template.name, by) : template.name;
  const from = { name: by, at };
  return { ...template, name, id, savedAt: at, used: 0, lastUsedAt: null, isDamaged: false, from };
}
