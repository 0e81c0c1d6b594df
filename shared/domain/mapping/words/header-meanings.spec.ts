import { describe, expect, it } from 'vitest';
import { headerMeanings } from './header-meanings.ts';

/** From here on a header means a field without a doubt. */
const CLEAR = 0.75;

function meant(header: string): string | null {
  const [first] = headerMeanings(header);
  return first !== undefined && first.strength >= CLEAR ? first.concept : null;
}

describe('the questions of a web form', () => {
  it.each([
    ['Dit telefonnummer', 'Phone'],
    ['Din e-postadress', 'Email'],
    ['Ihr Vorname', 'FirstName'],
    ['Uw woonplaats', 'City'],
    ['Votre code postal', 'PostalCode'],
    ['Su apellido', 'LastName'],
    ['Il tuo nome', 'FullName'],
    ['La tua email', 'Email'],
    ['O seu telefone', 'Phone'],
    ['Twoje imię', 'FirstName'],
    ['Váš telefon', 'Phone'],
    ['Ваш город', 'City'],
    ['Puhelinnumeronne', 'Phone'],
    ['Telefon numaranız', 'Phone'],
    ['E-posta adresiniz', 'Email'],
    ['ad_soyadiniz', 'FullName'],
    ['Şehriniz', 'City'],
    ['What is your phone number?', 'Phone'],
    ['Wie lautet Ihre PLZ?', 'PostalCode'],
    ['Hvad er dit fornavn?', 'FirstName'],
    ['¿Cuál es tu nombre?', 'FullName'],
    ['Unter welcher Nummer erreichen wir Sie?', 'Phone'],
  ])('"%s" asks for %s', (header, concept) => {
    expect(meant(header)).toBe(concept);
  });

  it.each(['Is your company registered?', 'Hvad er din varmekilde?', 'İl'])(
    '"%s" asks for nothing that a lead has, or for nothing that is clear',
    (header) => {
      expect(['Phone', 'Company', 'Email', 'FullName']).not.toContain(meant(header));
    },
  );
});

describe('a header that names two things', () => {
  it.each([
    ['Nazwa / Imię i nazwisko', 'FullName'],
    ['Comments/Questions', 'Notes'],
    ['Telefon- og faxnummer', 'Phone'],
    ['Tel. / Fax', 'Phone'],
    ['Företag/konto', 'Company'],
    ['Société/Compte', 'Company'],
    ['nome_cognome', 'FullName'],
    ['Jméno příjmení', 'FullName'],
  ])('"%s" fills %s', (header, concept) => expect(meant(header)).toBe(concept));

  it('is neither a phone nor a person where it may be something else', () => {
    expect(meant('Tel fax')).not.toBe('Phone');
    expect(meant('Název / příjmení')).toBeNull();
    expect(meant('Last name (legal name)')).not.toBe('FullName');
  });
});

describe('the names that programs give their columns', () => {
  it.each([
    ['Associated Company', 'Company'],
    ['Henkilö - Puhelin', 'Phone'],
    ['Organisaatio - Nimi', 'Company'],
    ['Vorname (Adressattyp natürl. Person)', 'FirstName'],
    ['indirizzo_mail', 'Email'],
    ['KUNNR', 'CustomerNumber'],
    ['PSTLZ', 'PostalCode'],
  ])('"%s" is %s', (header, concept) => expect(meant(header)).toBe(concept));
});

describe('words that only place a field', () => {
  it.each([
    ['objekt_plz', 'PostalCode'],
    ['Código postal de la vivienda', 'PostalCode'],
    ['E-mail (facturen)', 'Email'],
    ['Modtager navn', 'FullName'],
    ['Mail pro', 'Email'],
    ['Tél. secondaire', 'Phone2'],
    ['E-Mail personale', 'Email'],
    ['Yhteyshenkilön puhelin', 'Phone'],
    ['Tel (Day)', 'Phone'],
    ['Huisnummer + toevoeging', 'HouseNumber'],
    ['Asiakaskoodi', 'CustomerNumber'],
    ['Székhely város', 'City'],
    ['Kontrahent NIP', 'CompanyNumber'],
    ['Morada (linha 1)', 'Address'],
    ['Kapcsolattartó vezetékneve', 'LastName'],
  ])('"%s" is still %s', (header, concept) => expect(meant(header)).toBe(concept));

  it('begin the only whole word that a header shortens', () => {
    expect(meant('Ansprechp.')).toBe('FullName');
    expect(meant('Regist.')).toBeNull();
  });
});

describe('headers in other scripts, and in short', () => {
  it.each([
    ['الاسم الأول', 'FirstName'],
    ['اسم العائلة', 'LastName'],
    ['اللقب', 'LastName'],
    ['الاسم', 'FullName'],
    ['الاسم الكامل', 'FullName'],
    ['رقم الهاتف', 'Phone'],
    ['الهاتف', 'Phone'],
    ['الجوال', 'MobilePhone'],
    ['رقم الجوال', 'MobilePhone'],
    ['الهاتف المحمول', 'MobilePhone'],
    ['البريد الإلكتروني', 'Email'],
    ['البريد الالكتروني', 'Email'],
    ['المدينة', 'City'],
    ['الشارع', 'Address'],
    ['العنوان', 'Address'],
    ['الرمز البريدي', 'PostalCode'],
    ['البلد', 'Country'],
    ['الدولة', 'Country'],
    ['الشركة', 'Company'],
    ['اسم الشركة', 'Company'],
    ['טלפון בבית', 'Phone'],
    ['Nr tel. stacj.', 'Phone'],
  ])('"%s" means %s', (header, concept) => expect(meant(header)).toBe(concept));
});
