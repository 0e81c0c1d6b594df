import { parseArgs } from 'node:util';
import { buildIfStale } from '../lib/build.ts';
import { say } from '../campaign/frame.ts';
import { type OneLeadPer, TeamDemo } from '../team-demo/demo.ts';

const usage = `npm run team-demo -- [--one-lead-per lead|phone] [--server HOST[:PORT]/NAME]

A team of three on this computer: Anna, Bent and Carla, each with an address to open in a browser, one simulated service, and a
PostgreSQL in WebAssembly that lasts as long as this command. --server: a real one, which an administrator prepared with "batch team
sql" and in which nobody has begun a team; the logins anna, bent and carla have the password in LEAD_CONSOLE_TEAM_PASSWORD.
--one-lead-per phone: once one of them has sent a lead to a phone number, the others send none to it in that campaign; lead, when
left out: each lead goes once, as it is sent.
Ctrl+C ends everything and removes what was made.
`;

process.exitCode = await main();

async function main(): Promise<number> {
  let server: string | undefined;
  let oneLeadPer: OneLeadPer = 'lead';
  try {
    const { values } = parseArgs({
      options: { server: { type: 'string' }, 'one-lead-per': { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help === true) {
      process.stdout.write(usage);
      return 0;
    }
    server = values.server;
    const wanted = values['one-lead-per'] ?? 'lead';
    if (wanted !== 'lead' && wanted !== 'phone') throw new Error('--one-lead-per takes lead or phone.');
    oneLeadPer = wanted;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  const password = process.env['LEAD_CONSOLE_TEAM_PASSWORD'] ?? '';
  if (server !== undefined && password === '') {
    process.stderr.write(`Set LEAD_CONSOLE_TEAM_PASSWORD to the password of anna, bent and carla.\n\n${usage}`);
    return 2;
  }
  if (!(await buildIfStale())) return 1;
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  try {
    const given = server === undefined ? null : { place: server, password };
    await using demo = await TeamDemo.open(given, oneLeadPer);
    for (const { name, host } of demo.people) say(`${name.padEnd(6)} ${host.freshAddress()}`);
    say(
      `Import one file with two of them: ${oneLeadPer === 'phone' ? 'one lead goes to each phone number' : 'each lead goes once'}. Ctrl+C ends the demo and removes what was made.`,
    );
    await ended;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  return 0;
}
