/** Made-up leads of a result, the same on every run. */

export const columns = [
  'uniqueId',
  'status',
  'closure',
  'campaign.code',
  'project',
  'uploadTime',
  'lastModifiedTime',
  'data.Fornavn',
  'data.Efternavn',
  'data.Virksomhed',
  'data.Telefon',
  'data.Postnr',
  'data.By',
  'data.E-mail',
  'data.Bemærkning',
] as const;

export const names = ['Jens', 'Søren', 'Åse', 'Ida', 'Jörg', 'François', 'Małgorzata', 'Anna Marie'];
export const towns = ['Århus', 'København', 'Køge', 'Malmö', 'Tromsø', 'Zürich', 'Ry', 'Łódź'];
const notes = [null, 'ring efter kl. 10', 'tilbud på "vinduer", haster', 'linje 1\nlinje 2', 'nej tak', ''];

export function pick<Value>(list: readonly Value[], number: number): Value {
  return list[number % list.length] as Value;
}

export function leadRow(number: number): (string | null)[] {
  const mixed = Math.imul(number + 1, 2_654_435_761) >>> 0;
  const day = String(1 + (mixed % 28)).padStart(2, '0');
  const name = pick(names, mixed);
  return [
    `${mixed.toString(16).padStart(8, '0')}-${number}`,
    pick(['New', 'Processed', 'RedialAutomatic'], mixed),
    pick([null, 'Success', 'NotInterested'], mixed >>> 3),
    'DK-ENERGI-26',
    `Energi ${mixed % 9}`,
    `2026-11-${day}T08:00:00.0000000`,
    `2026-11-${day}T13:47:${String(mixed % 60).padStart(2, '0')}.0000000`,
    name,
    `${pick(names, mixed >>> 5)}sen`,
    `${name} ${pick(['ApS', 'A/S', 'GmbH', 'AB'], mixed >>> 3)} ${number % 7919}`,
    `+45 ${20_000_000 + (mixed % 79_999_999)}`,
    String(800 + (mixed % 9100)).padStart(4, '0'),
    pick(towns, mixed >>> 9),
    `lead.${number}@eksempel-${mixed % 997}.dk`,
    pick(notes, mixed >>> 7),
  ];
}
