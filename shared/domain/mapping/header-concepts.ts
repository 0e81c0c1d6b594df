/** The fields a lead usually has, by the import name offered when a campaign's own names are not known. */

export type ValueShape = 'phone' | 'email' | 'postcode' | 'date' | 'name' | 'id' | 'url' | 'number' | 'text';

export interface HeaderConcept {
  name: string;
  /** What the values must look like; `text` takes anything. */
  shape: ValueShape;
  /** Languages: English, Danish, Swedish, Norwegian, German, Dutch, Finnish, French, Spanish. */
  phrases: readonly string[];
}

function concept(name: string, shape: ValueShape, phrases: string): HeaderConcept {
  return { name, shape, phrases: phrases.split(',').map((phrase) => phrase.trim()) };
}

export const headerConcepts: readonly HeaderConcept[] = [
  concept(
    'FirstName',
    'name',
    'first name, firstname, given name, forename, fname, fornavn, förnamn, vorname, rufname, voornaam, etunimi, prénom, nombre de pila, christian name',
  ),
  concept(
    'MiddleName',
    'name',
    'middle name, additional name, middle initial, mellemnavn, mellannamn, mellomnavn, zweiter vorname, tussenvoegsel, toinen nimi, deuxième prénom, segundo nombre',
  ),
  concept(
    'LastName',
    'name',
    'last name, lastname, surname, family name, lname, sname, efternavn, efternamn, etternavn, nachname, familienname, zuname, achternaam, familienaam, sukunimi, nom de famille, apellido, apellidos',
  ),
  concept(
    'FullName',
    'name',
    'name, full name, fullname, contact name, contact person, kontaktperson, ansprechpartner, navn, fulde navn, fuldt navn, fullt navn, namn, fullständigt namn, naam, volledige naam, nimi, koko nimi, nom, nom complet, nombre, nombre completo, contactpersoon, yhteyshenkilö',
  ),
  concept(
    'Title',
    'text',
    'title, salutation, anrede, titel, tiltale, tilltal, aanhef, civilité, tratamiento, name prefix',
  ),
  concept(
    'JobTitle',
    'text',
    'job title, position, role, occupation, stilling, jobtitel, befattning, yrke, berufsbezeichnung, funktion, funktie, functie, ammatti, fonction, poste, cargo, profession, beruf',
  ),
  concept(
    'Company',
    'text',
    'company, company name, organisation, organization, organisation name, organization name, firm, employer, business name, account name, firma, firmanavn, virksomhed, virksomhedsnavn, selskab, företag, företagsnamn, bolag, bedrift, bedriftsnavn, selskap, firmenname, unternehmen, bedrijf, bedrijfsnaam, yritys, yrityksen nimi, entreprise, société, raison sociale, empresa, compañía, razón social, supplier, vendor name, lieferant',
  ),
  concept(
    'Department',
    'text',
    'department, division, afdeling, avdelning, avdeling, abteilung, osasto, département entreprise, departamento, service',
  ),
  concept(
    'Phone',
    'phone',
    'phone, phone number, telephone, telephone number, tel, tel no, tel nr, telno, landline, work phone, business phone, home phone, office phone, direct phone, day phone, phone 1, main phone, telefon, telefonnummer, telefon nr, tlf, tlf nr, tlfnr, fastnet, fastnettelefon, rufnummer, festnetz, telefoon, telefoonnummer, vaste lijn, puhelin, puhelinnumero, puh, téléphone, numéro de téléphone, tél, teléfono, número de teléfono, tfno, telefono, arbejdstelefon, arbetstelefon, hemtelefon, privattelefon',
  ),
  concept(
    'MobilePhone',
    'phone',
    'mobile, mobile phone, mobile number, mobile no, cell, cell phone, cellphone, cellular, gsm, mobil, mobilnummer, mobiltelefon, mobil nr, mobiltlf, mobilnr, mobilfunk, mobilfunknummer, handy, handynummer, mobiel, mobiele telefoon, mobiel nummer, matkapuhelin, kännykkä, portable, téléphone portable, téléphone mobile, móvil, teléfono móvil, celular, telefon mobil, telefonnr mobil',
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
    'phone code, country code, phone country code, country calling code, dial code, dialling code, landsnummer, landekode telefon, landsnummer telefon, vorwahl land, ländervorwahl, landnummer, indicatif, prefijo',
  ),
  concept(
    'Email',
    'email',
    'email, e mail, email address, e mail address, mail, mail address, work email, business email, private email, emailadresse, mailadresse, e post, epost, e postadress, epostadresse, e postadresse, e mail adresse, sähköposti, sähköpostiosoite, courriel, adresse mail, adresse e mail, adresse électronique, correo, correo electrónico, dirección de correo, e mailadres',
  ),
  concept(
    'Website',
    'url',
    'website, web site, web, url, homepage, home page, internet, internet address, hjemmeside, hemsida, webseite, webside, nettside, internetseite, webadresse, kotisivu, verkkosivu, site web, site internet, sitio web, página web',
  ),
  concept(
    'Address',
    'text',
    'address, street, street address, address line, address 1, address line 1, road, adresse, vej, gade, vejnavn, gadenavn, gateadresse, gate, adress, gata, gatuadress, postadresse, postadress, straße, strasse, anschrift, straat, adres, straatnaam, osoite, katuosoite, katu, rue, voie, dirección, calle, domicilio, besøgsadresse, besöksadress, besøksadresse',
  ),
  concept(
    'HouseNumber',
    'id',
    'house number, house no, street number, street no, husnummer, husnr, hausnummer, hausnr, huisnummer, talonumero, numéro de rue',
  ),
  concept(
    'AddressLine2',
    'text',
    'address 2, street 2, address line 2, extended address, adresse 2, adress 2, adresszusatz, c o, co adresse, c o adresse, complément adresse, complément d adresse',
  ),
  concept(
    'PostalCode',
    'postcode',
    'postal code, postcode, post code, zip, zip code, zipcode, postnummer, post nr, postnr, postleitzahl, plz, postinumero, code postal, cp, código postal, supplier post code',
  ),
  concept(
    'City',
    'text',
    'city, town, place, locality, post town, by, bynavn, postby, postdistrikt, stad, ort, postort, poststed, stadt, wohnort, plaats, woonplaats, plaatsnaam, kaupunki, postitoimipaikka, kunta, ville, commune, ciudad, localidad, población, municipio',
  ),
  concept(
    'Region',
    'text',
    'state, region, province, county, kommune, kommun, län, fylke, bundesland, provincie, maakunta, département, estado, provincia, district',
  ),
  concept(
    'Country',
    'text',
    'country, country name, country code, land, landekode, landskod, landkode, länderkürzel, maa, pays, país, nation',
  ),
  concept(
    'DateOfBirth',
    'date',
    'date of birth, birth date, birthdate, birthday, dob, fødselsdato, fødselsdag, født, födelsedatum, född, geburtsdatum, geburtstag, geboortedatum, syntymäaika, syntymäpäivä, date de naissance, fecha de nacimiento',
  ),
  concept('Gender', 'text', 'gender, sex, køn, kön, kjønn, geschlecht, geslacht, sukupuoli, sexe, sexo, género'),
  concept(
    'CustomerNumber',
    'id',
    'customer number, customer no, customer nr, customer id, client number, client id, account number, account no, member number, kundenummer, kunde nr, kundenr, kunde id, kundnummer, kundnr, kundennummer, kundennr, kunden nr, mitgliedsnummer, medlemsnummer, klantnummer, klantnr, asiakasnumero, numéro client, número de cliente',
  ),
  concept(
    'CompanyNumber',
    'id',
    'company number, registration number, cvr, cvr nr, cvr nummer, cvrnr, org nr, orgnr, organisationsnummer, organisasjonsnummer, handelsregisternummer, kvk, kvk nummer, y tunnus, siret, siren, vat, vat number, vat no, ust id, ustid, nif, cif, se nummer',
  ),
  concept(
    'Notes',
    'text',
    'notes, note, comment, comments, remark, remarks, bemærkning, bemærkninger, kommentar, kommentarer, noter, anteckning, anteckningar, merknad, notat, bemerkung, bemerkungen, notiz, notizen, anmerkung, opmerking, opmerkingen, notitie, huomautus, kommentti, huomioita, remarque, remarques, commentaire, commentaires, observaciones, notas, comentario, comentarios',
  ),
];

export const conceptNames: readonly string[] = headerConcepts.map((entry) => entry.name);

export function conceptNamed(name: string): HeaderConcept | undefined {
  return headerConcepts.find((entry) => entry.name === name);
}
