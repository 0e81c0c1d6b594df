import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { guardContents, guardSession } from './guards.ts';

class FakeContents extends EventEmitter {
  openHandler: (() => { action: string }) | null = null;
  setWindowOpenHandler(handler: () => { action: string }): void {
    this.openHandler = handler;
  }
}

function fire(contents: FakeContents, name: string, url: string): boolean {
  let isPrevented = false;
  contents.emit(name, { url, preventDefault: () => (isPrevented = true) });
  return isPrevented;
}

describe('every page', () => {
  const contents = new FakeContents();
  guardContents(contents as unknown as Parameters<typeof guardContents>[0]);

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('stays where it is on %s', (name) => {
    expect(fire(contents, name, 'https://example.com/')).toBe(true);
    expect(fire(contents, name, 'app://lead-console.evil/')).toBe(true);
    expect(fire(contents, name, 'file:///etc/passwd')).toBe(true);
    expect(fire(contents, name, 'app://lead-console/index.html')).toBe(false);
  });

  it('opens no window and attaches no webview', () => {
    expect(contents.openHandler?.()).toEqual({ action: 'deny' });
    expect(fire(contents, 'will-attach-webview', 'app://lead-console/')).toBe(true);
  });
});

describe('session', () => {
  type Given = Parameters<typeof guardSession>[0];
  const handlers: Record<string, (...args: never[]) => unknown> = {};
  const downloads = new EventEmitter();
  let isSpellChecked = true;
  const set = (name: string) => (handler: (...args: never[]) => unknown) => {
    handlers[name] = handler;
  };
  guardSession({
    setPermissionRequestHandler: set('request'),
    setPermissionCheckHandler: set('check'),
    setDevicePermissionHandler: set('device'),
    setSpellCheckerEnabled: (isOn: boolean) => (isSpellChecked = isOn),
    on: downloads.on.bind(downloads),
    webRequest: { onBeforeRequest: set('before') },
  } as unknown as Given);
  const own = 'app://lead-console/';

  function request(permission: string, requestingUrl: string): unknown {
    let answer: unknown;
    const decide = (granted: boolean) => (answer = granted);
    handlers['request']?.(...([null, permission, decide, { requestingUrl }] as never[]));
    return answer;
  }

  it('gives requests and checks the same answer', () => {
    for (const permission of ['media', 'notifications', 'clipboard-read', 'clipboard-sanitized-write']) {
      const expected = permission === 'clipboard-sanitized-write';
      expect(request(permission, own)).toBe(expected);
      expect(handlers['check']?.(...([null, permission, own] as never[]))).toBe(expected);
    }
    expect(request('clipboard-sanitized-write', 'https://example.com/')).toBe(false);
    expect(handlers['device']?.()).toBe(false);
  });

  it('has no network and no downloads', () => {
    const decided = (url: string) => {
      let answer: unknown;
      handlers['before']?.(...([{ url }, (decision: unknown) => (answer = decision)] as never[]));
      return answer;
    };
    expect(decided('https://example.com/x.js')).toEqual({ cancel: true });
    expect(decided('app://lead-console/x.js')).toEqual({ cancel: false });
    let isPrevented = false;
    downloads.emit('will-download', { preventDefault: () => (isPrevented = true) });
    expect(isPrevented).toBe(true);
    expect(isSpellChecked).toBe(false);
  });
});
