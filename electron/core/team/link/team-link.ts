// Why: decision 0430.

/** The functions of the database. Each takes one JSON text and answers one. */
export type TeamFunction =
  | 'hello_v1'
  | 'begin_v1'
  | 'begin_v2'
  | 'offices_v1'
  | 'move_v1'
  | 'declare_v1'
  | 'set_back_v1'
  | 'leave_v1'
  | 'look_v1'
  | 'mark_v1'
  | 'pulse_v1'
  | 'leads_v1'
  | 'docs_v1'
  | 'put_doc_v1';

/** The way to the database of a team. */
export interface TeamLink extends AsyncDisposable {
  /**
   * Calls one function, which is one transaction. After a failure nobody knows whether it was done.
   *
   * @throws TeamTrouble
   */
  call(name: TeamFunction, request: object): Promise<unknown>;
}

/** Why the team cannot be asked. `team`: time may cure it; `teamPerson`: a person has to do something first. */
export class TeamTrouble extends Error {
  readonly kind: 'team' | 'teamPerson';

  /** @param message for a person */
  constructor(kind: TeamTrouble['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TeamTrouble';
    this.kind = kind;
  }
}
