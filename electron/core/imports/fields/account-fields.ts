import type { DatabaseSync } from 'node:sqlite';
import type { FieldLookUp } from '../../../../shared/contract/imports/imports.ts';
import type { AccountSession, CallContext, FeatureServices } from '../../sessions/session.ts';
import { NOTHING_KNOWN, type FieldKnowledge } from './field-knowledge.ts';
import { lookUpFields } from './look-up-fields.ts';
import { createLookedUpFieldsStore, type LookedUpFieldsStore } from './looked-up-fields-store.ts';
import { createSavedMappingStore, type SavedMappingStore } from './saved-mapping-store.ts';

interface Shelf {
  readonly lookUps: LookedUpFieldsStore;
  readonly mappings: SavedMappingStore;
}

/** Progress is told at most so often. Milliseconds. */
const PROGRESS_PAUSE = 100;

export interface AccountFields {
  /** Nothing without an account: preparing a file needs none. */
  knowledge(): FieldKnowledge;
  mappings(): SavedMappingStore;
  /** One request. Keeps what it finds with the account; nothing when it finds no field. */
  lookUp(campaignCode: string, callId: string | undefined, context: CallContext): Promise<FieldLookUp>;
}

/** What the open account knows about the fields of its campaigns. */
export function createAccountFields(
  services: FeatureServices,
  jobsOf: (session: AccountSession) => FieldKnowledge['jobs'],
): AccountFields {
  const { clock, emit } = services;
  const shelves = new WeakMap<DatabaseSync, Shelf>();

  function shelfOf({ journal }: AccountSession): Shelf {
    const known = shelves.get(journal) ?? {
      lookUps: createLookedUpFieldsStore(journal),
      mappings: createSavedMappingStore(journal),
    };
    shelves.set(journal, known);
    return known;
  }

  function progressOf(callId: string | undefined) {
    let told = -Infinity;
    return (leads: number, looked: number) => {
      const now = clock.monotonicNow();
      if (callId === undefined || now - told < PROGRESS_PAUSE) return;
      told = now;
      emit('import:lookUpProgress', { callId, leads, looked });
    };
  }

  return {
    knowledge() {
      let session: AccountSession;
      try {
        session = services.session();
      } catch {
        return NOTHING_KNOWN;
      }
      const { lookUps, mappings } = shelfOf(session);
      return { jobs: jobsOf(session), mappings: mappings.all(), lookUps: lookUps.all() };
    },

    mappings: () => shelfOf(services.session()).mappings,

    async lookUp(campaignCode, callId, { signal }) {
      const session = services.session();
      const onProgress = progressOf(callId);
      const { fields, leads, looked } = await lookUpFields(session.api, campaignCode, { signal, onProgress });
      const at = clock.wallNow();
      if (fields.length > 0) shelfOf(session).lookUps.save({ campaignCode, at, leads, fields });
      return { campaignCode, at, leads, looked, fields };
    },
  };
}
