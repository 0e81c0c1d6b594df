/** Only the client: the main entry of `pg` also loads a pool, which the bundler leaves outside. */
declare module 'pg/lib/client.js' {
  export { Client as default } from 'pg';
}
