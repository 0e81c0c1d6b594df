// Why: decision 0429.
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import { campaignKey } from '../../../../shared/domain/service/campaign-code.ts';

/** Bytes of the secret that the members of a team share. */
export const SECRET_LENGTH = 32;
/** Bytes of a key in the database. */
const KEY_LENGTH = 16;
/** Bytes that SHA-256 takes at once. */
const BLOCK = 64;
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Characters of a text once it is sealed. */
export function sealedLength(text: string): number {
  return 4 * Math.ceil((NONCE_LENGTH + TAG_LENGTH + Buffer.byteLength(text, 'utf8')) / 3);
}

/**
 * What a team's secret makes of leads and texts before they leave this computer. The database sees neither the secret nor
 * anything that can be read, and without the secret nobody can try out which phone number a key belongs to.
 */
export class TeamKeys {
  /** The padded secrets of HMAC: `#inner` is hashed before the text, `#outer` before the hash of that. */
  readonly #inner: Buffer;
  readonly #outer: Buffer;
  readonly #sealing: Buffer;

  /** @param secret `SECRET_LENGTH` bytes */
  constructor(secret: Uint8Array) {
    if (secret.length !== SECRET_LENGTH) throw new RangeError('The secret of a team has 32 bytes.');
    this.#inner = maskedBlock(secret, 0x36);
    this.#outer = maskedBlock(secret, 0x5c);
    this.#sealing = Buffer.from(hkdfSync('sha256', secret, '', 'lead console team texts 1', SECRET_LENGTH));
  }

  /** Hexadecimal. @param digest of a lead as it is sent */
  ofLead(digest: Uint8Array): string {
    return this.#mac('lead 1', digest).subarray(0, KEY_LENGTH).toString('hex');
  }

  /**
   * A number of 64 bits, in digits: leads of one campaign with the same one share the contact.
   *
   * @param contact as `leadContacts` writes it
   */
  ofContact(campaignCode: string, contact: string): string {
    return this.#mac('mark 1', JSON.stringify([campaignKey(campaignCode), contact]))
      .readBigInt64BE()
      .toString();
  }

  /** Lets a database check that the secret is that of its team. */
  get secretCheck(): string {
    return this.#mac('secret 1', '').toString('hex');
  }

  /** @param address of the service, as it is written in an account */
  addressCheck(address: string): string {
    return this.#mac('address 1', address.toLowerCase().replace(/\/+$/, '')).toString('hex');
  }

  /** Colleagues with the same one draw on one quota. @param user of the service, as a person typed the name */
  ofUser(user: string): string {
    return this.#mac('user 1', user.trim().toLowerCase()).subarray(0, KEY_LENGTH).toString('hex');
  }

  /** Under which id a shared text stands: the same at every computer, and readable at none. */
  textId(kind: string, key: string): string {
    const hex = this.#mac(`text 1 ${kind}`, key).subarray(0, KEY_LENGTH).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  /** @param place where the text stands: put anywhere else, it cannot be opened */
  seal(place: string, text: string): string {
    const nonce = randomBytes(NONCE_LENGTH);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce);
    cipher.setAAD(Buffer.from(place, 'utf8'));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
  }

  /** Null for what was not sealed for this place with this secret. */
  open(place: string, sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length < NONCE_LENGTH + TAG_LENGTH) return null;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#sealing, bytes.subarray(0, NONCE_LENGTH), {
        authTagLength: TAG_LENGTH,
      });
      decipher.setAAD(Buffer.from(place, 'utf8'));
      decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
      const body = bytes.subarray(NONCE_LENGTH + TAG_LENGTH);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  /** HMAC-SHA256, as in RFC 2104: for short texts five times as fast as `createHmac`; a file may have 100,000 leads. */
  #mac(purpose: string, bytes: Uint8Array | string): Buffer {
    const text = [Buffer.from(`${purpose}\n`), typeof bytes === 'string' ? Buffer.from(bytes) : bytes];
    const inner = hash('sha256', Buffer.concat([this.#inner, ...text]), 'buffer');
    return hash('sha256', Buffer.concat([this.#outer, inner]), 'buffer');
  }
}

function maskedBlock(secret: Uint8Array, mask: number): Buffer {
  const block = Buffer.alloc(BLOCK, mask);
  for (const [at, byte] of secret.entries()) block[at] = byte ^ mask;
  return block;
}
