import type { HttpPlatform } from './http-client.ts';

const TOKEN = /^#token=([^&]+)(?:&(.*))?$/;

/** The token in `#token=…` is valid once. It must not stay in the address, the history or a bookmark. */
function takeToken(): string | null {
  const match = TOKEN.exec(window.location.hash);
  if (match === null) return null;
  const rest = match[2] === undefined || match[2] === '' ? '' : `#${match[2]}`;
  window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}${rest}`);
  return decodeURIComponent(match[1] ?? '');
}

/**
 * A new address opened in this tab changes only what is behind the #, so the browser keeps the document. It is read anew:
 * its token belongs to a host that was started since, or lets this page in.
 */
export function reloadForTokens(target: Window): void {
  target.addEventListener(
    'hashchange',
    (event) => {
      if (!TOKEN.test(target.location.hash)) return;
      event.stopImmediatePropagation();
      target.location.reload();
    },
    { capture: true },
  );
}

const ACCEPTED = {
  spreadsheet: '',
  template: '.json,application/json',
  query: '.json,application/json',
  certificates: '.pem,.crt,.cer,.der',
};

/** The browser's file picker lets a person show all files, too. */
async function chooseFile(wanted: keyof typeof ACCEPTED): Promise<File | null> {
  return (await pickFiles({ accept: ACCEPTED[wanted], multiple: false }))[0] ?? null;
}

function pickFiles(look: { readonly accept: string; readonly multiple: boolean }): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', hidden: true, ...look });
    // Automated tests and some browsers need the input to be in the page.
    document.body.append(input);
    const finish = (files: readonly File[]): void => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('change', () => finish([...(input.files ?? [])]));
    input.addEventListener('cancel', () => finish([]));
    input.click();
  });
}

function download(url: string): void {
  const link = Object.assign(document.createElement('a'), { href: url, download: '', hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
}

export const browserPlatform: HttpPlatform = {
  fetch: (input, init) => window.fetch(input, init),
  openEvents: (url) => new EventSource(url),
  chooseFile,
  chooseFiles: () => pickFiles({ accept: '', multiple: true }),
  download,
  takeToken,
  setTimeout: (action, milliseconds) => window.setTimeout(action, milliseconds),
};
