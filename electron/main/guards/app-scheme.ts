import type { CustomScheme } from 'electron';
import { answerPageRequest, plainAnswer } from '../../host/page-files.ts';
import { APP_SCHEME, isOwnAddress } from './policies.ts';

/** `standard` is needed for relative addresses, storage and the host. No privilege bypasses the content security policy. */
export const appScheme: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/**
 * Answers the window's requests with files of the built page only.
 * @param folder absolute path of `out/renderer`
 */
export async function answerAppRequest(
  folder: string,
  request: { readonly method: string; readonly url: string },
): Promise<Response> {
  const answer =
    request.method !== 'GET'
      ? plainAnswer(405, 'This address takes only GET.')
      : isOwnAddress(request.url)
        ? await answerPageRequest(folder, new URL(request.url).pathname)
        : plainAnswer(404, 'There is no page at this address.');
  return new Response(new Uint8Array(answer.body), { status: answer.status, headers: { ...answer.headers } });
}
