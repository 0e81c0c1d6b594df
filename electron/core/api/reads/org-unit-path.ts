import { QueryText } from '../../../../shared/domain/service/queries/export-request.ts';
import { pathSegment } from '../transport/path-segment.ts';

export function orgUnitPath(orgCode: string, include: readonly string[]): string {
  const parameters = new QueryText();
  parameters.addList('include', include, 'comma');
  return `/orgunits/${pathSegment(orgCode)}${parameters.text}`;
}
