import type { AppError } from '../../../../shared/contract/errors.ts';
import { isGood, type Seen } from '../../../../shared/domain/service/discovery/seen.ts';
import { looksLikeHtml, messageIn, parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import { saidBefore } from '../requests/exchange-trouble.ts';
import { unreadable } from '../requests/json-body.ts';
import type { StepEnd } from './test-steps.ts';

/** What the first answers say of the path of the address and of the password. */
export interface FirstAnswer {
  readonly prefix: StepEnd;
  /** Null: the path is wrong, so nothing was said of the password. */
  readonly credentials: StepEnd | null;
}

/** Null: this answer settles nothing; another question is needed. */
export function firstAnswer(seen: Seen, host: string, isLast: boolean): FirstAnswer | null {
  const request = seen.number;
  const prefix: StepEnd = { state: 'ok', detail: `${seen.path} answered.`, request };
  if (seen.status === 401) return { prefix, credentials: { state: 'failed', error: WRONG_PASSWORD, request } };
  if (isGood(seen) && isJson(seen)) return { prefix, credentials: { state: 'ok', detail: 'Accepted.', request } };
  const accepted = (detail: string): FirstAnswer => ({ prefix, credentials: { state: 'warning', detail, request } });
  if (seen.status === 403)
    return accepted(`Accepted, but this account may not read ${seen.path}. Other pages may work.`);
  if (seen.status === 429)
    return accepted(
      'Accepted, but the quota is used up now, so the test could not ask for more. Test again when it resets.',
    );
  return isLast ? { prefix: { state: 'failed', error: wrongPath(seen, host), request }, credentials: null } : null;
}

/** The list of many users is cut off: its beginning has to do. */
function isJson({ text, isCut }: Seen): boolean {
  return isCut ? /^\s*[[{]/.test(text) : parseJson(text) !== undefined;
}

const WRONG_PASSWORD: AppError = {
  code: 'auth',
  message: 'The service did not accept the user name or the password. Check both and sign in again.',
};

function wrongPath(seen: Seen, host: string): AppError {
  const { status, text, path } = seen;
  if (isGood(seen)) return unreadable(host, text);
  const rejected = (message: string): AppError => ({ code: 'rejected', status, message });
  if (status >= 300 && status < 400)
    return rejected(
      'The service redirects to another address. Lead Console does not follow it, because the password would go along. Check the address of the account.',
    );
  const said = saidBefore(looksLikeHtml(text) ? '' : (messageIn(text)?.message ?? ''));
  if (status >= 500) return rejected(`The service failed (${status}).${said} Try again later.`);
  if (status === 406) return rejected("The service does not offer this format. Ask the service's administrator.");
  return {
    code: 'notFound',
    message: `${host} found nothing at ${path} (${status}).${said} The path of the address may be wrong: it usually ends in /api.`,
  };
}
