import { DAY } from '../../../shared/domain/time/time.ts';
import { formatDateTime } from '../foundation/service-time.ts';

/** A segment as it is before anybody adds leads. Days count from the day the service started, so some are always active. */
export interface SegmentTemplate {
  readonly uniqueId: string;
  readonly name: string;
  readonly fromDay: number | null;
  readonly tillDay: number | null;
  readonly goal: number | null;
  readonly current: number;
}

export const segmentTemplates: readonly SegmentTemplate[] = [
  { uniqueId: 'SEG-0148', name: 'Nordlys callback list', fromDay: -15, tillDay: 13, goal: 2000, current: 1240 },
  { uniqueId: 'SEG-0141', name: 'Forsikring VIP', fromDay: -29, tillDay: 31, goal: 400, current: 388 },
  { uniqueId: 'SEG-0137', name: 'Vestland kraft, autumn', fromDay: -43, tillDay: 3, goal: 6000, current: 2104 },
  { uniqueId: 'SEG-0129', name: 'Winback Malmö', fromDay: null, tillDay: null, goal: null, current: 512 },
  { uniqueId: 'SEG-0152', name: 'Berliner Schulen, call 2', fromDay: 6, tillDay: 24, goal: 800, current: 0 },
  { uniqueId: 'SEG-0151', name: 'Energi Q1 pilot', fromDay: 20, tillDay: 73, goal: 3500, current: 0 },
  { uniqueId: 'SEG-0119', name: 'Arztpraxen Nord', fromDay: -50, tillDay: -18, goal: 900, current: 961 },
  { uniqueId: 'SEG-0122', name: 'Aarhus erhverv, test', fromDay: -36, tillDay: -25, goal: 250, current: 44 },
];

/** LeadSegment of the specification; optional parts are left out when the segment has none. */
export interface LeadSegment {
  readonly uniqueId: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly activeFrom?: string;
  readonly activeTill?: string;
  readonly goalTargetValue?: number;
  readonly goalCurrentValue: number;
}

/** @param firstDay midnight of the day the service started, @param now both in wall milliseconds */
export function describeSegment(template: SegmentTemplate, firstDay: number, now: number, added: number): LeadSegment {
  const from = template.fromDay === null ? null : firstDay + template.fromDay * DAY;
  const till = template.tillDay === null ? null : firstDay + template.tillDay * DAY;
  return {
    uniqueId: template.uniqueId,
    name: template.name,
    isActive: (from === null || now >= from) && (till === null || now < till + DAY),
    ...(from === null ? {} : { activeFrom: formatDateTime(from) }),
    ...(till === null ? {} : { activeTill: formatDateTime(till) }),
    ...(template.goal === null ? {} : { goalTargetValue: template.goal }),
    goalCurrentValue: template.current + added,
  };
}
