import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../shared/contract/errors.ts';
import { NO_UPDATES } from '../../shared/contract/host/updates.ts';
import { notFound } from '../core/foundation/failure.ts';
import { createGate, type HostHandlers } from './gate.ts';

const never = new AbortController().signal;

function gateWith(change: Partial<HostHandlers> = {}, answer: Outcome<unknown> = { ok: true, value: 'from the core' }) {
  const calls: { channel: string; args: unknown }[] = [];
  const bugs: unknown[] = [];
  const handlers: HostHandlers = {
    'host:info': async () => ({ host: 'browser', version: '1', platform: 'linux', protection: 'session' }),
    'host:chooseFile': async () => ({ file: null }),
    'host:chooseFiles': async () => ({ files: [] }),
    'host:chooseTarget': async () => ({ target: null }),
    'host:chooseFolder': async () => ({ folder: null }),
    'host:savePdf': async () => ({ name: null }),
    'host:loginStart': async () => ({ isOffered: false, isSet: false }),
    'host:setLoginStart': async () => ({ isOffered: false, isSet: false }),
    'host:updates': async () => NO_UPDATES,
    'host:lookForUpdate': async () => NO_UPDATES,
    'host:loadUpdate': async () => NO_UPDATES,
    'host:installUpdate': async () => NO_UPDATES,
    'host:copyDuckDbLine': async () => ({}),
    'host:copyInvitation': async () => ({ isCopied: false }),
    ...change,
  };
  const gate = createGate({
    handlers,
    async callCore(channel, args) {
      calls.push({ channel, args });
      return answer;
    },
    log: {
      note: () => undefined,
      bug(_where, error) {
        bugs.push(error);
        return 'id-1';
      },
    },
  });
  return { gate, calls, bugs };
}

describe('gate', () => {
  it('answers what belongs to the host, and passes the rest on', async () => {
    const { gate, calls } = gateWith();
    expect(await gate('host:info', {}, never)).toMatchObject({ ok: true, value: { host: 'browser' } });
    expect(calls).toEqual([]);
    expect(await gate('job:list', {}, never)).toEqual({ ok: true, value: 'from the core' });
    expect(calls).toEqual([{ channel: 'job:list', args: {} }]);
  });

  it.each([
    ['host:installUpdate', { when: 'https://evil.example' }],
    ['host:chooseTarget', { suggestedName: '' }],
    ['host:chooseFile', null],
    ['host:info', 'text'],
  ])('refuses %s with %j before anything happens', async (channel, args) => {
    const refuse = () => Promise.reject(new Error('reached'));
    const { gate, calls, bugs } = gateWith({
      'host:info': refuse,
      'host:chooseFile': refuse,
      'host:chooseTarget': refuse,
      'host:copyDuckDbLine': refuse,
      'host:installUpdate': refuse,
    });
    expect(await gate(channel, args, never)).toMatchObject({ ok: false, error: { code: 'validation' } });
    expect({ calls, bugs }).toEqual({ calls: [], bugs: [] });
  });

  it('passes a call for the core on as it came: the core parses it', async () => {
    const { gate, calls } = gateWith();
    await gate('account:list', { more: 1 }, never);
    expect(calls).toEqual([{ channel: 'account:list', args: { more: 1 } }]);
  });

  it.each(['job:nothing', '__proto__', 'constructor', 'toString', ''])('knows no channel %j', async (channel) => {
    const { gate, calls } = gateWith();
    expect(await gate(channel, {}, never)).toMatchObject({ ok: false, error: { code: 'notFound' } });
    expect(calls).toEqual([]);
  });

  it('does not repeat refused values, which may be secrets', async () => {
    const { gate } = gateWith();
    const outcome = await gate('host:installUpdate', { when: 'hunter2hunter2' }, never);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'validation' } });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  });

  it('tells expected trouble in its words and a bug by its log id only', async () => {
    const expected = gateWith({
      'host:chooseFile': async () => {
        throw notFound('Not there.');
      },
    });
    expect(await expected.gate('host:chooseFile', {}, never)).toEqual({
      ok: false,
      error: { code: 'notFound', message: 'Not there.' },
    });
    const bug = gateWith({
      'host:chooseFile': async () => {
        throw new Error('/home/kim/secret.csv');
      },
    });
    const outcome = await bug.gate('host:chooseFile', {}, never);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'internal', logId: 'id-1' } });
    expect(JSON.stringify(outcome)).not.toContain('secret.csv');
    expect(bug.bugs).toHaveLength(1);
  });

  it('lets no answer out that the contract does not have', async () => {
    const { gate } = gateWith({
      'host:chooseFile': async () => ({
        file: { token: 'file-12345678', name: 'a', size: 1, path: '/home/kim/a' } as never,
      }),
    });
    expect(await gate('host:chooseFile', {}, never)).toEqual({
      ok: true,
      value: { file: { token: 'file-12345678', name: 'a', size: 1 } },
    });
  });
});

it('no page gets the invitation of a team, whatever it says', async () => {
  const { gate, calls } = gateWith();
  expect(await gate('team:invite', {}, never)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
  expect(calls).toEqual([]);
});
