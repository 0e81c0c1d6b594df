import { FileTrouble } from '../files/foundation/file-trouble.ts';
import { letOtherWorkRun, serveThread } from './thread-server.ts';

/** What the spec asks its thread. */
export type SpecRequest =
  | { readonly kind: 'echo'; readonly text: string }
  | { readonly kind: 'count'; readonly to: number }
  | { readonly kind: 'said' }
  | { readonly kind: 'trouble' }
  | { readonly kind: 'full' }
  | { readonly kind: 'storage'; readonly text: string }
  | { readonly kind: 'die' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'failAfterAnswer' }
  | { readonly kind: 'exitAfterAnswer' }
  | { readonly kind: 'failOnClose' };

const said: string[] = [];
let failsOnClose = false;

serveThread<SpecRequest, string>({
  async answer(request, { signal, onProgress }) {
    switch (request.kind) {
      case 'echo':
        said.push(request.text);
        return request.text;
      case 'count':
        for (let done = 0; done < request.to; done += 1) {
          await letOtherWorkRun();
          signal.throwIfAborted();
          onProgress(done + 1, request.to);
        }
        said.push(`counted to ${request.to}`);
        return `counted to ${request.to}`;
      case 'said':
        return said.join(', ');
      case 'trouble':
        throw new FileTrouble('truncated', 'The file is damaged.');
      case 'full':
        throw new Error('database or disk is full');
      case 'storage':
        throw new Error(request.text);
      case 'die':
        process.exit(1);
        break;
      case 'hang':
        for (;;);
      case 'failAfterAnswer':
        setTimeout(() => {
          throw new Error('a bug after the answer');
        }, 10);
        return '';
      case 'exitAfterAnswer':
        setTimeout(() => process.exit(3), 10);
        return '';
      case 'failOnClose':
        failsOnClose = true;
        return '';
    }
  },
  close() {
    if (failsOnClose) throw new Error('a bug while closing');
  },
  order: 'one by one',
});
