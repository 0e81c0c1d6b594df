// Why: decision 0428.

/** A row that is to be sent, with the digest of its lead. */
export interface ClaimableRow {
  readonly n: number;
  readonly digest: Uint8Array;
  /** It is claimed for every lead with its phone, in a team with one lead per phone. */
  readonly isPhone?: boolean;
}

/**
 * Why rows cannot be claimed now. `team`: it is tried again; `teamPerson`: a person has to do something first; `journal`: a person
 * has to see to the disk of this computer.
 */
export interface ClaimTrouble {
  readonly kind: 'team' | 'teamPerson' | 'journal';
  readonly reason: string;
}

/** A lead that left this computer and may have arrived. */
export interface SentLead {
  readonly job: string;
  readonly n: number;
  readonly digest: Uint8Array;
  readonly isCreated: boolean;
}

/** A lead that left this computer, as it is marked for colleagues. */
export interface LeftLead {
  readonly digest: Uint8Array;
  readonly campaignCode: string;
  /** Its phones and e-mail addresses, as `leadContacts` writes them: the phone that counts comes first. */
  readonly contacts: readonly string[];
}

/** What the imports of an account know of their leads. */
export interface SentLeads {
  /** Rows whose lead may have arrived, behind the row `n` of `job`, in their order. */
  sentAfter(job: string, n: number, limit: number): SentLead[];
  /** Whether a row with this lead may have arrived. */
  mayHaveArrived(digest: Uint8Array): boolean;
  /** Leads in the order in which they left, behind the place `after`, and the place that was reached; the first is behind 0. */
  leftAfter(after: number, limit: number): { readonly place: number; readonly leads: LeftLead[] };
}

/** What a person saw of a colleague's lead: nobody had said what became of it, or it was created. */
export type SeenLead = 'taken' | 'created';

/** Thrown instead of the step "send" of a row that this run has not claimed, or too long ago. */
export class NotClaimed extends Error {
  constructor() {
    super('The row is not claimed for this computer.');
    this.name = 'NotClaimed';
  }
}

/** In a team a lead belongs to the computer that has claimed it, and no other one sends it. */
export interface LeadClaims {
  /** False without a team: then every row may go, and nothing else here is called. */
  readonly isTeam: boolean;
  /** The team sends one lead per phone number and campaign: rows are claimed by their phones. */
  readonly isByPhone: boolean;
  /** Another program may have joined or left the team. */
  refresh(): void;
  /** Whose leads these are; told once, before anything is claimed. */
  connect(sent: SentLeads): void;
  /** This run has claimed the row, and not long ago. */
  isMine(job: string, n: number): boolean;
  /**
   * Claims leads. Answers why that is not possible now, null when it was done.
   *
   * @param onTaken called for each row whose lead belongs to another computer, in the transaction that keeps the others; the
   * reason is for a person
   */
  claim(
    job: string,
    rows: readonly ClaimableRow[],
    onTaken: (n: number, reason: string) => void,
  ): Promise<ClaimTrouble | null>;
  /** Uses up the claim of a row, in the transaction of its step "send". @throws NotClaimed */
  use(job: string, n: number, digest: Uint8Array | null): void;
  /** The lead was created. In the transaction of the step. */
  created(digest: Uint8Array): void;
  /**
   * The service refused the lead, or did not look at it: it is given back, unless another row of this computer has sent it. In the
   * transaction of the step.
   */
  notCreated(digest: Uint8Array): void;
  /**
   * A person wants this row sent although it belongs to another computer. In the transaction of their word. It counts only while
   * the team says of the lead what they saw; else the row is another computer's as before, and they are asked anew.
   *
   * @param saw left out: what the row was passed over for
   */
  insist(job: string, n: number, saw?: SeenLead): void;
  /** Gives back what was claimed for the job and did not leave: in the journal now, in the team soon. */
  letGo(job: string): void;
}

/** An account without a team. */
export const NO_TEAM: LeadClaims = {
  isTeam: false,
  isByPhone: false,
  refresh: () => undefined,
  connect: () => undefined,
  isMine: () => true,
  claim: async () => null,
  use: () => undefined,
  created: () => undefined,
  notCreated: () => undefined,
  insist: () => undefined,
  letGo: () => undefined,
};
