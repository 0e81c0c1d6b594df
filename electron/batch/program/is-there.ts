import { BatchTrouble } from './trouble.ts';

/** Whether the core still has what it is asked for: another program may have deleted it meanwhile. False when it cannot say it. */
export async function isThere(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error instanceof BatchTrouble) return false;
    throw error;
  }
}
