import type { ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { isInUse } from '../../../lib/quota-words.ts';

/** Wide cards that fit beside each other; idle budgets fill the rest of the row. More are narrow, to leave the charts room. */
export const CARDS = 4;

interface ShownCards {
  readonly cards: readonly ServiceQuota[];
  /** Budgets that are only named. */
  readonly others: readonly ServiceQuota[];
}

/**
 * Budgets with a card, and those that are only named.
 * @param places keys of the budgets whose cards are on the screen, in their order
 */
export function shownCards(services: readonly ServiceQuota[], places: readonly string[]): ShownCards {
  const idle = services.filter((service) => !isInUse(service));
  const inUse = services.filter(isInUse);
  const room = Math.max(0, CARDS - inUse.length);
  const filling = inUse.length === 0 ? [] : idle.filter(({ daily }) => daily.limit !== null).slice(0, room);
  return {
    cards: inPlace([...inUse, ...filling], places),
    others: idle.filter((service) => !filling.includes(service)),
  };
}

/** A card that is looked at stays where it is: a new one takes the place of one that goes, or stands at the end. */
function inPlace(cards: readonly ServiceQuota[], places: readonly string[]): ServiceQuota[] {
  const fresh = cards.filter(({ service }) => !places.includes(service));
  const kept = places.flatMap((place) => cards.find(({ service }) => service === place) ?? fresh.shift() ?? []);
  return [...kept, ...fresh];
}
