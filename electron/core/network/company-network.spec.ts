import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { createSessionSecrets } from '../../host/session-secrets.ts';
import { listenForTest } from '../api/simulation/listen-fixture.ts';
import { AUTHORITY, EXPIRED, GOOD, KEY } from '../api/simulation/spec-certificates.ts';
import { specProxy } from '../api/simulation/spec-proxy.ts';
import { postOn } from '../api/transport/post-json.ts';
import { DEFAULT_TIMEOUTS } from '../api/transport/timeouts.ts';
import { Transport } from '../api/transport/transport.ts';
import type { GrantedFile, SecretStore } from '../foundation/ports.ts';
import { systemClock } from '../system/system-clock.ts';
import { CompanyNetwork, type GivenNetwork } from './company-network.ts';

let folder: string;
let secrets: SecretStore;
const notes: string[] = [];
const log = { bug: (where: string) => expect.unreachable(where), note: (text: string) => void notes.push(text) };

beforeEach(() => {
  folder = specFolder('network');
  secrets = createSessionSecrets();
  notes.length = 0;
});

async function startNetwork(givenNetwork?: GivenNetwork): Promise<CompanyNetwork> {
  const given = givenNetwork === undefined ? {} : { givenNetwork };
  const network = new CompanyNetwork({ dataFolder: folder, clock: systemClock, log, secrets, ...given });
  await network.restore();
  return network;
}

function chosen(name: string, text: string): GrantedFile {
  const path = join(folder, name);
  writeFileSync(path, text);
  return { token: 'file-12345678', path, name, access: 'read' };
}

/** A service on this computer that the spec calls by a name, so that its certificate and the proxy are asked for. */
async function service(): Promise<number> {
  const server = createSecureServer({ cert: GOOD, key: KEY }, (_request, response) => void response.end('{}'));
  return listenForTest(server);
}

interface CompanyProxy {
  readonly address: string;
  readonly heard: (string | undefined)[];
}

/** A proxy that opens a way to this computer for the right password. */
async function companyProxy(wanted: string | null, offers?: string): Promise<CompanyProxy> {
  const heard: (string | undefined)[] = [];
  const onAsk = (request: IncomingMessage) => heard.push(request.headers['proxy-authorization']);
  const server = specProxy({ signIn: wanted, offers, onAsk });
  return { address: `http://127.0.0.1:${await listenForTest(server)}`, heard };
}

function transportTo(port: number, network: CompanyNetwork, proxy: string): Transport {
  const transport = new Transport({
    baseAddress: `https://service.example:${port}/api`,
    clock: systemClock,
    proxy,
    timeouts: DEFAULT_TIMEOUTS,
    network,
  });
  onTestFinished(() => transport.close());
  return transport;
}

async function get(transport: Transport): Promise<string> {
  const result = await transport.send({ method: 'GET', path: '/x', headers: {} });
  if (result.kind === 'failed') return result.failure.message;
  await transport.readText(result, 100);
  return String(result.status);
}

describe('certificates', () => {
  it('make a service reachable at once, and again after a restart; removed they do not', async () => {
    const network = await startNetwork();
    const transport = transportTo(await service(), network, (await companyProxy(null)).address);
    expect(await get(transport)).toMatch(
      /service\.example is signed by "Spec Authority", whom this computer does not trust.*choose the file under Network \(.*Nothing was sent/,
    );
    await network.chooseCertificates(chosen('company.pem', AUTHORITY));
    expect(await get(transport)).toBe('200');
    const again = await startNetwork();
    expect(again.authorities).toEqual(network.authorities);
    expect(
      await get(transportTo(Number(new URL(transport.origin).port), again, (await companyProxy(null)).address)),
    ).toBe('200');
    await network.removeCertificates();
    expect(await get(transport)).toMatch('does not trust');
    expect(existsSync(join(folder, 'certificates.pem'))).toBe(false);
  });

  it('are kept for their owner, without what else the file held', async () => {
    const network = await startNetwork();
    await network.chooseCertificates(chosen('company.pem', `A word of the file\n${AUTHORITY}${GOOD}`));
    const kept = join(folder, 'certificates.pem');
    expect(readFileSync(kept, 'utf8')).toBe(AUTHORITY);
    if (process.platform !== 'win32') expect(statSync(kept).mode & 0o777).toBe(0o600);
  });

  it('are written through no link that a data folder of somebody else has there', async () => {
    const theirs = chosen('theirs.txt', 'a letter').path;
    symlinkSync(theirs, join(folder, 'certificates.pem.new'));
    await (await startNetwork()).chooseCertificates(chosen('company.pem', AUTHORITY));
    expect(readFileSync(theirs, 'utf8')).toBe('a letter');
    expect(readFileSync(join(folder, 'certificates.pem'), 'utf8')).toBe(AUTHORITY);
  });

  it('stay when another file is refused', async () => {
    const network = await startNetwork();
    await network.chooseCertificates(chosen('company.pem', AUTHORITY));
    await expect(network.chooseCertificates(chosen('key.pem', KEY))).rejects.toThrow('private key');
    expect(network.authorities).toHaveLength(1);
    expect((await startNetwork()).authorities).toHaveLength(1);
  });

  it('leave no copy that a browser has sent, with a key or without; a file of a person stays', async () => {
    const network = await startNetwork();
    mkdirSync(join(folder, 'uploads'));
    const copies = [chosen('uploads/company.pem', AUTHORITY), chosen('uploads/key.pem', `${AUTHORITY}${KEY}`)];
    await network.chooseCertificates(copies[0] as GrantedFile);
    await expect(network.chooseCertificates(copies[1] as GrantedFile)).rejects.toThrow('private key');
    expect(copies.filter(({ path }) => existsSync(path))).toEqual([]);
    const own = chosen('own.pem', AUTHORITY);
    await network.chooseCertificates(own);
    expect(existsSync(own.path)).toBe(true);
  });

  it('that are damaged on the disk count as none, and are noted', async () => {
    writeFileSync(join(folder, 'certificates.pem'), 'damaged');
    expect((await startNetwork()).authorities).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('holds no certificate')]);
  });

  it('of a command are those of its file; one that is none ends the command', async () => {
    const { path } = chosen('command.pem', AUTHORITY);
    expect((await startNetwork({ certificateFile: path, proxySignIn: null })).authorities).toHaveLength(1);
    const wrong = chosen('old.pem', EXPIRED).path;
    await expect(startNetwork({ certificateFile: wrong, proxySignIn: null })).rejects.toThrow(`"${wrong}"`);
  });
});

