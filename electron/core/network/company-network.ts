// Why: decision 0422.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../shared/domain/service/answers/answers.ts';
import { authorizationFor } from '../api/transport/redact.ts';
import { invalid } from '../foundation/failure.ts';
import type { NetworkAccess } from '../foundation/network-access.ts';
import { removeFileBeside } from '../foundation/patient-files.ts';
import type { Clock, GrantedFile, Log, SecretStore } from '../foundation/ports.ts';
import { replaceOwnFileBeside } from '../storage/own-file.ts';
import { makeOwnFolder } from '../storage/own-folder.ts';
import { isUploadedCopy } from '../storage/uploaded-copy.ts';
import { type Authority, authoritiesIn, readCertificateFile } from './certificate-file.ts';

/** In the data folder: the certificates that a person chose, without what else their file held. */
const KEPT = 'certificates.pem';
/** Among the passwords; no account has this id. */
const SECRET = 'proxy';

const signInSchema = z.object({ proxy: z.string(), username: z.string(), password: z.string() });
/** For one proxy: another one, which a network names, must not learn the password. */
export type ProxySignIn = z.infer<typeof signInSchema>;

/** What a command gives instead of a person's choice. */
export interface GivenNetwork {
  /** Path of a certificate file. */
  readonly certificateFile: string | null;
  /** For whatever proxy the command's own variables name. */
  readonly proxySignIn: { readonly username: string; readonly password: string } | null;
}

export interface CompanyNetworkOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretStore;
  readonly givenNetwork?: GivenNetwork;
}

/** The certificates and the sign-in to a proxy that a person chose for this computer, for all connections. */
export class CompanyNetwork implements NetworkAccess {
  readonly #options: CompanyNetworkOptions;
  #authorities: readonly Authority[] = [];
  #certificates: readonly string[] = [];
  #signIn: ProxySignIn | null = null;
  #isSignInKept = false;

  constructor(options: CompanyNetworkOptions) {
    this.#options = options;
  }

  get authorities(): readonly Authority[] {
    return this.#authorities;
  }

  get certificates(): readonly string[] {
    return this.#certificates;
  }

  /** Without the password. `isKept`: the system keeps it; else it is forgotten when the program ends. */
  get signIn(): { readonly proxy: string; readonly username: string; readonly isKept: boolean } | null {
    if (this.#signIn === null) return null;
    const { proxy, username } = this.#signIn;
    return { proxy, username, isKept: this.#isSignInKept };
  }

  proxyAuthorization(proxy: string): string | null {
    const given = this.#options.givenNetwork?.proxySignIn ?? null;
    const signIn = given ?? (this.#signIn?.proxy === new URL(proxy).host ? this.#signIn : null);
    return signIn === null ? null : authorizationFor(signIn);
  }

  /**
   * Reads what is kept. A kept file that cannot be read counts as none: it was checked when it was chosen.
   * @throws Failure `file` for the file of a command that holds no certificates to trust
   */
  async restore(): Promise<void> {
    const { dataFolder, clock, log, secrets, givenNetwork } = this.#options;
    const file = givenNetwork?.certificateFile ?? null;
    if (file !== null) this.#use(await readCertificateFile(file, file, clock));
    else if (existsSync(join(dataFolder, KEPT)))
      try {
        this.#use(authoritiesIn(await readFile(join(dataFolder, KEPT)), KEPT, clock.wallNow()));
      } catch (error) {
        log.note(`the kept certificates are not used: ${error instanceof Error ? error.message : String(error)}`);
      }
    const kept = signInSchema.safeParse(parseJson((await secrets.read(SECRET)) ?? 'null'));
    this.#signIn = kept.success ? kept.data : null;
    this.#isSignInKept = kept.success && secrets.protection === 'os';
  }

  /** @throws Failure `file` as `readCertificateFile`; what was chosen before stays then */
  async chooseCertificates({ path, name }: GrantedFile): Promise<void> {
    const { dataFolder, clock } = this.#options;
    const authorities = await readAndLetGo({ path, name }, dataFolder, clock);
    makeOwnFolder(dataFolder);
    await replaceOwnFileBeside(join(dataFolder, KEPT), authorities.map(({ pem }) => pem).join(''));
    this.#use(authorities);
  }

  async removeCertificates(): Promise<void> {
    await removeFileBeside(join(this.#options.dataFolder, KEPT));
    this.#use([]);
  }

  /** @throws Failure `validation` for a proxy or a user name that cannot be one */
  async signInToProxy({ proxy, username, password }: ProxySignIn): Promise<void> {
    const host = hostOf(proxy);
    if (host === null)
      throw invalid(
        `"${proxy}" is not the address of a proxy. Type its name and port, for example proxy.example:8080.`,
      );
    if (username.includes(':'))
      throw invalid('The user name contains a colon, and this kind of sign-in cannot send one.');
    const signIn = { proxy: host, username, password };
    this.#isSignInKept = (await this.#options.secrets.write(SECRET, JSON.stringify(signIn))) === 'os';
    this.#signIn = signIn;
  }

  async signOutOfProxy(): Promise<void> {
    await this.#options.secrets.remove(SECRET);
    this.#signIn = null;
  }

  #use(authorities: readonly Authority[]): void {
    this.#authorities = authorities;
    this.#certificates = authorities.map(({ pem }) => pem);
  }
}

/** @throws Failure `file` as `readCertificateFile` */
async function readAndLetGo(
  { path, name }: Pick<GrantedFile, 'path' | 'name'>,
  dataFolder: string,
  clock: Clock,
): Promise<readonly Authority[]> {
  try {
    return await readCertificateFile(path, name, clock);
  } finally {
    // SECURITY: it may be one with a key.
    if (isUploadedCopy(path, dataFolder)) await removeFileBeside(path);
  }
}

/** As `URL` writes the host of a proxy, so that both can be compared; null for any other text. */
function hostOf(proxy: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null || url.username !== '' || url.pathname !== '/' ? null : url.host;
}
