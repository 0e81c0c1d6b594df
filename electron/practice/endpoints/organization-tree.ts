import { inEnvelope, ok, RequestProblem } from '../foundation/answers.ts';
import type { Answer } from '../foundation/answers.ts';
import { campaigns } from '../data/campaigns.ts';
import type { Campaign } from '../data/campaigns.ts';
import { maySeeProject } from './context.ts';
import type { ApiRequest, EndpointContext } from './context.ts';
import { orgUnits, users } from '../data/organization.ts';
import type { OrgUnit, User } from '../data/organization.ts';

/** One object of the graph: its simple properties, and its complex ones that are followed only when asked for. */
interface GraphNode {
  readonly id: string;
  readonly simple: Readonly<Record<string, unknown>>;
  readonly complex: Readonly<Record<string, () => readonly GraphNode[] | GraphNode | null>>;
}

/** `GET /orgunits/{orgCode}` */
export function readOrgUnit(context: EndpointContext, request: ApiRequest): Answer {
  const wanted = request.parameter.toLowerCase();
  const unit = orgUnits.find((one) => one.orgCode.toLowerCase() === wanted);
  if (unit === undefined)
    throw new RequestProblem(
      404,
      'NotFound',
      `There is no org unit with the org code ${JSON.stringify(request.parameter)}.`,
    );
  return ok(withIncludes([orgUnitNode(context, unit)], includes(request))[0]);
}

/** `GET /users` */
export function listUsers(context: EndpointContext, request: ApiRequest): Answer {
  return ok(
    inEnvelope(
      withIncludes(
        users.map((user) => userNode(context, user)),
        includes(request),
      ),
      context.dialect,
    ),
  );
}

function includes(request: ApiRequest): ReadonlySet<string> {
  return new Set(request.query.list('include').map((name) => name.toLowerCase()));
}

/**
 * Rules of the specification: a complex property is there only when listed, at any depth on the way of listed ones; an
 * object that is already in the answer is left out, which also ends loops; names that do not exist are ignored.
 * Level by level, so that an object appears where it is nearest to the root.
 */
function withIncludes(roots: readonly GraphNode[], names: ReadonlySet<string>): Record<string, unknown>[] {
  const seen = new Set(roots.map((root) => root.id));
  const answers = roots.map((root): Record<string, unknown> => ({ ...root.simple }));
  let level = roots.map((node, index) => ({ node, answer: answers[index] as Record<string, unknown> }));
  while (level.length > 0) {
    const next: typeof level = [];
    const place = (node: GraphNode) => {
      seen.add(node.id);
      const answer = { ...node.simple };
      next.push({ node, answer });
      return answer;
    };
    for (const { node, answer } of level) {
      for (const [name, read] of Object.entries(node.complex)) {
        if (!names.has(name.toLowerCase())) continue;
        const value = read();
        if (value === null) continue;
        if (!('length' in value)) {
          if (!seen.has(value.id)) answer[name] = place(value);
          continue;
        }
        const fresh = value.filter((one) => !seen.has(one.id));
        if (fresh.length > 0 || value.length === 0) answer[name] = fresh.map(place);
      }
    }
    level = next;
  }
  return answers;
}

function orgUnitNode(context: EndpointContext, unit: OrgUnit): GraphNode {
  const parent = orgUnits.find((one) => one.orgCode === unit.parent);
  return {
    id: unit.uniqueId,
    simple: { orgCode: unit.orgCode, uniqueId: unit.uniqueId, name: unit.name },
    complex: {
      parent: () => (parent === undefined ? null : orgUnitNode(context, parent)),
      children: () => orgUnits.filter((one) => one.parent === unit.orgCode).map((one) => orgUnitNode(context, one)),
      users: () => users.filter((one) => one.orgUnit === unit.orgCode).map((one) => userNode(context, one)),
    },
  };
}

/** A user's parent is its org unit: the same name as the org unit's own parent, so both are included together. */
function userNode(context: EndpointContext, user: User): GraphNode {
  const unit = orgUnits.find((one) => one.orgCode === user.orgUnit);
  const { orgCode, uniqueId, username, name, email, isActive } = user;
  return {
    id: uniqueId,
    simple: { orgCode, uniqueId, username, name, email, isActive },
    complex: {
      parent: () => (unit === undefined ? null : orgUnitNode(context, unit)),
      campaigns: () =>
        campaigns
          .filter((one) => one.orgUnit === user.orgUnit && maySeeProject(context, one.project))
          .map((one) => campaignNode(context, one)),
    },
  };
}

function campaignNode(context: EndpointContext, campaign: Campaign): GraphNode {
  const unit = orgUnits.find((one) => one.orgCode === campaign.orgUnit);
  return {
    id: campaign.uniqueId,
    simple: { code: campaign.code, uniqueId: campaign.uniqueId, name: campaign.name, project: campaign.project },
    complex: { ownerOrgUnit: () => (unit === undefined ? null : orgUnitNode(context, unit)) },
  };
}
