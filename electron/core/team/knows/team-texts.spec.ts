import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../system/system-clock.ts';
import type { TeamDatabase } from '../team-database-fixture.ts';
import { specOffice, teamDatabaseForSpecs } from '../team-specs-fixture.ts';
import type { SpecOffice } from '../team-fixture.ts';
import { TeamTexts } from './team-texts.ts';
import { TextJournal } from './text-journal.ts';

let team: TeamDatabase;

teamDatabaseForSpecs((opened) => (team = opened));

afterEach(() => {
  team.cuts.length = 0;
  team.isAway = false;
});

/** A computer of the team. */
class Sharer {
  readonly office: SpecOffice;
  readonly texts: TeamTexts;

  constructor(login: string) {
    this.office = specOffice(team, login);
    this.texts = new TeamTexts({
      journal: this.office.journal,
      texts: new TextJournal(this.office.database),
      talk: (work) => work({ link: team.link(login), keys: this.office.keys }),
      isAway: () => false,
      clock: systemClock,
      log: { note: () => undefined, bug: (where, error) => expect.unreachable(`${where}: ${String(error)}`) },
    });
  }

  static async join(login: string): Promise<Sharer> {
    const sharer = new Sharer(login);
    await sharer.office.join(team, login);
    return sharer;
  }

  seen(): (string | boolean)[][] {
    return this.texts.all('template').map(({ text, by, isCopy }) => [text, by, ...(isCopy ? [true] : [])]);
  }
}

/** Everything is told and heard by each of them, in this order. */
async function meet(...sharers: readonly Sharer[]): Promise<void> {
  for (const { texts } of sharers) {
    await texts.refresh();
    await texts.refresh();
  }
}

async function two(): Promise<[Sharer, Sharer]> {
  const [anna, bent] = [await Sharer.join('anna'), await Sharer.join('bent')];
  // Each learns the other’s name.
  await anna.office.tell();
  return [anna, bent];
}

test('a text reaches a colleague with the name of who told it, and goes when it is taken back', async () => {
  const [anna, bent] = await two();
  anna.texts.put('template', 'fair', 'columns of the fair');
  await meet(anna, bent);
  expect(bent.seen()).toEqual([['columns of the fair', 'anna']]);

  anna.texts.remove('template', 'fair');
  await meet(anna, bent);
  expect(bent.seen()).toEqual([]);
  expect(bent.texts.knows('template', 'fair')).toBe(true);
});

test('of two that were told at once the last one wins, and the other one stays as a copy', async () => {
  const [anna, bent] = await two();
  anna.texts.put('template', 'fair', 'of Anna');
  bent.texts.put('template', 'fair', 'of Bent');
  await meet(anna, bent, anna, bent);

  expect(anna.texts.all('template').map(({ text, isInPlaceOfMine }) => [text, isInPlaceOfMine])).toEqual([
    ['of Bent', true],
    ['of Anna', false],
  ]);
  expect(bent.seen()).toEqual([
    ['of Bent', ''],
    ['of Anna', 'anna', true],
  ]);
  const copy = bent.texts.all('template').at(-1);
  bent.texts.remove('template', copy?.key ?? '');
  await meet(bent, anna);
  expect(anna.seen()).toEqual([['of Bent', 'bent']]);
});

test('one that takes the place of what was known leaves no copy', async () => {
  const [anna, bent] = await two();
  anna.texts.put('template', 'fair', 'first');
  await meet(anna, bent);
  bent.texts.put('template', 'fair', 'second');
  await meet(bent, anna);
  expect(anna.seen()).toEqual([['second', 'bent']]);
});

test('a colleague’s newer one is not removed by who has not seen it', async () => {
  const [anna, bent] = await two();
  anna.texts.put('template', 'fair', 'first');
  await meet(anna, bent);
  anna.texts.put('template', 'fair', 'second');
  await meet(anna);
  bent.texts.remove('template', 'fair');
  await meet(bent, bent, anna);
  expect(anna.seen()).toEqual([['second', '']]);
  expect(bent.seen()).toEqual([['second', 'anna']]);
});

test('an answer that was lost leaves no copy, and what is told while the database is away is told later', async () => {
  const [anna, bent] = await two();
  team.isAway = true;
  anna.texts.put('template', 'fair', 'of Anna');
  await anna.texts.refresh();
  team.isAway = false;
  // The question for what is new is answered, the answer to what is told is lost.
  team.onQuestion = () => {
    team.onQuestion = () => {
      team.cuts.push('after');
      team.onQuestion = null;
    };
  };
  await meet(anna, anna, bent);
  expect(bent.seen()).toEqual([['of Anna', 'anna']]);
});

test('after the database was put back what was told is told again, once', async () => {
  const [anna, bent] = await two();
  const copy = await team.files();
  anna.texts.put('template', 'fair', 'of Anna');
  await meet(anna);
  await anna.office.claim([1]);
  await team.putBack(copy);
  await anna.office.claim([2]).catch(() => undefined);
  await bent.office.claim([3]).catch(() => undefined);
  await anna.office.tell();
  await meet(anna, bent);
  expect(bent.seen()).toEqual([['of Anna', 'anna']]);
  expect(await team.rows('SELECT 1 FROM lead_team.doc')).toHaveLength(1);
});

