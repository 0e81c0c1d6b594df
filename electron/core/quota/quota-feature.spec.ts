import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPracticeClock } from '../../practice/foundation/clock.ts';
import { type Bench, createBench, SPEED } from '../imports/import-fixture.ts';

// Real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const NIGHT = Date.UTC(2026, 10, 20, 23);
const NOON = Date.UTC(2026, 10, 20, 11);

let open: Bench | null = null;

async function benchAt(start: number): Promise<Bench> {
  open = await createBench({ clock: createPracticeClock({ start, speed: SPEED }) });
  return open;
}

afterEach(async () => {
  await open?.close();
  open = null;
});

describe('the price at night', () => {
  it('is assumed until it is checked, and the answer outlives the program', async () => {
    const desk = await benchAt(NIGHT);
    const core = await desk.start();
    const before = await core.call('quota:refresh', {});
    expect(before.nightPrice).toEqual({ units: 4, source: 'assumed', at: null });
    const accountId = before.accountId ?? '';
    await core.call('account:testAgain', { accountId });
    const { isSettled, message, snapshot } = await core.call('quota:probe', {});
    expect({ isSettled, message }).toEqual({ isSettled: true, message: '' });
    expect(snapshot.nightPrice).toMatchObject({ source: 'probed', at: expect.any(Number) });
    // The connection test left it open; its table says it now, and when.
    const point = async () =>
      (await core.call('account:discovery', { accountId })).discovery?.findings.find(
        (finding) => finding.point === 'nightPrice',
      );
    await expect
      .poll(point)
      .toMatchObject({ verdict: 'confirmed', used: `${snapshot.nightPrice.units} of the day's quota` });
    await core.close();

    const again = await desk.start();
    expect((await again.call('quota:snapshot', {})).nightPrice).toEqual(snapshot.nightPrice);
  });

  it('is not asked for by day, and says why', async () => {
    const desk = await benchAt(NOON);
    const core = await desk.start();
    await core.call('quota:refresh', {});
    const sent = (await core.call('quota:log', { offset: 0, limit: 1 })).total;
    const { isSettled, message, snapshot } = await core.call('quota:probe', {});
    expect(isSettled).toBe(false);
    expect(message).toContain('after 21:00');
    expect(snapshot.nightPrice.source).toBe('assumed');
    expect((await core.call('quota:log', { offset: 0, limit: 1 })).total).toBe(sent);
  });
});

describe('the reserve', () => {
  const reserveOf = (snapshot: { services: { service: string; reserve: unknown }[] }) =>
    snapshot.services.find((entry) => entry.service === 'POST leads')?.reserve;

  it('is set for one service, kept when the program ends, and taken back', async () => {
    const desk = await benchAt(NOON);
    const core = await desk.start();
    await core.call('quota:refresh', {});
    const before = reserveOf(await core.call('quota:snapshot', {}));
    expect(before).toMatchObject({ isOwn: false });
    const set = await core.call('quota:reserve', { service: 'POST leads', units: 1234 });
    expect(reserveOf(set)).toEqual({ units: 1234, isOwn: true });
    await core.close();

    const again = await desk.start();
    await again.call('quota:refresh', {});
    expect(reserveOf(await again.call('quota:snapshot', {}))).toEqual({ units: 1234, isOwn: true });
    const back = await again.call('quota:reserve', { service: 'POST leads', units: null });
    expect(reserveOf(back)).toEqual(before);
  });

  it('is refused for a service that there is not, and below nothing', async () => {
    const desk = await benchAt(NOON);
    const core = await desk.start();
    await expect(core.call('quota:reserve', { service: 'POST everything', units: 1 })).rejects.toThrow(
      'Lead Console does not know this service.',
    );
    await expect(core.call('quota:reserve', { service: 'POST leads', units: -1 })).rejects.toThrow(/Nothing changed/);
  });
});