describe('a proxy with a password', () => {
  const PASSWORD = 'grün:geheim';

  it('says what is missing, and opens the way with it at once and after a restart', async () => {
    const proxy = await companyProxy(`anna:${PASSWORD}`);
    const network = await startNetwork();
    await network.chooseCertificates(chosen('company.pem', AUTHORITY));
    const transport = transportTo(await service(), network, proxy.address);
    expect(await get(transport)).toMatch(
      /proxy .* asks for a user name and a password.*under Network;.*Nothing was sent/,
    );
    await network.signInToProxy({ proxy: new URL(proxy.address).host, username: 'anna', password: PASSWORD });
    expect(await get(transport)).toBe('200');
    expect(network.signIn).toEqual({ proxy: new URL(proxy.address).host, username: 'anna', isKept: false });
    const again = transportTo(Number(new URL(transport.origin).port), await startNetwork(), proxy.address);
    expect(await get(again)).toBe('200');
    await network.signOutOfProxy();
    expect(await get(transport)).toMatch('asks for a user name');
    expect(await secrets.read('proxy')).toBeNull();
  });

  it('is the only one that gets it', async () => {
    const other = await companyProxy('anna:other');
    const network = await startNetwork();
    await network.signInToProxy({ proxy: 'http://proxy.example:8080', username: 'anna', password: PASSWORD });
    await get(transportTo(await service(), network, other.address));
    expect(new Set(other.heard)).toEqual(new Set([undefined]));
    expect(network.proxyAuthorization('http://proxy.example:8080')).toMatch(/^Basic /);
  });

  it('that speaks NTLM alone is said to be out of reach', async () => {
    const proxy = await companyProxy('anna:x', 'NTLM, Negotiate');
    const transport = transportTo(await service(), await startNetwork(), proxy.address);
    expect(await get(transport)).toMatch(/signs people in by NTLM, Negotiate only, which Lead Console cannot do/);
  });

  it('of a command is signed in to with its variables', async () => {
    const proxy = await companyProxy('anna:word');
    const { path } = chosen('command.pem', AUTHORITY);
    const network = await startNetwork({ certificateFile: path, proxySignIn: { username: 'anna', password: 'word' } });
    expect(await get(transportTo(await service(), network, proxy.address))).toBe('200');
  });

  it.each(['', 'a b', 'http://anna@proxy.example', 'proxy.example/path'])('is not an address: "%s"', async (proxy) => {
    const network = await startNetwork();
    await expect(network.signInToProxy({ proxy, username: 'anna', password: 'x' })).rejects.toThrow('Type its name');
  });

  it('takes no user name with a colon', async () => {
    const signIn = { proxy: 'proxy.example', username: 'an:na', password: 'x' };
    await expect((await startNetwork()).signInToProxy(signIn)).rejects.toThrow('colon');
  });

  it('leaves its password in no file', async () => {
    const network = await startNetwork();
    await network.signInToProxy({ proxy: 'proxy.example:8080', username: 'anna', password: PASSWORD });
    expect(existsSync(join(folder, 'certificates.pem'))).toBe(false);
    expect(JSON.stringify(network.signIn)).not.toContain(PASSWORD);
  });
});

it('is used by alerts, too: the proxy with its password, and the certificates', async () => {
  const proxy = await companyProxy('anna:word');
  const network = await startNetwork();
  const bodies: string[] = [];
  const webhook = createSecureServer({ cert: GOOD, key: KEY }, (request, response) => {
    request.on('data', (piece: Buffer) => void bodies.push(piece.toString()));
    request.on('end', () => response.writeHead(204).end());
  });
  const address = `https://service.example:${await listenForTest(webhook)}/alerts`;
  const post = postOn({ network, proxyFor: async () => proxy.address, clock: systemClock });
  await network.signInToProxy({ proxy: new URL(proxy.address).host, username: 'anna', password: 'word' });
  await expect(post(address, '{}', 10_000)).rejects.toThrow(/certificate/);
  await network.chooseCertificates(chosen('company.pem', AUTHORITY));
  expect(await post(address, '{"kind":"test"}', 10_000)).toBe(204);
  expect(bodies).toEqual(['{"kind":"test"}']);
});
