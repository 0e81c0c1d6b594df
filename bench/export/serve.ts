import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

/** A service in a process of its own that answers every request with a file of leads: `serve.ts FILE`. Prints its port. */
const [, , file = ''] = process.argv;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': statSync(file).size });
  createReadStream(file, { highWaterMark: 262_144 }).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.stdout.write(`${typeof bound === 'object' && bound !== null ? bound.port : 0}\n`);
});
