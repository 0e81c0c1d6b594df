/**
 * Campaigns of the practice service, offered to people who practise, because nobody could guess their codes. A spec beside
 * the practice service compares this list with the service's own.
 */
export const PRACTICE_CAMPAIGNS = [
  { code: 'DK-ENERGI-26', name: 'Energi privat' },
  { code: 'NO-NORDLYS-11', name: 'Nordlys kunder' },
  { code: 'SE-TELE-WB', name: 'Winback Malmö' },
  { code: 'DE-SCHULE-26Q4', name: 'Berliner Schulen' },
  { code: 'DK-FORSIKR-11', name: 'Forsikring erhverv' },
  { code: 'EU-MESSE-26', name: 'Messe Europa' },
] as const;
