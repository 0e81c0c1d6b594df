/** The fields a lead usually has, by the import name offered when a campaign's own names are not known. */

export type ValueShape = 'phone' | 'email' | 'postcode' | 'date' | 'name' | 'id' | 'url' | 'number' | 'text';

export interface HeaderConcept {
  name: string;
  /** What the values must look like; `text` takes anything. */
  shape: ValueShape;
  /** Languages: English, Danish, Swedish, Norwegian, German, Dutch, Finnish, French, Spanish. */
  phrases: readonly string[];
  /** What can also mean something else, and more often does. */
  hints: readonly string[];
}

function concept(name: string, shape: ValueShape, phrases: string, hints = ''): HeaderConcept {
  return { name, shape, phrases: listed(phrases), hints: listed(hints) };
}

function listed(phrases: string): string[] {
  return phrases
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

export const headerConcepts: readonly HeaderConcept[] = [
  concept(
    'FirstName',
    'name',
    'first name, firstname, given name, forename, fname, fornavn, förnamn, vorname, rufname, voornaam, etunimi, prénom, nombre de pila, christian name, vorn, fornavne, förn, etun, first names, vornamen, tilltalsnamn, primer nombre, prénoms, nombres, etunimet, roepnaam',
  ),
  concept(
    'MiddleName',
    'name',
    'middle name, additional name, middle initial, mellemnavn, mellannamn, mellomnavn, zweiter vorname, tussenvoegsel, toinen nimi, deuxième prénom, segundo nombre, weitere vornamen, middle names',
  ),
  concept(
    'LastName',
    'name',
    'last name, lastname, surname, family name, lname, sname, efternavn, efternamn, etternavn, nachname, familienname, zuname, achternaam, familienaam, sukunimi, nom de famille, apellido, apellidos, nachn, efternavne, suku nimi, primer apellido, nom usage, nom d usage',
  ),
  concept(
    'FullName',
    'name',
    'name, full name, fullname, contact name, contact person, kontaktperson, ansprechpartner, navn, fulde navn, fuldt navn, fullt navn, namn, fullständigt namn, naam, volledige naam, nimi, koko nimi, nom, nom complet, nombre, nombre completo, contactpersoon, yhteyshenkilö, kontakt navn, kontaktnavn, lead name, nombre y apellidos, nom et prénom, nom prénom, vor und nachname, navn på kontaktperson, persona de contacto, personne de contact, interlocuteur, complete name, vor und zuname, vor nachname, yhteyshenkilön nimi, kundens navn, kundens namn, asiakkaan nimi, persons name',
  ),
  concept(
    'Title',
    'text',
    'title, salutation, anrede, titel, tiltale, tilltal, aanhef, civilité, tratamiento, name prefix, aanspreektitel, salutation title, honorific, titre de civilité, sal',
  ),
  concept(
    'JobTitle',
    'text',
    'job title, position, role, occupation, stilling, jobtitel, befattning, yrke, berufsbezeichnung, funktion, funktie, functie, ammatti, fonction, poste, cargo, profession, beruf, organization title, organisation title, stillingstittel, stillingsbetegnelse, tehtävänimike, titteli, designation, jobtitle, function, puesto, berufsbezeichnung, titre du poste, yrkestitel, arbejdstitel, tittel',
    'title, titel, titre',
  ),
  concept(
    'Company',
    'text',
    'company, company name, organisation, organization, organisation name, organization name, firm, employer, business name, account name, firma, firmanavn, virksomhed, virksomhedsnavn, selskab, företag, företagsnamn, bolag, bedrift, bedriftsnavn, selskap, firmenname, unternehmen, bedrijf, bedrijfsnaam, yritys, yrityksen nimi, entreprise, société, raison sociale, empresa, compañía, razón social, supplier, vendor name, lieferant, company account, toiminimi, handelsnaam, denomination, dénomination, dénomination sociale, denominación social, nombre empresa, institutionsnavn, institution, school, school name, schulname, schule, skole, skolenavn, skola, skolnamn, école, koulu, arbejdsgiver, arbeitgeber, employeur, foretaksnavn, foretak, virksomhet, nom entreprise, nom de l entreprise, bedriftens navn, koulun nimi, skolans namn, skolens navn, name der schule, name des unternehmens, name der firma, nombre de la empresa, företagets namn, firmaets navn, virksomhedens navn, selskabets navn, bedriftens navn, skolenhetsnamn',
  ),
  concept(
    'Department',
    'text',
    'department, division, afdeling, avdelning, avdeling, abteilung, osasto, département entreprise, departamento, service, organization department, departments',
  ),
  concept(
    'Phone',
    'phone',
    'phone, phone number, telephone, telephone number, tel, tel no, tel nr, telno, landline, work phone, business phone, home phone, office phone, direct phone, day phone, phone 1, main phone, telefon, telefonnummer, telefon nr, tlf, tlf nr, tlfnr, fastnet, fastnettelefon, rufnummer, festnetz, telefoon, telefoonnummer, vaste lijn, puhelin, puhelinnumero, puh, téléphone, numéro de téléphone, tél, teléfono, número de teléfono, tfno, telefono, arbejdstelefon, arbetstelefon, hemtelefon, privattelefon, tel fijo, teléfono fijo, tél fixe, téléphone fixe, fasttelefon, fast telefon, vast nummer, festnetznummer, lankanumero, business telephone, puhelinnro, puh nro, telefoonnr, telefonnr, telephone no, phone no, contact number, contact no, telefon dienstlich, numéro de tél, tel arbeit, rufnr, phones, telephones, work number, office number, direct number, telf',
  ),
  concept(
    'MobilePhone',
    'phone',
    'mobile, mobile phone, mobile number, mobile no, cell, cell phone, cellphone, cellular, gsm, mobil, mobilnummer, mobiltelefon, mobil nr, mobiltlf, mobilnr, mobilfunk, mobilfunknummer, handy, handynummer, mobiel, mobiele telefoon, mobiel nummer, matkapuhelin, kännykkä, portable, téléphone portable, téléphone mobile, móvil, teléfono móvil, celular, telefon mobil, telefonnr mobil, gsm nummer, gsm numero, cell no, cell number, mobilephone, mobil telefon, mobil tlf, tlf mobil, tel mobil, mobiltfn, tél mobile, tél portable, tel móvil, teléfono celular, numéro de portable, handy nr, mobilnr, mobiili, matkapuhelinnumero, mobiele, mobiele nr, mobilrufnummer, mobil rufnummer',
  ),
  concept(
    'Phone2',
    'phone',
    'alt phone, alternate phone, alternative phone, secondary phone, other phone, second phone, phone 2, telefon 2, andet telefonnummer, annan telefon, zweite rufnummer',
  ),
  concept('Fax', 'phone', 'fax, fax number, faxnummer, telefax, faxnr, faksi, télécopie, telefaks, fax no'),
  concept(
    'PhoneCountryCode',
    'number',
    'phone code, country code, phone country code, country calling code, dial code, dialling code, landsnummer, landekode telefon, landsnummer telefon, vorwahl land, ländervorwahl, landnummer, indicatif, prefijo, indicatif pays, indicatif téléphonique, telefon landekode, phone prefix country, internationale vorwahl, landnummer telefoon, prefijo país, suuntanumero maa, landskode, landskod, landekode, landcode, landkode, código de país, code pays, maakoodi, country dialling code, country dial code',
  ),
  concept(
    'Email',
    'email',
    'email, e mail, email address, e mail address, mail, mail address, work email, business email, private email, emailadresse, mailadresse, e post, epost, e postadress, epostadresse, e postadresse, e mail adresse, sähköposti, sähköpostiosoite, courriel, adresse mail, adresse e mail, adresse électronique, correo, correo electrónico, dirección de correo, e mailadres, email id, mail id, s posti, sposti, meili, epostadr, e mail adr, mejl, mejladress, correo e, courrier électronique, adresse courriel, emails',
  ),
  concept(
    'Website',
    'url',
    'website, web site, web, url, homepage, home page, internet, internet address, hjemmeside, hemsida, webseite, webside, nettside, internetseite, webadresse, kotisivu, verkkosivu, site web, site internet, sitio web, página web, website url, web page, webpage, site, page web, domain, webb, webbplats, webbadress, www, webbsida, internetadres, internetadresse, adresse internet, dirección web',
  ),
  concept(
    'Address',
    'text',
    'address, street, street address, address line, address 1, address line 1, road, adresse, vej, gade, vejnavn, gadenavn, gateadresse, gate, adress, gata, gatuadress, postadresse, postadress, straße, strasse, anschrift, straat, adres, straatnaam, osoite, katuosoite, katu, rue, voie, dirección, calle, domicilio, besøgsadresse, besöksadress, besøksadresse, street name, calle y número, street and number, adresse postale, libelle voie, libellé voie, gadeadresse, besøksadresse gate, bezoekadres, lähiosoite, postiosoite, adresregel, adresregel 1, adresszeile, adresszeile 1, adresslinje 1, adresselinje 1, adresse ligne 1, ligne 1 adresse, osoiterivi 1, línea de dirección 1, postanschrift, gatunamn, gatenavn, straat en huisnummer',
  ),
  concept(
    'HouseNumber',
    'id',
    'house number, house no, street number, street no, husnummer, husnr, hausnummer, hausnr, huisnummer, talonumero, numéro de rue, hus nr, haus nr, hausnr, huisnr, nro calle, numéro voie, numero voie, n voie, talonro',
  ),
  concept(
    'AddressLine2',
    'text',
    'address 2, street 2, address line 2, extended address, adresse 2, adress 2, adresszusatz, c o, co adresse, c o adresse, complément adresse, complément d adresse, complément d adresse, bâtiment, apartment, lejlighed, etage, utdelningsadress, co, adresregel 2, adresszeile 2, adresslinje 2, adresselinje 2, adresse ligne 2, osoiterivi 2, línea de dirección 2',
  ),
  concept(
    'PostalCode',
    'postcode',
    'postal code, postcode, post code, zip, zip code, zipcode, postnummer, post nr, postnr, postleitzahl, plz, postinumero, code postal, cp, código postal, supplier post code, postinro, postikoodi, postcd, codigo postal, c p, código zip, postkod, postkode, postleitz, postn, c postal, cod postal',
  ),
  concept(
    'City',
    'text',
    'city, town, place, locality, post town, by, bynavn, postby, postdistrikt, stad, ort, postort, poststed, stadt, wohnort, plaats, woonplaats, plaatsnaam, kaupunki, postitoimipaikka, kunta, ville, commune, ciudad, localidad, población, municipio, paikkakunta, bostadsort, bosted, libellé commune, cidade, city name, woonpl, ortnamn, ortsname, stadsnamn, sted',
  ),
  concept(
    'Region',
    'text',
    'state, region, province, county, län, fylke, bundesland, provincie, maakunta, département, estado, provincia, federal state, land kreis, región, comunidad autónoma, state code, province code, region code',
    'kommune, kommun, district',
  ),
  concept(
    'Country',
    'text',
    'country, country name, land, maa, pays, país, nation, country region, land region, país región, pays région, country of residence, pays de résidence, landsnavn',
    'country code, landekode, landskod, landkode, länderkürzel, landcode, country iso, iso country, landskode, code pays, código de país, maakoodi',
  ),
  concept(
    'DateOfBirth',
    'date',
    'date of birth, birth date, birthdate, birthday, dob, fødselsdato, fødselsdag, født, födelsedatum, född, geburtsdatum, geburtstag, geboortedatum, syntymäaika, syntymäpäivä, date de naissance, fecha de nacimiento, geb datum, geb dat, gebdat, geb, f dato, født dato, fødselsdag dato, fødd, födelsedag, fecha nacimiento, date naissance, né le, synt aika, syntaika, f nacimiento, fec nacimiento, f nac, d o b, geb am, geboren am, geboren, syntymäpvm, fecha nac, né e le',
  ),
  concept('Gender', 'text', 'gender, sex, køn, kön, kjønn, geschlecht, geslacht, sukupuoli, sexe, sexo, género'),
  concept(
    'CustomerNumber',
    'id',
    'customer number, customer no, customer nr, customer id, client number, client id, account number, account no, member number, kundenummer, kunde nr, kundenr, kunde id, kundnummer, kundnr, kundennummer, kundennr, kunden nr, mitgliedsnummer, medlemsnummer, klantnummer, klantnr, asiakasnumero, numéro client, número de cliente, n client, n cliente, kundenr, member no',
  ),
  concept(
    'CompanyNumber',
    'id',
    'company number, registration number, cvr, cvr nr, cvr nummer, cvrnr, org nr, orgnr, organisationsnummer, organisasjonsnummer, handelsregisternummer, kvk, kvk nummer, y tunnus, siret, siren, cif, company registration number, company registration no, company id number, org number, organisation number, organization number, organisationsnr, organisasjonsnr, kvknr, ytunnus, n siret, numéro siret, n siren, virksomhed cvr nummer, cvrnummer, registreringsnummer, nif cif, cif nif, company reg no, company reg number, reg no',
    'vat, vat number, vat no, ust id, ustid, btw nummer, ust idnr, ust id nr, umsatzsteuer id, vat id, nif, se nummer',
  ),
  concept(
    'Notes',
    'text',
    'notes, note, comment, comments, remark, remarks, bemærkning, bemærkninger, kommentar, kommentarer, noter, anteckning, anteckningar, merknad, notat, bemerkung, bemerkungen, notiz, notizen, anmerkung, opmerking, opmerkingen, notitie, huomautus, kommentti, huomioita, remarque, remarques, commentaire, commentaires, observaciones, notas, comentario, comentarios, bem, lisätiedot, lisätieto, muistiinpanot, notat til kunde, observación, bemerk, order notes, customer note',
  ),
];

export const conceptNames: readonly string[] = headerConcepts.map((entry) => entry.name);

export function conceptNamed(name: string): HeaderConcept | undefined {
  return headerConcepts.find((entry) => entry.name === name);
}
