import { closeSync, openSync, writeSync } from 'node:fs';

const firstNames = ['Søren', 'Anna', 'Mikkel', 'Åse', 'Jürgen', 'Lærke', 'Emil', 'Małgorzata'];
const lastNames = ['Jensen', 'Nielsen', 'Müller', 'Østergård', 'Berg', 'Holm'];

/** Writes a list of made-up leads as a service exports them, about 500 bytes each. Returns the bytes. */
export function writeLeadsFile(path: string, leads: number): number {
  const file = openSync(path, 'w');
  let bytes = 0;
  let text = '[';
  for (let number = 0; number < leads; number += 1) {
    text += `${number === 0 ? '' : ',\n'}${JSON.stringify(leadAt(number))}`;
    if (text.length < 1_000_000) continue;
    bytes += writeSync(file, text);
    text = '';
  }
  bytes += writeSync(file, `${text}]`);
  closeSync(file);
  return bytes;
}

function leadAt(number: number): unknown {
  const mixed = Math.imul(number + 1, 2_654_435_761) >>> 0;
  const first = firstNames[mixed % firstNames.length] ?? '';
  const last = lastNames[(mixed >>> 5) % lastNames.length] ?? '';
  return {
    uniqueId: `${mixed.toString(16).padStart(8, '0')}-${number}`,
    status: mixed % 3 === 0 ? 'VIPRedial' : 'New',
    closure: mixed % 5 === 0 ? 'Success' : 'NotSet',
    priority: mixed % 10,
    uploadTime: '2026-05-06T10:16:41.0000000',
    lastModifiedTime: `2026-05-0${(mixed % 9) + 1}T1${mixed % 10}:16:41.0000000`,
    campaign: { code: `DK-${mixed % 12}`, uniqueId: `C-${mixed % 12}` },
    data: {
      Fornavn: first,
      Efternavn: last,
      Telefon1: `+45 ${20_000_000 + (mixed % 9_999_999)}`,
      Email: `${last.toLowerCase()}.${number}@example.dk`,
      Postnr: `0${100 + (mixed % 900)}`,
      By: 'Ærøskøbing',
      Note: mixed % 4 === 0 ? 'ønsker tilbud på "vinduer"' : '',
    },
    closureData: mixed % 5 === 0 ? [{ name: 'Resultat', value: 'Success' }] : [],
    ownerOrgUnit: { orgCode: 'ORG-1' },
    uploadedByUser: { orgCode: 'ws-import' },
  };
}
