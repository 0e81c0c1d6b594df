/** Org units and users. Org codes are opaque: one is an e-mail address, one has spaces, one a slash, one an ampersand. */
export interface OrgUnit {
  readonly orgCode: string;
  readonly uniqueId: string;
  readonly name: string;
  readonly parent: string | null;
}

export interface User {
  readonly orgCode: string;
  readonly uniqueId: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
  readonly orgUnit: string;
}

export const orgUnits: readonly OrgUnit[] = [
  { orgCode: 'practice', uniqueId: 'ORG-1', name: 'Practice', parent: null },
  { orgCode: 'Danmark', uniqueId: 'ORG-2', name: 'Danmark', parent: 'practice' },
  { orgCode: 'København Syd', uniqueId: 'ORG-3', name: 'København Syd', parent: 'Danmark' },
  { orgCode: 'Nord/Øst Team 2', uniqueId: 'ORG-4', name: 'Nord/Øst Team 2', parent: 'practice' },
  { orgCode: 'malmo@practice.example', uniqueId: 'ORG-5', name: 'Malmö', parent: 'practice' },
  { orgCode: 'Außendienst & Service', uniqueId: 'ORG-6', name: 'Außendienst & Service', parent: 'practice' },
];

/** Org code of the web service account's user. */
export const webServiceOrgCode = 'ws-practice';

const people: readonly (readonly [name: string, login: string, orgCode: string, orgUnit: string, isActive: boolean])[] =
  [
    ['Web service', 'practice', webServiceOrgCode, 'practice', true],
    ['Søren Kjær', 'sokj', 'soren.kjaer@practice.example', 'København Syd', true],
    ['Åsa Holmgaard', 'asho', 'asa.holmgaard@practice.example', 'København Syd', true],
    ['Bjørn Haugland', 'bjha', 'A-1041', 'Nord/Øst Team 2', true],
    ['Ingrid Solberg', 'inso', 'A-1042', 'Nord/Øst Team 2', true],
    ['Gudrun Åkerström', 'guak', 'gudrun@practice.example', 'malmo@practice.example', true],
    ['Jörg Weißhaupt', 'jowe', 'Weißhaupt, Jörg', 'Außendienst & Service', true],
    ['Thorben Petersen', 'thpe', 'Petersen/Thorben', 'Außendienst & Service', false],
  ];

export const users: readonly User[] = people.map(([name, login, orgCode, orgUnit, isActive], index) => ({
  orgCode,
  uniqueId: `USER-${index + 1}`,
  username: login,
  name,
  email: `${login}@practice.example`,
  isActive,
  orgUnit,
}));

/** The agents who work on leads: everyone but the web service's own user. */
export const agents: readonly User[] = users.slice(1);
