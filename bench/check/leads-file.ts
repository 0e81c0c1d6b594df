import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

export const ROWS = 100_000;
/** Fields a person maps; the rest of the 30 columns are notes, which are mapped as text. */
export const HEADERS = [
  ...['FirstName', 'LastName', 'Company', 'Address', 'PostalCode', 'City', 'Phone', 'MobilePhone', 'Email', 'Website'],
  ...['DateOfBirth', 'CustomerNumber', 'Country', 'Title'],
  ...Array.from({ length: 16 }, (_, index) => `Note${index + 1}`),
];
/** The same file each time: 3 in 100 phones damaged, 1 in 50 repeated, every tenth without an e-mail address. */
export async function writeLeads(path: string): Promise<void> {
  let state = 20_261_121;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The low bits of this generator repeat; the high ones do not.
    return Math.floor((state / 2 ** 32) * below);
  };
  const stream = createWriteStream(path);
  stream.write(`${HEADERS.join(',')}\n`);
  for (let row = 0; row < ROWS; row += 1) {
    const number = String(20_000_000 + (row % 50 === 49 ? row - 49 : row) * 7);
    const odd = random(100);
    const phone =
      odd === 0 ? `4.5E+9` : odd === 1 ? `45${number}.0` : odd === 2 ? 'none' : odd < 40 ? `+45${number}` : number;
    const cells = [
      `First${random(5000)}`,
      `Last${random(20_000)}`,
      `Company ${random(30_000)}`,
      `Road ${random(900)}${odd === 3 ? ';' : ''}`,
      String(1000 + random(8999)),
      `Town ${random(600)}`,
      phone,
      odd % 4 === 0 ? `+46 70 ${100_0000 + random(8_999_999)}` : '',
      row % 10 === 0 ? '' : `person${row}@example${odd === 4 ? '' : '.dk'}`,
      odd === 5 ? 'www.example.dk' : `https://example.dk/${random(1000)}`,
      `19${50 + random(50)}-0${1 + random(9)}-1${random(10)}`,
      String(100_000 + row),
      'Denmark',
      random(2) === 0 ? 'Mr' : 'Ms',
      ...Array.from({ length: 16 }, (_, index) => `note ${index} ${random(10_000)}`),
    ];
    if (!stream.write(`${cells.join(',')}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
}
