// Why: decision 0102.
import { type ChannelArgs, type ChannelName, channels } from '../../../shared/contract/channels.ts';
import { type Failure, invalid, notFound } from './failure.ts';

/** All that is said of arguments that do not fit; `issues` say where. */
export const INVALID_REQUEST = 'Invalid request. Nothing changed.';

export function unknownChannel(channel: string): Failure {
  return notFound(`This version of Lead Console has no function "${channel.slice(0, 60)}".`);
}

/**
 * Arguments as the contract has them. The core parses those of its channels, a host those of its own: each once.
 *
 * @throws Failure `validation` with the places; never with the values, which may be secrets
 */
export function parsedArgs<Name extends ChannelName>(channel: Name, raw: unknown): ChannelArgs<Name> {
  const parsed = channels[channel].args.safeParse(raw);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    throw invalid(INVALID_REQUEST, issues);
  }
  return parsed.data as ChannelArgs<Name>;
}
