import { NO_POSTCODE } from '../../../../shared/domain/check/judge-row.ts';
import { cities } from '../../../../shared/domain/phones/numbering.ts';

/** Share of the post codes that must be in one city to suggest its area code; rows elsewhere do not get it. */
const NEARLY_ALL = 0.9;

export interface CityOfFile {
  /** Into `cities`. */
  readonly index: number;
  readonly name: string;
  readonly areaCode: string;
  /** Rows with a post code there, of all rows with a post code. */
  readonly rows: number;
  readonly postcodes: number;
}

/** In which city the post code of each row is. */
export class RowPlaces {
  readonly #cityRows = new Map<number, number>();
  /** By row: index into `cities`, -1 for another place, -2 without a post code. */
  readonly #placeOfRow: Int8Array;

  constructor(rows: number) {
    this.#placeOfRow = new Int8Array(rows + 1).fill(NO_POSTCODE);
  }

  /** @param city as in `RowVerdict` */
  add(row: number, city: number): void {
    this.#placeOfRow[row] = city;
    this.#count(city, 1);
  }

  remove(row: number): void {
    this.#count(this.#placeOfRow[row] ?? NO_POSTCODE, -1);
    this.#placeOfRow[row] = NO_POSTCODE;
  }

  /** The city that nearly all post codes are in, and how many of them. */
  city(): CityOfFile | null {
    let all = 0;
    for (const rows of this.#cityRows.values()) all += rows;
    for (const [index, rows] of this.#cityRows) {
      const city = cities[index];
      if (city !== undefined && rows >= all * NEARLY_ALL && rows > 0)
        return { index, name: city.name, areaCode: city.areaCode, rows, postcodes: all };
    }
    return null;
  }

  /** The area code of the city of the row's own post code; null for another place, and without a post code. */
  areaCodeOf(row: number): string | null {
    return cities[this.#placeOfRow[row] ?? NO_POSTCODE]?.areaCode ?? null;
  }

  /** Whether the row's own post code lies outside this city; false for a row without one. */
  isElsewhere(row: number, city: CityOfFile): boolean {
    const place = this.#placeOfRow[row] ?? NO_POSTCODE;
    return place !== NO_POSTCODE && place !== city.index;
  }

  #count(city: number, by: 1 | -1): void {
    if (city !== NO_POSTCODE) this.#cityRows.set(city, (this.#cityRows.get(city) ?? 0) + by);
  }
}
