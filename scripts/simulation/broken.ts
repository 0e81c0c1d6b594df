/** A law was broken. `law` names it, so that a shorter life can be seen to break the same one. */
export class Broken extends Error {
  readonly law: string;

  constructor(law: string, words: string) {
    super(`${law}: ${words}`);
    this.name = 'Broken';
    this.law = law;
  }
}
