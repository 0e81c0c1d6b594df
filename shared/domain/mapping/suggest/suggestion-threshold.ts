/**
 * Confidence, 0 to 1. A field is suggested from here on; a guess below it is shown as a runner-up and never chosen. In a
 * file of its own so that the page does not load the word lists with it.
 */
export const suggestionThreshold = 0.6;
