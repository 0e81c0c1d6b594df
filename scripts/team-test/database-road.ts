import { connect, createServer, type Server, type Socket } from 'node:net';
import { listening } from '../../electron/core/api/simulation/spec-server.ts';

export interface RoadManners {
  /** Draws numbers in [0, 1). */
  readonly random: () => number;
  /** The chance that a question is cut off before the database has it, and that its answer is. */
  readonly cutBefore: number;
  readonly cutAfter: number;
}

/** The road of one office to the database, on which questions and answers get lost. */
export class DatabaseRoad implements AsyncDisposable {
  /** Questions that were cut off. */
  before = 0;
  after = 0;
  /** Called when the office's next move is on its way to the database, and when its answer is back; neither is passed on before. */
  onMove: (where: 'asked' | 'moved') => void = () => undefined;
  /** Nothing is cut off any more. */
  isCalm = false;
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, port: number, sockets: Set<Socket>) {
    this.#server = server;
    this.port = port;
    this.#sockets = sockets;
  }

  static async open(target: number, { random, cutBefore, cutAfter }: RoadManners): Promise<DatabaseRoad> {
    const sockets = new Set<Socket>();
    const server = createServer((office) => {
      const database = connect(target, '127.0.0.1');
      let isCut = false;
      let isMove = false;
      const both = [office, database] as const;
      const end = () => {
        for (const socket of both) socket.destroy();
      };
      for (const socket of both) {
        sockets.add(socket);
        socket.on('error', end);
        socket.on('close', () => {
          sockets.delete(socket);
          end();
        });
      }
      office.on('data', (piece: Buffer) => {
        const isQuestion = piece.includes('lead_team.');
        if (isQuestion) isMove = piece.includes('move_v1');
        if (isQuestion && isMove) road.onMove('asked');
        const drawn = isQuestion && !road.isCalm ? random() : 1;
        if (drawn < cutBefore) {
          road.before += 1;
          return end();
        }
        if (isQuestion) isCut = drawn < cutBefore + cutAfter;
        database.write(piece);
      });
      database.on('data', (piece: Buffer) => {
        if (isMove) road.onMove('moved');
        isMove = false;
        if (!isCut) return void office.write(piece);
        road.after += 1;
        end();
      });
    });
    const road = new DatabaseRoad(server, await listening(server), sockets);
    return road;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
