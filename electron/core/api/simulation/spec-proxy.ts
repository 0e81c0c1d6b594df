import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';

interface ProxyManners {
  /** The name and the password that it asks for, as `name:password`; left out: none. */
  readonly signIn?: string | null;
  /** How it says that it asks for them. */
  readonly offers?: string | undefined;
  readonly onAsk?: (request: IncomingMessage, socket: Socket) => void;
}

/** A proxy that opens the way to the port that it is asked for, of this computer whatever the name. */
export function specProxy({ signIn = null, offers = 'Basic realm="company"', onAsk }: ProxyManners = {}): Server {
  const server = createServer();
  server.on('connect', (request, socket: Socket, head) => {
    onAsk?.(request, socket);
    const wanted = signIn === null ? undefined : `Basic ${Buffer.from(signIn).toString('base64')}`;
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${offers}\r\n\r\n`);
      return;
    }
    const target = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.write(head);
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  return server;
}
