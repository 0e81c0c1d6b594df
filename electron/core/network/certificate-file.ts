// Why: decision 0422.
import { X509Certificate } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Failure } from '../foundation/failure.ts';
import { patientlyBeside } from '../foundation/patient-files.ts';
import { type Clock, sleep } from '../foundation/ports.ts';

/** Bytes. All authorities of a system together have a quarter of it. */
const LARGEST = 1024 * 1024;
const MOST = 500;
/** Milliseconds. A file on a share that is gone answers after minutes. */
const PATIENCE = 10_000;

const BLOCK = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;
const PRIVATE = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/;

/** An authority whose signature is trusted. */
export interface Authority {
  readonly name: string;
  /** Unix milliseconds. */
  readonly validTo: number;
  readonly pem: string;
}

/**
 * The authorities in a certificate file: PEM with one or several, or one certificate in binary form.
 *
 * @param path of the file; it is read beside the work, and not for longer than ten seconds
 * @param name as a person knows the file, for the words
 * @throws Failure `file` for one that holds no authority whose time it is, or that holds a private key
 */
export async function readCertificateFile(path: string, name: string, clock: Clock): Promise<readonly Authority[]> {
  return authoritiesIn(await readBeside(path, name, clock), name, clock.wallNow());
}

async function readBeside(path: string, name: string, clock: Clock): Promise<Buffer> {
  const ending = new AbortController();
  const limit = sleep(clock, PATIENCE, ending.signal).then(() => {
    throw refused(name, 'was not read within 10 seconds. Copy it to a disk of this computer and choose it there.');
  });
  try {
    return await Promise.race([readWhole(path, name), limit]);
  } finally {
    limit.catch(() => undefined);
    ending.abort();
  }
}

async function readWhole(path: string, name: string): Promise<Buffer> {
  let file;
  try {
    file = await patientlyBeside(() => open(path));
  } catch (error) {
    throw refused(name, 'cannot be opened. See whether it is still there, and whether you may read it.', error);
  }
  try {
    const bytes = Buffer.alloc(LARGEST + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
      if (bytesRead === 0) return bytes.subarray(0, length);
      length += bytesRead;
      if (length > LARGEST)
        throw refused(name, 'is larger than 1 MB. A file of certificates is smaller; choose another one.');
    }
  } catch (error) {
    throw error instanceof Failure ? error : refused(name, 'cannot be read.', error);
  } finally {
    await file.close();
  }
}

/** @param now Unix milliseconds */
export function authoritiesIn(bytes: Buffer, name: string, now: number): readonly Authority[] {
  const text = bytes.toString('latin1');
  // SECURITY: nothing of a file with a key is kept, not even its certificates.
  if (PRIVATE.test(text))
    throw refused(
      name,
      'holds a private key. Lead Console needs none and has kept nothing of it. Ask for a file with certificates alone, and treat this one like a password.',
    );
  const found = certificatesIn(bytes, text, name);
  const authorities = found.filter((certificate) => certificate.ca || certificate.issuer === certificate.subject);
  const [first] = found;
  if (authorities.length === 0)
    throw refused(
      name,
      `holds the certificate of a server (${nameIn(first?.subject ?? '')}), not that of the authority that signed it. Ask for the certificate of ${nameIn(first?.issuer ?? '')}.`,
    );
  const inTime = authorities.filter(
    ({ validFrom, validTo }) => Date.parse(validFrom) <= now && now < Date.parse(validTo),
  );
  if (inTime.length === 0) throw refused(name, outOfTime(authorities, now));
  return inTime.map((certificate) => ({
    name: nameIn(certificate.subject),
    validTo: Date.parse(certificate.validTo),
    pem: certificate.toString(),
  }));
}

function certificatesIn(bytes: Buffer, text: string, name: string): X509Certificate[] {
  const blocks = text.match(BLOCK) ?? [];
  if (blocks.length > MOST)
    throw refused(name, `holds more than ${MOST} certificates. Choose the file of your company alone.`);
  if (blocks.length > 0)
    return blocks.map((block, index) => {
      try {
        return new X509Certificate(block.replaceAll(/(?:X509|TRUSTED) CERTIFICATE/g, 'CERTIFICATE'));
      } catch (error) {
        throw refused(name, `is damaged: certificate ${index + 1} of ${blocks.length} cannot be read.`, error);
      }
    });
  try {
    return [new X509Certificate(bytes)];
  } catch (error) {
    throw refused(
      name,
      'holds no certificate. Ask for the certificate of your company’s authority as PEM: a text with the line BEGIN CERTIFICATE.',
      error,
    );
  }
}

function outOfTime(authorities: readonly X509Certificate[], now: number): string {
  const [{ subject, validFrom, validTo }] = authorities as [X509Certificate];
  const day = (text: string) => new Date(text).toISOString().slice(0, 10);
  return now < Date.parse(validFrom)
    ? `is not valid yet: ${nameIn(subject)} begins on ${day(validFrom)}. Check the clock of this computer.`
    : `has expired: ${nameIn(subject)} ended on ${day(validTo)}. Ask for the new one, and check the clock of this computer.`;
}

/** @param subject as Node writes it, a line each part */
function nameIn(subject: string): string {
  const part = (key: string) => new RegExp(`^${key}=(.+)$`, 'm').exec(subject)?.[1];
  return part('CN') ?? part('O') ?? 'a certificate without a name';
}

function refused(name: string, words: string, cause?: unknown): Failure {
  return new Failure({ code: 'file', reason: 'certificate', message: `"${name}" ${words}` }, { cause });
}
