import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

/** A service in a process of its own that takes leads and exports a file of them: `serve.ts FILE`. Prints its port. */
const [, , file = ''] = process.argv;

let created = 0;
const server = createServer((request, response) => {
  if (request.method === 'POST') {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: true, leadUniqueId: `L-${(created += 1)}` }));
    return;
  }
  if (!/^\/api(\/simpleleads|\?|$)/.test(request.url ?? '')) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': statSync(file).size });
  createReadStream(file, { highWaterMark: 262_144 }).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.stdout.write(`${typeof bound === 'object' && bound !== null ? bound.port : 0}\n`);
});