test('a database that was prepared before texts were shared says so, and only this is left out', async () => {
  const [anna] = await two();
  await team.run('DROP FUNCTION lead_team.docs_v1(text)');
  anna.texts.put('template', 'fair', 'of Anna');
  await meet(anna);
  expect(anna.texts.trouble).toContain('Nothing is shared but leads');
  expect(await anna.office.claim([1])).toEqual([1]);
});

test('no byte of a text, of its key or of a name reaches the database', async () => {
  const [anna, bent] = await two();
  anna.texts.put('template', 'EU-MESSE-26\nfair of nordlys', '{"columns":["Firma","Telefon"],"value":"Zebulon Quist"}');
  await meet(anna, bent);
  bent.texts.remove('template', 'EU-MESSE-26\nfair of nordlys');
  bent.texts.put('rules', 'EU-MESSE-26', '{"fields":["Firma"],"allowed":["Zebulon Quist"]}');
  bent.texts.put('query', 'redials of nordlys', '{"extra":[{"name":"Phone","value":"Zebulon"}]}');
  bent.texts.put('view', 'redials of nordlys', '{"find":"Quist"}');
  bent.texts.put('fields', `EU-MESSE-26\n${bent.texts.me}`, '{"fields":["Telefon"]}');
  await meet(bent, anna);
  expect(anna.texts.all('rules').map(({ key, by }) => [key, by])).toEqual([['EU-MESSE-26', 'bent']]);
  expect(anna.texts.all('fields')).toHaveLength(1);
  const told = Buffer.from(team.received.join('\n'));
  for (const word of ['Zebulon', 'Quist', 'Firma', 'Telefon', 'nordlys', 'MESSE', 'template'])
    for (const bytes of [
      Buffer.from(word),
      Buffer.from(word, 'utf16le'),
      Buffer.from(Buffer.from(word).toString('hex')),
    ])
      expect(told.includes(bytes)).toBe(false);
  expect(told.includes('put_doc')).toBe(false);
  expect(told.length).toBeGreaterThan(1000);
});

test('a name that begins with a dash keeps it', async () => {
  const [anna, bent] = await two();
  anna.texts.put('template', 'SPRING\n-20 %', 'twenty off');
  await meet(anna, bent);
  expect(bent.texts.all('template').map(({ key }) => key)).toEqual(['SPRING\n-20 %']);
});

test('nobody waits for a database that is known to be away', async () => {
  const { office } = await Sharer.join('anna');
  const texts = new TeamTexts({
    journal: office.journal,
    texts: new TextJournal(office.database),
    talk: () => new Promise(() => undefined),
    isAway: () => true,
    // Its time does not go by.
    clock: { ...systemClock, after: () => ({ cancel: () => undefined }) },
    log: { note: () => undefined, bug: () => '' },
  });
  await expect(texts.refresh()).resolves.toBeUndefined();
});

test('a disk that is full while a colleague’s text is read is said, until there is room', async () => {
  const [anna, bent] = await two();
  anna.texts.put('template', 'fair', 'ø'.repeat(100_000));
  await meet(anna, bent);
  anna.texts.put('template', 'spring', 'ø'.repeat(100_000));
  await meet(anna);
  const pages = bent.office.database.prepare('PRAGMA page_count').get()?.['page_count'];
  bent.office.database.exec(`PRAGMA max_page_count = ${String(pages)}`);
  await meet(bent);
  expect(bent.texts.trouble).toMatch(/^The disk that holds the data folder is full\. Free some space\./);
  expect(bent.texts.counts()?.templates.count).toBe(1);

  bent.office.database.exec('PRAGMA max_page_count = 1000000');
  await meet(bent);
  expect(bent.texts.trouble).toBe('');
  expect(bent.texts.counts()?.templates.count).toBe(2);
});

test('a mistake of the program is logged, and says under which number', async () => {
  const { office } = await Sharer.join('anna');
  const texts = new TeamTexts({
    journal: office.journal,
    texts: new TextJournal(office.database),
    talk: () => Promise.reject(new TypeError('of the spec')),
    isAway: () => false,
    clock: systemClock,
    log: { note: () => undefined, bug: () => 'B7' },
  });
  await texts.refresh();
  expect(texts.trouble).toMatch(/save the diagnostics bundle \(log B7\)\.$/);
});

test('the longest text that fits reaches a colleague, and one character more stays here', async () => {
  const [anna, bent] = await two();
  let most = 1;
  for (let step = 2 ** 19; step >= 1; step /= 2)
    if (anna.texts.fits('template', 'fair', 'ø'.repeat(most + step))) most += step;
  anna.texts.put('template', 'fair', 'ø'.repeat(most));
  await meet(anna, bent);
  expect(bent.seen().map(([text]) => String(text).length)).toEqual([most]);

  anna.texts.put('template', 'fair', 'ø'.repeat(most + 2));
  await meet(anna, bent);
  expect(bent.seen().map(([text]) => String(text).length)).toEqual([most]);
});
