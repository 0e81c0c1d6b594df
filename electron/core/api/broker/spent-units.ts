import type { ServiceId } from '../../../../shared/domain/service/services.ts';

/** What each endpoint of a budget has used since the program started, as far as the service has surely counted it. Units. */
export class SpentUnits {
  readonly #units = new Map<ServiceId, number>();
  #doubts = 0;

  add(service: ServiceId, units: number): void {
    this.#units.set(service, this.of(service) + units);
  }

  of(service: ServiceId): number {
    return this.#units.get(service) ?? 0;
  }

  get total(): number {
    return [...this.#units.values()].reduce((sum, units) => sum + units, 0);
  }

  /** Nobody knows of a request whether the service counted it. */
  doubted(): void {
    this.#doubts++;
  }

  /** Between two equal ones everything is known. */
  get doubts(): number {
    return this.#doubts;
  }

  takeOver(parts: readonly SpentUnits[]): void {
    for (const part of parts) {
      for (const [service, units] of part.#units) this.add(service, units);
      this.#doubts += part.#doubts;
    }
  }
}
