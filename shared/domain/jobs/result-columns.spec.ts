import { describe, expect, it } from 'vitest';
import {
  answeredReason,
  NO_RESULTS,
  resultColumns,
  resultColumnsIn,
  withoutResultColumns,
  withResult,
} from './result-columns.ts';

const OURS = ['Row', 'State', 'Lead id', 'Reason', 'Time'];

describe('the columns of a result', () => {
  it('have names that the file does not use', () => {
    expect(resultColumns(['Phone'])).toEqual(OURS);
    expect(resultColumns(['Phone', ' STATE ', 'time'])).toEqual([
      'Row',
      'State (import)',
      'Lead id',
      'Reason',
      'Time (import)',
    ]);
    expect(resultColumns(['State', 'state (import)', 'State (import 2)'])[1]).toBe('State (import 3)');
  });

  it('are known again in a header, in any case and with their number, also with columns of a person behind them', () => {
    expect(resultColumnsIn(['Phone', ...OURS])).toBe(1);
    expect(resultColumnsIn(['Phone', ...OURS, 'Note', ''])).toBe(1);
    expect(resultColumnsIn(['Phone', ...OURS, ...OURS.map((name) => `${name} (import)`), 'Note'])).toBe(6);
    expect(
      resultColumnsIn(['Phone', 'State', 'row', ' STATE (import) ', 'Lead id', 'Reason (import 12)', 'Time']),
    ).toBe(2);
    expect(resultColumnsIn(OURS)).toBeNull();
    expect(resultColumnsIn(['Phone', 'Time'])).toBeNull();
    expect(resultColumnsIn(['Phone', 'Row', 'State', 'Lead id', 'Reason', 'Day'])).toBeNull();
    expect(resultColumnsIn(['Phone', 'Row', 'State', 'Reason', 'Lead id', 'Time'])).toBeNull();
    expect(resultColumnsIn([...OURS, 'Phone'])).toBeNull();
  });

  it('are left out of the columns of a file, and those of a person behind them are not', () => {
    const left = (...headers: string[]) => withoutResultColumns(headers.map((header) => ({ header })));
    expect(left('Phone', ...OURS, 'Email')).toEqual([{ header: 'Phone' }, { header: 'Email' }]);
    expect(left('Phone', 'State')).toHaveLength(2);
  });
});

describe('a row of a result file', () => {
  it('is sent again when it was refused or waited, and not otherwise', () => {
    expect([' Refused ', 'waiting'].map(answeredReason)).toEqual([null, null]);
    expect(answeredReason('CREATED')).toBe('Created before, as the result file says.');
    expect(answeredReason('unknown')).toBe('Unknown in the result file: the lead may exist.');
    expect(answeredReason('left out')).toBe('Not sent before, as the result file says.');
  });

  it('counts by its state', () => {
    const states = ['created', ' Created', 'refused', 'unknown', 'unknown', 'unknown', 'WAITING', 'skipped', ''];
    expect(states.reduce(withResult, NO_RESULTS)).toEqual({ created: 2, refused: 1, unknown: 3, waiting: 1, other: 2 });
  });
});
