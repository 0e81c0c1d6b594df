import { PLAIN_NETWORK } from '../../foundation/network-access.ts';
import { createServer, type Server as HttpServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/time.ts';
import { createMemoryLedger, type LedgerStore } from '../broker/ledger/ledger-store.ts';
import type { ApiClient } from '../client.ts';
import { AUTHORITY, GOOD, KEY } from '../simulation/spec-certificates.ts';
import { fastClock } from '../simulation/fast-clock.ts';
import { specClient } from '../simulation/spec-client.ts';
import { listening } from '../simulation/spec-server.ts';

/*
 * The moment of the intent: the connection stands, encryption and all, and the first byte of the request leaves. A gate in
 * front of the service holds every byte back until the spec opens it.
 */

let order: string[];
let heard: number;
let servers: (Server | HttpServer)[];
let sockets: Set<Socket>;
let client: ApiClient;
let openGate: () => void;
let isHeld: () => boolean;
let servicePort: number;

function listen(server: Server | HttpServer): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  return listening(server);
}

// Not a fast one, on which a handshake beside other work would take longer than a row may.
const awake = fastClock(1);
/** Milliseconds for which the computer has slept. */
let slept: number;
const clock = { ...awake, wallNow: () => awake.wallNow() + slept };
let ledger: LedgerStore;
const network = { ...PLAIN_NETWORK, certificates: [AUTHORITY] };

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

/** Passes bytes on to `port` once the gate is open. */
function join(socket: Socket, port: number, head: Uint8Array = new Uint8Array()): void {
  const target = connect(port, '127.0.0.1', () => {
    target.write(head);
    socket.pipe(target).pipe(socket);
  });
  target.on('error', () => socket.destroy());
  socket.on('close', () => target.destroy());
}

beforeEach(async () => {
  order = [];
  heard = 0;
  slept = 0;
  ledger = createMemoryLedger();
  servers = [];
  sockets = new Set();
  servicePort = await listen(
    createSecureServer({ cert: GOOD, key: KEY }, (request, response) => {
      request.resume();
      heard += 1;
      order.push('heard');
      response.end('{"success":true,"uniqueId":"7"}');
    }),
  );
});

afterEach(async () => {
  await client.close();
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

/** A connection that TCP accepts at once, and whose first bytes (those of TLS) are not looked at before the gate opens. */
async function lateEncryption(): Promise<void> {
  let pass: (() => void) | null = null;
  let isOpen = false;
  const gate = createNetServer((socket) => {
    socket.once('data', (piece: Buffer) => {
      socket.pause();
      pass = () => join(socket, servicePort, piece);
      if (isOpen) pass();
    });
  });
  const port = await listen(gate);
  isHeld = () => pass !== null;
  openGate = () => {
    isOpen = true;
    pass?.();
  };
  client = specClient(`https://localhost:${port}/api`, { clock, network, ledger });
}

/** A proxy that accepts at once and says only later that the connection behind it stands. */
async function lateProxy(): Promise<void> {
  let pass: (() => void) | null = null;
  let isOpen = false;
  const proxy = createServer();
  proxy.on('connect', (_request, socket: Socket) => {
    pass = () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      join(socket, servicePort);
    };
    if (isOpen) pass();
  });
  const port = await listen(proxy);
  isHeld = () => pass !== null;
  openGate = () => {
    isOpen = true;
    pass?.();
  };
  client = specClient(`https://service.example:${servicePort}/api`, {
    ...{ clock, network, ledger },
    proxy: `http://127.0.0.1:${port}`,
  });
}

const lead = { campaignCode: 'C', data: { Phone: '1' } };
const create = (over: Partial<Parameters<ApiClient['createLead']>[1]> = {}) =>
  client.createLead(lead, { lane: 'import', beforeSend: () => order.push('intent'), ...over });
const used = () => client.quota().services.find(({ service }) => service === 'POST leads')?.daily.used;

describe.each([
  ['whose encryption comes late', lateEncryption],
  ['behind a proxy that comes late', lateProxy],
])('the step before the send, on a connection %s', (_, open) => {
  it('waits until the connection stands, and comes before the first byte', async () => {
    await open();
    const answer = create();
    await until(isHeld);
    for (let turns = 0; turns < 50; turns++) await turn();
    expect(order).toEqual([]);
    openGate();
    expect(await answer).toMatchObject({ outcome: 'created', leadId: '7' });
    expect(order).toEqual(['intent', 'heard']);
  });

  it('never comes when the row is called back before, at once and without a unit', async () => {
    await open();
    const controller = new AbortController();
    const answer = create({ signal: controller.signal });
    await until(isHeld);
    controller.abort();
    // The gate is still closed.
    expect(await answer).toMatchObject({ outcome: 'notSent', reason: 'cancelled' });
    expect(used()).toBe(0);
    openGate();
    const another = await createElsewhere();
    expect(another.outcome).toBe('created');
    expect([order, heard]).toEqual([['heard'], 1]);
  });

  it('is asked for again when the computer slept before it: its unit is of the minute in which it leaves', async () => {
    await open();
    const answer = create();
    await until(isHeld);
    slept = 9 * HOUR;
    openGate();
    expect(await answer).toMatchObject({ outcome: 'created' });
    expect([order, heard]).toEqual([['intent', 'heard'], 1]);
    const isNow = (minute: number) => clock.wallNow() - minute < HOUR;
    expect(ledger.minutes(0, clock.wallNow()).map(({ minute, units }) => [isNow(minute), units])).toEqual([
      [false, 1],
      [false, -1],
      [true, 1],
    ]);
  });

  it('holds the request back when it fails, and the next row has a connection of its own', async () => {
    await open();
    const fails = () => {
      throw new Error('the disk is full');
    };
    const answer = create({ beforeSend: fails });
    await until(isHeld);
    openGate();
    expect(await answer).toMatchObject({ outcome: 'notSent', reason: 'journal' });
    expect(used()).toBe(0);
    // The unused connection is closed.
    await until(() => sockets.size === 0);
    expect(heard).toBe(0);
  });
});

/** A row over another connection to the same service: whatever was sent before it has arrived. */
async function createElsewhere() {
  const other = specClient(`https://localhost:${servicePort}/api`, { clock, network });
  try {
    return await other.createLead(lead, { lane: 'import', beforeSend: () => undefined });
  } finally {
    await other.close();
  }
}
