import { z } from 'zod';

/** The id of an account, a job, a draft, an export, a template. */
export const id = z.string().min(1).max(100);

/** The caller chooses it, so that `call:cancel` can name a long call. */
export const callId = id.optional();

/** The most rows in the arguments or the answer of one call; longer lists are read page by page. */
export const PAGE_LIMIT = 500;

/** The part of a list that a call asks for. */
export const page = { offset: z.number().int().min(0), limit: z.number().int().min(1).max(PAGE_LIMIT) };

/** Arguments of a call that has none. */
export const nothing = z.object({});

/** Result of a call that has no other answer than success. */
export const done = z.object({});
