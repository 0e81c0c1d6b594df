import { DAY } from '../../../shared/domain/time/time.ts';
import { ok } from '../foundation/answers.ts';
import type { Answer } from '../foundation/answers.ts';
import type { EndpointContext } from './context.ts';
import { webServiceOrgCode } from '../data/organization.ts';
import { highLimit, minuteLimit } from '../quota/rate-limits.ts';
import { formatDateTime, wallFromInstant } from '../foundation/service-time.ts';
import { serviceNames } from '../quota/services.ts';

/** `GET /myaccount` */
export function readAccount(context: EndpointContext): Answer {
  const rights = Object.entries(context.resourceRights).map(([resource, verbs]) => [
    resource,
    verbs.map((verb) => verb.toUpperCase()),
  ]);
  return ok({
    username: context.username,
    orgCode: webServiceOrgCode,
    projectRights: context.projectRights,
    resourceRights: Object.fromEntries(rights) as unknown,
    leadDefinitionEntryAccess: 'Full',
  });
}

/** `GET /myaccount/request/limits`: requests a day by service. */
export function readLimits(context: EndpointContext): Answer {
  const services = serviceNames(context.counting);
  if (context.dialect.limitsShape === 'map')
    return ok(Object.fromEntries(services.map((service) => [service, context.limitOf(service)])));
  return ok(
    services.map((service) => {
      const limit = context.limitOf(service);
      return { service, limit, ...(limit > highLimit ? { fairUseMinuteLimit: minuteLimit(limit) } : {}) };
    }),
  );
}

/** `GET /myaccount/request/counts`: units used in the service's current 24 hours. This request is already counted. */
export function readCounts(context: EndpointContext): Answer {
  const { clock } = context;
  const services = serviceNames(context.counting);
  if (context.dialect.limitsShape === 'map')
    return ok(Object.fromEntries(services.map((service) => [service, context.limits.period(service).used])));
  return ok(
    services.map((service) => {
      const { startedAt, used } = context.limits.period(service);
      if (used === 0) return { service, count: 0 };
      return {
        service,
        count: used,
        periodStart: formatDateTime(wallFromInstant(startedAt)),
        periodEnd: formatDateTime(wallFromInstant(startedAt + DAY)),
        secondsLeft: Math.ceil((startedAt + DAY - clock.now()) / 1000 / (clock.speed || 1)),
      };
    }),
  );
}
