/** A spreadsheet as people send it: damaged on purpose, made in code, the same bytes every time. */
export interface SampleFile {
  readonly name: string;
  /** What is wrong with it, one sentence. */
  readonly description: string;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

/** Five files; all but one fit a campaign of the practice service without renaming columns. */
export function sampleFiles(): SampleFile[] {
  return [lostZeros(), tabbedUtf16(), titleAndTotal(), raggedAndQuoted(), scientificPhones()];
}

function lostZeros(): SampleFile {
  const lines = ['Schulname;Ansprechpartner;Telefon;Straße;PLZ;Ort;Quelle'];
  const streets = ['Müllerstraße', 'Schönhauser Allee', 'Große Hamburger Straße', 'Übersee-Allee'];
  for (let n = 0; n < 60; n += 1) {
    const isDresden = n % 3 === 0;
    const postcode = isDresden ? 1067 + n : 13353 + n;
    lines.push(
      [
        `Grundschule Nr. ${n + 1} „Käthe Groß“`.replace(/[„“]/g, "'"),
        n % 4 === 0 ? ' ' : `Jörg Weißhaupt ${n}`,
        String(4664860 + n * 17),
        `${streets[n % 4]} ${n + 1}`,
        String(postcode),
        isDresden ? 'Dresden' : 'Berlin',
        'Schulverzeichnis',
      ].join(';'),
    );
  }
  return {
    name: 'schulen-ohne-vorwahl.csv',
    description:
      'Windows-1252 and semicolons; area codes and the leading zeros of postcodes are lost, some cells hold only a space.',
    bytes: windows1252(`${lines.join('\r\n')}\r\n`),
  };
}

function tabbedUtf16(): SampleFile {
  const lines = ['Fornavn\tEfternavn\tTelefon1\tPostnr\tBy\tEmail\tKilde'];
  const people = ['Søren\tKjær', 'Åse\tØstergaard', 'Zoë\tPræst', 'Jørgen\tMøller', 'Lærke\tÅgård'];
  const cities = ['0800\tHøje Taastrup', '2100\tKøbenhavn Ø', '6400\tSønderborg'];
  for (let n = 0; n < 45; n += 1) {
    lines.push(
      `${people[n % 5]}\t+45 ${20 + (n % 70)} ${10 + n} 33 ${10 + ((n * 7) % 90)}\t${cities[n % 3]}\t${n % 6 === 0 ? '' : `kontakt${n}@practice.example`}\tMesse`,
    );
  }
  return {
    name: 'energi-kunder-utf16.txt',
    description: 'UTF-16 with a byte order mark and tabs, as spreadsheet programs save "Unicode text".',
    bytes: utf16LittleEndian(lines.join('\r\n')),
  };
}

function titleAndTotal(): SampleFile {
  const lines = [
    'Forsikring erhverv;;;;;',
    'Udtræk pr. 16-11-2026;;;;;',
    ';;;;;',
    'Virksomhed;CVR;Kontaktperson;Telefonnummer;Præmie;By',
  ];
  let total = 0;
  for (let n = 0; n < 38; n += 1) {
    const premium = 1250 + n * 325;
    total += premium;
    lines.push(
      `Nørreport Tømrer nr. ${n + 1} A/S;0${1000000 + n * 7919};Bjørn Holm;+45 70 ${10 + n} 22 ${10 + n};${premium},50;Køge`,
    );
    if (n === 19) lines.push(';;;;;');
  }
  lines.push(';;;;;', `I alt;38;;;${total + 19},00;`, 'Kilde: eget register;;;;;');
  return {
    name: 'forsikring-med-titel.csv',
    description:
      'Two title lines above the header, an empty line in the middle, a total and a note below; UTF-8 with a byte order mark.',
    bytes: encoder.encode(`\uFEFF${lines.join('\n')}\n`),
  };
}

function raggedAndQuoted(): SampleFile {
  const breaks = ['\r\n', '\n', '\r\n', '\r'];
  let text = 'FirstName,LastName,Company,Phone,Email,Comment\r\n';
  for (let n = 0; n < 40; n += 1) {
    const comment =
      n % 4 === 0 ? '"Said ""maybe"", call again\nafter the fair, hall 3"' : n % 4 === 1 ? '"Α, Β, Γ"' : 'ok';
    const cells = [
      ['Łukasz', 'Ελένη', 'Þórunn'][n % 3],
      'Wójcik',
      n % 5 === 0 ? '"Étoile, S.à r.l."' : 'Ήλιος Α.Ε.',
      `+48 22 555 ${1000 + n}`,
      `kontakt${n}@practice.example`,
      comment,
    ];
    if (n % 9 === 4) cells.splice(4);
    if (n % 9 === 7) cells.push('extra', '');
    text += cells.join(',') + breaks[n % 2 === 0 ? 0 : 1];
  }
  return {
    name: 'messe-visitors-ragged.csv',
    description:
      'Quoted cells with line breaks and quotes, rows with too few and too many cells, and both kinds of line ends.',
    bytes: encoder.encode(text),
  };
}

function scientificPhones(): SampleFile {
  const lines = ['Förnamn;Efternamn;Mobilnummer;Postnummer;Ort'];
  for (let n = 0; n < 50; n += 1) {
    const person = n % 10 === 9 ? n - 1 : n;
    const phone =
      person % 4 === 1
        ? `4,67E+1${person % 8 === 1 ? 0 : 1}`
        : person % 4 === 2
          ? `0${700000000 + person * 3571}`
          : `+46 70 ${100 + person} ${10 + person} ${20 + person}`;
    lines.push(`Åsa;Åkerström ${person};${phone};211 ${20 + (person % 70)};Malmö`);
  }
  return {
    name: 'malmo-mobilnummer.csv',
    description:
      'Phone numbers turned into 4,67E+11 by a spreadsheet program, several spellings of numbers, and five people listed twice.',
    bytes: encoder.encode(`${lines.join('\n')}\n`),
  };
}

/** For letters up to U+00FF windows-1252 equals the code point, except 0x80-0x9F, which these files do not use. */
function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.codePointAt(0) as number);
}

function utf16LittleEndian(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, true);
  for (let index = 0; index < text.length; index += 1) view.setUint16(2 + index * 2, text.charCodeAt(index), true);
  return bytes;
}
