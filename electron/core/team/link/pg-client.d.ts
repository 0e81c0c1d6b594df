/** The client alone: the whole of `pg` brings a pool, which the bundler does not join with it. */
declare module 'pg/lib/client.js' {
  export { Client as default } from 'pg';
}
