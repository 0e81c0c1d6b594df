/** Why a host cannot start, in one to three plain sentences for the terminal or a message box. */
export class HostTrouble extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HostTrouble';
  }
}

/** The `code` of a system error, for example `ENOENT`; empty when there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
