import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Agent, fetch } from 'undici';
import { AUTHORITY, GOOD, KEY } from '../../core/api/simulation/spec-certificates.ts';
import type { Fetch } from './feed-reader.ts';
import { FEED_NAME, type Release, SIGNED_AS } from './release.ts';

/* For specs: a place for updates, as an administrator has one, over HTTPS; and the makers' key. */

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
export const makersKey = publicKey;
/** As the build gets it. */
export const makersKeyText = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
/** Somebody else's. */
export const otherKey = generateKeyPairSync('ed25519').privateKey;

export const IMAGE = 'lead-console-1.1.0-linux-x86_64.AppImage';
export const imageBytes = Buffer.alloc(300_000, 'a newer Lead Console ');

/** A release of one file. @param bytes what was signed, whatever the server then sends */
export function releaseOf(version = '1.1.0', name = IMAGE, bytes: Uint8Array = imageBytes): Release {
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  return { version, files: [{ name, size: bytes.length, sha512 }] };
}

export function feedOf(release: unknown, key: KeyObject = privateKey): string {
  const text = JSON.stringify(release);
  return JSON.stringify({
    release: text,
    signature: sign(null, Buffer.from(SIGNED_AS + text), key).toString('base64'),
  });
}

export class UpdateServer implements AsyncDisposable {
  /** By name: what is sent, or the status instead. */
  readonly files = new Map<string, Uint8Array | string | number>();
  /** Names of what was asked for. */
  readonly asked: string[] = [];
  /** Bytes after which a connection is cut; null: never. */
  cutAfter: number | null = null;
  readonly #server: Server;
  readonly #agent = new Agent({ connect: { ca: AUTHORITY } });

  static async start(): Promise<UpdateServer> {
    const server = new UpdateServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    server.files.set(FEED_NAME, feedOf(releaseOf()));
    server.files.set(IMAGE, imageBytes);
    return server;
  }

  constructor() {
    this.#server = createServer({ cert: GOOD, key: KEY }, (request, response) => {
      const name = (request.url ?? '').slice('/updates/'.length);
      this.asked.push(name);
      const found = this.files.get(name) ?? 404;
      if (typeof found === 'number') return response.writeHead(found).end();
      const bytes = Buffer.from(found);
      response.writeHead(200, { 'content-length': bytes.length });
      if (this.cutAfter === null || name === FEED_NAME) return response.end(bytes);
      return response.write(bytes.subarray(0, this.cutAfter), () => response.destroy());
    });
  }

  get address(): URL {
    return new URL(`https://localhost:${(this.#server.address() as AddressInfo).port}/updates/`);
  }

  /** Stands for Chromium's, which trusts what the system trusts; here that is the authority of the specs. */
  readonly fetch: Fetch = async (address, { signal }) =>
    (await fetch(address, { signal, dispatcher: this.#agent })) as unknown as Response;

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
