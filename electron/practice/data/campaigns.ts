/** The simulated customer: campaigns in projects, each with its own field names, as lead definitions have them. */

/** What a generated value is about; the import names differ by campaign. */
export type FieldMeaning =
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'phone'
  | 'mobile'
  | 'email'
  | 'street'
  | 'postcode'
  | 'city'
  | 'source'
  | 'note'
  | 'amount'
  | 'registration'
  | 'website'
  | 'contact'
  | 'country'
  | 'branch';

export type Country = 'DK' | 'NO' | 'SE' | 'DE' | 'EU';

export interface Campaign {
  readonly code: string;
  readonly uniqueId: string;
  readonly name: string;
  readonly project: string;
  readonly country: Country;
  /** A lead without any phone number is refused. */
  readonly requiresPhone: boolean;
  /** Import names in the order of the lead definition. */
  readonly fields: readonly (readonly [name: string, meaning: FieldMeaning])[];
  /** Share of the generated leads. */
  readonly weight: number;
  readonly orgUnit: string;
}

export const campaigns: readonly Campaign[] = [
  {
    code: 'DK-ENERGI-26',
    uniqueId: 'CAMP-1001',
    name: 'Energi privat',
    project: 'Energi Danmark',
    country: 'DK',
    requiresPhone: true,
    weight: 28,
    orgUnit: 'København Syd',
    fields: [
      ['Fornavn', 'firstName'],
      ['Efternavn', 'lastName'],
      ['Telefon1', 'phone'],
      ['cusTELEFONNR_MOBIL', 'mobile'],
      ['Adresse', 'street'],
      ['Postnr', 'postcode'],
      ['By', 'city'],
      ['Email', 'email'],
      ['Kilde', 'source'],
      ['Årsforbrug', 'amount'],
    ],
  },
  {
    code: 'NO-NORDLYS-11',
    uniqueId: 'CAMP-1002',
    name: 'Nordlys kunder',
    project: 'Nordlys',
    country: 'NO',
    requiresPhone: true,
    weight: 24,
    orgUnit: 'Nord/Øst Team 2',
    fields: [
      ['Fornavn', 'firstName'],
      ['Etternavn', 'lastName'],
      ['Telefon', 'phone'],
      ['Mobil', 'mobile'],
      ['Gateadresse', 'street'],
      ['Postnummer', 'postcode'],
      ['Poststed', 'city'],
      ['Epost', 'email'],
      ['Strømavtale', 'note'],
    ],
  },
  {
    code: 'SE-TELE-WB',
    uniqueId: 'CAMP-1003',
    name: 'Winback Malmö',
    project: 'B2C Sverige',
    country: 'SE',
    requiresPhone: true,
    weight: 16,
    orgUnit: 'malmo@practice.example',
    fields: [
      ['Förnamn', 'firstName'],
      ['Efternamn', 'lastName'],
      ['Mobilnummer', 'mobile'],
      ['Gatuadress', 'street'],
      ['Postnummer', 'postcode'],
      ['Ort', 'city'],
      ['E-post', 'email'],
      ['Källa', 'source'],
      ['Anteckning', 'note'],
    ],
  },
  {
    code: 'DE-SCHULE-26Q4',
    uniqueId: 'CAMP-1004',
    name: 'Berliner Schulen',
    project: 'B2B Deutschland',
    country: 'DE',
    requiresPhone: false,
    weight: 12,
    orgUnit: 'Außendienst & Service',
    fields: [
      ['Schulname', 'company'],
      ['Ansprechpartner', 'contact'],
      ['Telefon', 'phone'],
      ['E-Mail', 'email'],
      ['Straße', 'street'],
      ['PLZ', 'postcode'],
      ['Ort', 'city'],
      ['Internet', 'website'],
      ['Schulart', 'branch'],
      ['Quelle', 'source'],
    ],
  },
  {
    code: 'DK-FORSIKR-11',
    uniqueId: 'CAMP-1005',
    name: 'Forsikring erhverv',
    project: 'B2B Danmark',
    country: 'DK',
    requiresPhone: true,
    weight: 14,
    orgUnit: 'København Syd',
    fields: [
      ['Virksomhed', 'company'],
      ['CVR', 'registration'],
      ['Kontaktperson', 'contact'],
      ['Telefonnummer', 'phone'],
      ['E-mail', 'email'],
      ['Vej', 'street'],
      ['Postnummer', 'postcode'],
      ['By', 'city'],
      ['Branche', 'branch'],
      ['Præmie', 'amount'],
    ],
  },
  {
    code: 'EU-MESSE-26',
    uniqueId: 'CAMP-1006',
    name: 'Messe Europa',
    project: 'Messe Europa',
    country: 'EU',
    requiresPhone: false,
    weight: 6,
    orgUnit: 'Außendienst & Service',
    fields: [
      ['FirstName', 'firstName'],
      ['LastName', 'lastName'],
      ['Company', 'company'],
      ['Phone', 'phone'],
      ['Email', 'email'],
      ['City', 'city'],
      ['Country', 'country'],
      ['Interest', 'branch'],
      ['Comment', 'note'],
    ],
  },
];

/** The campaign of a code, without regard to case and outer spaces. */
export function findCampaign(code: string): Campaign | undefined {
  const wanted = code.trim().toLowerCase();
  return campaigns.find((campaign) => campaign.code.toLowerCase() === wanted);
}
