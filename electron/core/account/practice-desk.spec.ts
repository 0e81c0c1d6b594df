import { expect, it, vi } from 'vitest';
import { startPracticeService } from '../../practice/practice-service.ts';
import { PracticeDesk } from './practice-desk.ts';

/** A desk over a service of its own, and a lead that is sent there. */
async function deskAndService(isInUse = true) {
  const service = await startPracticeService({ username: 'practice', password: 'practice' });
  const access = { address: service.url, username: 'practice', password: 'practice' };
  const desk = new PracticeDesk({ launcher: { start: async () => access }, isInUse: () => isInUse });
  const send = async (name: string) => {
    const answer = await fetch(`${service.url}/leads`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('practice:practice').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ campaignCode: 'DK-ENERGI-26', data: { Fornavn: name, Telefon: '+4520304050' } }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    service,
    desk,
    send,
    async [Symbol.asyncDispose]() {
      await service.close();
    },
  };
}

it('has the next leads refused, and says how many are still to come', async () => {
  await using world = await deskAndService();
  const { desk, send } = world;
  expect((await desk.state()).waiting).toEqual([]);
  expect((await desk.arrange('refusal', 2)).waiting).toEqual([{ kind: 'refusal', left: 2 }]);
  expect((await send('One')).text).toContain('Refused on purpose');
  expect((await desk.state()).waiting).toEqual([{ kind: 'refusal', left: 1 }]);
  await send('Two');
  expect((await desk.state()).waiting).toEqual([]);
  expect((await send('Three')).text).not.toContain('Refused on purpose');
});

it('creates a lead whose answer is lost, and meets no other request with it', async () => {
  await using world = await deskAndService();
  const { desk, send, service } = world;
  await desk.arrange('lostAnswer', 1);
  const read = await fetch(`${service.url}/users`, {
    headers: { authorization: `Basic ${Buffer.from('practice:practice').toString('base64')}` },
  });
  expect(read.status).toBe(200);
  await expect(send('Lost')).rejects.toThrow('fetch failed');
  expect(service.ledger.accepted).toBe(1);
});

it('takes back what is to come, and leaves the clock as it was set', async () => {
  await using world = await deskAndService();
  const { desk, send } = world;
  await desk.setSpeed(1440);
  await desk.arrange('tooManyRequests', 5);
  await desk.arrange('slow', 5);
  const { speed, waiting, time } = await desk.calm();
  expect({ speed, waiting }).toEqual({ speed: 1440, waiting: [] });
  expect((await send('Calm')).status).toBe(200);
  await vi.waitFor(async () => expect((await desk.state()).time - time).toBeGreaterThan(60_000), { timeout: 10_000 });
});

it('neither names nor takes back trouble that was set over the control address for other requests', async () => {
  await using world = await deskAndService();
  const { desk, service } = world;
  service.faults.add({ kind: 'refuse', times: 'always' });
  service.faults.add({ kind: 'close', match: { path: 'users' } });
  expect((await desk.state()).waiting).toEqual([]);
  // Nor does it take them back.
  await desk.arrange('slow', 5);
  await desk.calm();
  expect(service.faults.list().map(({ specification: { kind } }) => kind)).toEqual(['refuse', 'close']);
});

it('asks nothing of a service that is not the practice service, and says so', async () => {
  await using world = await deskAndService(false);
  const { desk, service } = world;
  await expect(desk.arrange('refusal', 1)).rejects.toMatchObject({ error: { code: 'validation' } });
  expect(service.faults.list()).toEqual([]);
});

it('never asks another computer', async () => {
  const access = { address: 'https://nordlys.example/api', username: 'importer', password: 'secret' };
  const desk = new PracticeDesk({ launcher: { start: async () => access }, isInUse: () => true });
  await expect(desk.state()).rejects.toMatchObject({ error: { code: 'network' } });
});
