/** Names and numbers of the specification's enumerations; a filter may use either. */
export const leadStatuses = {
  New: 0,
  RedialAutomatic: 1,
  RedialManualCommon: 2,
  RedialManualPrivate: 3,
  VIPRedial: 10,
  Unresolved: 150,
  UserProcessed: 200,
  Depleted: 210,
  Abandoned: 300,
  Failed: 400,
  Expired: 500,
  Removed: 600,
  Anonymized: 610,
  DoNotCall: 700,
  GlobalDoNotCall: 750,
} as const;
export type LeadStatus = keyof typeof leadStatuses;

export const leadClosures = { NotSet: 0, Success: 1, NotInterested: 2, InvalidLead: 3, Unqualified: 4 } as const;
export type LeadClosure = keyof typeof leadClosures;

/** Statuses from which a lead may still be dialled or resolved; all others are closed. */
export const openStatuses: readonly LeadStatus[] = [
  'New',
  'RedialAutomatic',
  'RedialManualCommon',
  'RedialManualPrivate',
  'VIPRedial',
  'Unresolved',
];
export const closedStatuses: readonly LeadStatus[] = (Object.keys(leadStatuses) as LeadStatus[]).filter(
  (status) => !openStatuses.includes(status),
);

/** The enumeration's name for a name in any case or a number; undefined when there is none. */
export function findEnumName<T extends string>(values: Readonly<Record<T, number>>, text: string): T | undefined {
  const wanted = text.trim().toLowerCase();
  return (Object.keys(values) as T[]).find((name) => name.toLowerCase() === wanted || String(values[name]) === wanted);
}
