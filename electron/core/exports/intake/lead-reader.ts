import { csvColumnPaths } from '../../../../shared/domain/service/leads/lead-columns.ts';
import { JsonArrayReader, JsonStreamError } from '../../api/reads/json-array-reader.ts';
import type { Cells, LeadFlattener } from '../result/flatten.ts';
import { LeadScanner } from '../result/lead-scanner.ts';
import { type CsvAnswer, CsvRows } from './csv-rows.ts';

/** How the bytes of one body are read. */
export interface BodyForm extends CsvAnswer {
  readonly form: 'json' | 'csv' | 'raw';
}

/** Cuts rows out of the bytes of one body. Throws JsonStreamError for bytes that hold no list. */
export interface RowReader<Row> {
  push(bytes: Uint8Array): Row[];
  /** The rest, when the body has ended as the service meant it to. */
  end(): Row[];
  /** Damage behind the rows that `end` gave. */
  throwFailure(): void;
  /** Bytes came that cannot be read as text; U+FFFD stands for them. */
  hasBrokenText(): boolean;
}

/**
 * Leads as rows of the columns that the flattener knows.
 *
 * @param most leads that were asked for
 */
export function leadReader(body: BodyForm, flattener: LeadFlattener, most?: number): RowReader<Cells> {
  return body.form === 'json' ? jsonReader(flattener, most) : csvReader(body, flattener);
}

function jsonReader(flattener: LeadFlattener, most: number | undefined): RowReader<Cells> {
  const scanner = new LeadScanner(flattener);
  const reader = new JsonArrayReader((bytes) => scanner.rows(bytes), most);
  return {
    push: (bytes) => reader.push(bytes),
    end() {
      reader.end();
      return [];
    },
    throwFailure: () => undefined,
    // Seen where the bytes arrive: this thread has more to do.
    hasBrokenText: () => false,
  };
}

function csvReader(body: BodyForm, flattener: LeadFlattener): RowReader<Cells> {
  let paths: string[] = [];
  const rows = new CsvRows(body, (header) => {
    paths = csvColumnPaths(header);
    if (!paths.includes('uniqueId')) throw noTable(header);
  });
  const flat = (cells: string[]): Cells =>
    flattener.row(
      paths,
      // CSV cannot tell an empty text from none.
      cells.map((cell) => (cell === '' ? null : cell)),
    );
  return {
    push: (bytes) => rows.push(bytes).map(flat),
    end: () => rows.end().map(flat),
    throwFailure: () => rows.throwFailure(),
    hasBrokenText: () => rows.hasBrokenText,
  };
}

export type RawLine = readonly [id: string, field: string, value: string];

/** Lines of RawLeads: the id of a lead, the name of a field, its value. */
export function rawReader(body: BodyForm): RowReader<RawLine> {
  let places: readonly [number, number, number] = [0, 1, 2];
  const rows = new CsvRows(body, (header) => {
    const names = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
    const place = (...wanted: string[]) => names.findIndex((name) => wanted.includes(name));
    places = [
      place('uniqueleadid', 'leaduniqueid', 'uniqueid', 'leadid', 'id'),
      place('fieldname', 'name', 'field'),
      place('fieldvalue', 'value'),
    ];
    if (places.includes(-1)) throw noTable(header);
  });
  const line = (cells: string[]): RawLine => [cells[places[0]] ?? '', cells[places[1]] ?? '', cells[places[2]] ?? ''];
  return {
    push: (bytes) => rows.push(bytes).map(line),
    end: () => rows.end().map(line),
    throwFailure: () => rows.throwFailure(),
    hasBrokenText: () => rows.hasBrokenText,
  };
}

function noTable(header: readonly string[]): JsonStreamError {
  return new JsonStreamError('noTable', header.join(', ').slice(0, 500));
}
