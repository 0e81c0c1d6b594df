import { type NetConnectOpts, Socket } from 'node:net';
import { armKillPoint } from '../kill-test/kill-points.ts';
import { plant } from '../simulation/planting.ts';
import { ARMS, type Arms } from './arms.ts';
import { GIVE_FIRST } from './controls.ts';

/*
 * Loaded before the program of an office: it then ends itself at a moment, has a wrong clock, or a bug that the test must notice.
 * What is wanted stands in the environment, as JSON.
 */

const { point, skew, givesFirst, service } = JSON.parse(process.env[ARMS] ?? '') as Arms;
if (point !== null) armKillPoint(point);
if (skew !== 0) setClock(skew);
if (givesFirst) for (const bug of GIVE_FIRST) plant(bug);
leadToTheRoad();

function leadToTheRoad(): void {
  const connect = Socket.prototype.connect as (...args: unknown[]) => Socket;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [options] = (Array.isArray(args[0]) ? args[0] : args) as [NetConnectOpts | number | string];
    if (typeof options === 'object' && 'port' in options && options.port === service.port) options.port = service.road;
    return connect.apply(this, args);
  };
}

function setClock(offset: number): void {
  const RightDate = Date;
  globalThis.Date = new Proxy(RightDate, {
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args.length === 0 ? [target.now() + offset] : args, made) as Date,
    apply: (target) => new target(target.now() + offset).toString(),
    get: (target, name, receiver) =>
      name === 'now' ? () => target.now() + offset : (Reflect.get(target, name, receiver) as unknown),
  });
}
