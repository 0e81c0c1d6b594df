/** Exports of CRM systems, web shops and hand-made contact lists. Read as in index.ts. */
export const crmFiles: readonly string[] = [
  `hubspot companies
Record ID|Company name|Company Domain Name|Company owner|Phone Number|Street Address|Street Address 2|City|State/Region|Postal Code|Country/Region|Industry|Number of Employees|Annual Revenue|LinkedIn Company Page|Create Date
CustomerNumber/-|Company|Website/-|-|Phone|Address|AddressLine2|City|Region|PostalCode|Country|-|-|-|-|-
18230441207|Harlow Fabrication Inc|harlowfab.com|Dana Whitfield|(614) 555-0142|2200 Grant Ave||Columbus|OH|43215|United States|Machinery|120|18000000|https://www.linkedin.com/company/harlowfab|2025-02-11 09:14
18230441219|Tidewater Roofing LLC|tidewaterroof.com|Dana Whitfield|(757) 555-0181|18 Dock St|Suite 4|Norfolk|VA|23510|United States|Construction|14|2400000||2025-02-11 09:15
18230441302|Pine & Sons|pineandsons.com|Luis Ortega|(503) 555-0110|905 NW 9th Ave|Floor 2|Portland|OR|97209|United States|Retail|33|5100000|https://www.linkedin.com/company/pineandsons|2025-03-01 16:40
18230441377|Northgate Dental Group|northgatedental.com|Luis Ortega|(206) 555-0177|311 NE 103rd St||Seattle|WA|98125|United States|Health|52||https://www.linkedin.com/company/northgatedental|2025-03-04 11:02`,
  `hubspot contactos
ID de registro|Nombre|Apellidos|Correo|Número de teléfono|Número de móvil|Propietario del contacto|Estado del lead|Fecha de creación|Nombre de la empresa|Cargo|Dirección postal|Ciudad|Código postal|País/región
CustomerNumber/-|FirstName|LastName|Email|Phone|MobilePhone|-|-|-|Company|JobTitle|Address|City|PostalCode|Country
5510023|Lucía|Romero Gil|lucia.romero@talleresgil.example|954 12 33 40|655 120 334|Marta Sanz|Nuevo|12/03/2025|Talleres Gil S.L.|Gerente|Calle Betis 14|Sevilla|41010|España
5510024|Iker|Etxeberria|iker@norteak.example|943 21 90 07||Marta Sanz|En curso|13/03/2025|Norteak Soluciones S.A.|Director comercial|Avenida Libertad 3|San Sebastián|20004|España
5510031|Carmen|Ortiz Vega|carmen.ortiz@ovmuebles.example|961 44 52 10|600 442 118|Pablo Rey|Nuevo|14/03/2025|OV Muebles|Compras|Calle Colón 88, 2º|Valencia|46004|España
5510040|Jordi|Puig|jpuig@graficpuig.example|93 210 44 87|688 100 925|Pablo Rey|Descartado|20/03/2025|Gràfic Puig S.L.|Propietario|Carrer de Sants 120|Barcelona|08028|España`,
  `hubspot kontakte
Datensatz-ID|Vorname|Nachname|E-Mail|Telefonnummer|Zuständiger Mitarbeiter|Erstellungsdatum|Unternehmensname|Jobtitel|Lifecycle-Phase|Straße und Hausnummer|Stadt|Postleitzahl|Bundesland/Region|Land/Region|Website-URL
CustomerNumber/-|FirstName|LastName|Email|Phone|-|-|Company|JobTitle|-|Address|City|PostalCode|Region|Country|Website
77120|Ulrike|Brandt|u.brandt@brandt-holzbau.example|+49 5121 44020|Timo Reuter|03.02.2025 10:22|Brandt Holzbau GmbH|Geschäftsführerin|Lead|Lindenallee 7|Hildesheim|31134|Niedersachsen|Deutschland|www.brandt-holzbau.example
77133|Mehmet|Yildiz|mehmet@yildiz-elektro.example|+49 231 889100|Timo Reuter|03.02.2025 10:40|Yildiz Elektro|Inhaber|Opportunity|Hansastr. 101a|Dortmund|44137|Nordrhein-Westfalen|Deutschland|yildiz-elektro.example
77140|Saskia|Thoma|thoma@praxis-thoma.example|+49 761 20981|Anke Voss|05.02.2025 08:01|Praxis Dr. Thoma|Ärztin|Lead|Am Schloßberg 2|Freiburg|79098|Baden-Württemberg|Deutschland|
77152|Jens|Wiegand|jw@wiegand-logistik.example|+49 40 3120044|Anke Voss|07.02.2025 14:33|Wiegand Logistik GmbH & Co. KG|Leiter Einkauf|Kunde|Billstraße 44|Hamburg|20539|Hamburg|Deutschland|www.wiegand-logistik.example`,
  `salesforce accounts
Account ID|Account Name|Account Owner|Type|Billing Street|Billing City|Billing State/Province|Billing Zip/Postal Code|Billing Country|Shipping Street|Shipping City|Phone|Fax|Website|Employees|Last Activity
CustomerNumber/-|Company|-|-|Address|City|Region|PostalCode|Country|-|-|Phone|Fax|Website|-|-
0015g00000Kd81QAAR|Meridian Freight Ltd|Owen Clarke|Prospect|14 Quay Road|Bristol|Avon|BS1 4RW|United Kingdom|Unit 9 Portway|Avonmouth|0117 496 0144|0117 496 0145|www.meridianfreight.example|80|02/05/2025
0015g00000Kd81RAAR|Calder Homes plc|Owen Clarke|Customer|1 Wharf Street|Leeds|West Yorkshire|LS2 7EQ|United Kingdom|1 Wharf Street|Leeds|0113 496 0201||www.calderhomes.example|410|11/05/2025
0015g00000Kd82AAAR|Penrose Veterinary Centre|Ruth Amin|Prospect|22 Fore Street|Truro|Cornwall|TR1 2HG|United Kingdom|||01872 496 332||www.penrosevets.example|12|
0015g00000Kd82BAAR|Aster & Bloom Florists|Ruth Amin|Prospect|7 The Pantiles|Tunbridge Wells|Kent|TN2 5TD|United Kingdom|7 The Pantiles|Tunbridge Wells|01892 496 100||asterbloom.example|4|19/05/2025`,
  `salesforce data loader
ID|ISDELETED|MASTERRECORDID|LASTNAME|FIRSTNAME|SALUTATION|TITLE|COMPANY|STREET|CITY|STATE|POSTALCODE|COUNTRYCODE|PHONE|MOBILEPHONE|EMAIL|LEADSOURCE|STATUS|HASOPTEDOUTOFEMAIL|DONOTCALL|LASTACTIVITYDATE|EMAILBOUNCEDDATE
CustomerNumber/-|-|-|LastName|FirstName|Title|JobTitle|Company|Address|City|Region|PostalCode|Country|Phone|MobilePhone|Email|-|-|-|-|-|-
00Q8d000004GhtAEAS|false||Delgado|Ana|Ms.|Office Manager|Delgado Tile Co|411 Mesa Dr|El Paso|TX|79912|US|(915) 555-0133|(915) 555-0190|ana@delgadotile.example|Web|Open|false|false|2025-04-02|
00Q8d000004GhtBEAS|false||Kowalski|Peter|Mr.|VP Operations|Lakeside Packaging Inc|90 Shore Rd|Erie|PA|16507|US|(814) 555-0118||pkowalski@lakesidepack.example|Trade Show|Working|false|true||2025-03-30T10:00:00.000Z
00Q8d000004GhtCEAS|false||Nguyen|Linh|Ms.|Buyer|Harbor Foods|5 Pier Ave|San Diego|CA|92101|US|(619) 555-0109|(619) 555-0166|linh.nguyen@harborfoods.example|Web|Open|true|false|2025-04-11|
00Q8d000004GhtDEAS|false||O'Neill|Sean|Mr.|Owner|O'Neill Plumbing|12 Elm St|Scranton|PA|18503|US|(570) 555-0127||sean@oneillplumbing.example|Referral|Open|false|false||`,
  `salesforce campaign members
Contact: First Name|Contact: Last Name|Contact: Email|Contact: Phone|Contact: Mobile|Contact: Mailing Street|Contact: Mailing City|Contact: Mailing Zip|Contact: Account Name|Contact: Created Date|Contact: Do Not Call|Contact: Birthdate
FirstName|LastName|Email|Phone|MobilePhone|Address|City|PostalCode|Company|-|-|DateOfBirth
Hugh|Barclay|hugh.barclay@mill.example|01334 496 001|07700 900411|3 Mill Lane|Cupar|KY15 5EG|Mill Interiors Ltd|14/01/2025|0|02/09/1974
Priya|Shah|priya@shahlegal.example|0116 496 0330|07700 900102|60 London Road|Leicester|LE2 0QD|Shah Legal LLP|14/01/2025|0|21/12/1981
Tom|Ede|tom.ede@edefarm.example||07700 900733|Ede Farm|Diss|IP22 4AB|Ede Farm|20/01/2025|1|30/06/1969
Gwen|Price|g.price@hafod.example|01443 496 020||Hafod House|Pontypridd|CF37 1AA|Hafod Care|22/01/2025|0|11/11/1990`,
  `dynamics accounts
(Do Not Modify) Account|(Do Not Modify) Row Checksum|(Do Not Modify) Modified On|Account Name|Main Phone|Address 1: Street 1|Address 1: City|Address 1: ZIP/Postal Code|Address 1: Country/Region|Primary Contact|Email (Primary Contact)|Status|Relationship Type|No. of Employees|Web Site
-|-|-|Company|Phone|Address|City|PostalCode|Country|FullName|Email|-|-|-|Website
{1f0c2b11-5e0a-4a7f-9b55-00155d0a1101}|Xk2f9/aa==|2025-05-02 08:11|Fourth Coffee Ltd|+353 1 555 0144|12 Abbey St|Dublin|D01 X2P3|Ireland|Aoife Byrne|aoife@fourthcoffee.example|Active|Customer|22|www.fourthcoffee.example
{1f0c2b11-5e0a-4a7f-9b55-00155d0a1102}|Xk2f9/ab==|2025-05-02 08:15|Liffey Print Works|+353 1 555 0190|9 Quay Lane|Dublin|D02 YH21|Ireland|Conor Walsh|conor@liffeyprint.example|Active|Prospect|8|
{1f0c2b11-5e0a-4a7f-9b55-00155d0a1103}|Xk2f9/ac==|2025-05-03 10:51|Shannon Marine Services|+353 61 555 012|1 Dock Rd|Limerick|V94 T28R|Ireland|Niamh Kelly|niamh@shannonmarine.example|Inactive|Customer|41|shannonmarine.example
{1f0c2b11-5e0a-4a7f-9b55-00155d0a1104}|Xk2f9/ad==|2025-05-07 12:00|Burren Cheese Co-op|+353 65 555 077|Mill Rd|Ennis|V95 PK54|Ireland|Declan Foy|declan@burrencheese.example|Active|Supplier|15|www.burrencheese.example`,
  `dynamics kundeemner
(Må ikke redigeres) Kundeemne|(Må ikke redigeres) Ændret|Navn|Emne|Fornavn|Efternavn|Arbejdstelefon|Mobiltelefon|E-mail|Firmanavn|Adresse 1: Gade 1|Adresse 1: Postnummer|Adresse 1: By|Statusårsag|Oprettet|Ejer
-|-|FullName|-|FirstName|LastName|Phone|MobilePhone|Email|Company|Address|PostalCode|City|-|-|-
{aa10b7c2-0d7e-4c55-8a10-b01d0a210001}|02-05-2025 08:11|Mette Krogh|Tilbud på gulve|Mette|Krogh|75 55 01 22|20 55 10 11|mette@kroghgulve.example|Krogh Gulve ApS|Industrivej 8|7100|Vejle|Ny|01-05-2025|Kim Larsen
{aa10b7c2-0d7e-4c55-8a10-b01d0a210002}|02-05-2025 09:40|Bo Lind|Messe Herning|Bo|Lind|97 55 03 04||bo@lindbyg.example|Lind Byg A/S|Dalgas Allé 2|7400|Herning|Kontaktet|01-05-2025|Kim Larsen
{aa10b7c2-0d7e-4c55-8a10-b01d0a210003}|03-05-2025 10:02|Tina Juul|Ring tilbage|Tina|Juul|98 55 70 12|31 55 40 20|tj@juultransport.example|Juul Transport|Havnegade 41|9000|Aalborg|Ny|02-05-2025|Ida Holm
{aa10b7c2-0d7e-4c55-8a10-b01d0a210004}|04-05-2025 13:25|Omar Ali|Webformular|Omar|Ali|||omar@citycykler.example|City Cykler|Nørrebrogade 9|2200|København N|Ny|03-05-2025|Ida Holm`,
  `pipedrive organisations
Organization - Name|Organization - Label|Organization - Address|Organization - Open deals|Organization - People count|Organization - Owner|Organization - Phone|Organization - Website|Organization - Next activity date
Company|-|Address|-|-|-|Phone|Website|-
Tartu Metall OÜ|Warm|Riia 24, 51010 Tartu|2|3|Liis Tamm|+372 730 0101|tartumetall.example|2025-06-01
Saare Kala AS|Cold|Sadama 3, 93815 Kuressaare|0|1|Liis Tamm|+372 453 0102|saarekala.example|
Pärnu Puit OÜ|Warm|Savi 7, 80010 Pärnu|1|2|Rein Kask|+372 443 0103||2025-06-09
Narva Tekstiil AS|Hot|Joala 21, 20103 Narva|4|5|Rein Kask|+372 356 0104|narvatekstiil.example|2025-06-02`,
  `pipedrive pessoas
Pessoa - Nome|Pessoa - Telefone|Pessoa - E-mail|Pessoa - Organização|Pessoa - Cargo|Pessoa - Proprietário|Pessoa - Cidade|Pessoa - CEP|Pessoa - Negócios em aberto|Pessoa - Próxima atividade
FullName|Phone|Email|Company|JobTitle|-|City|PostalCode|-|-
João Pereira|(11) 3555-0144|joao@padariapereira.example|Padaria Pereira Ltda|Sócio|Bruna Lima|São Paulo|01310-100|1|2025-06-01
Luiza Ramos|(21) 2555-0199|luiza@ramosadv.example|Ramos Advogados|Advogada|Bruna Lima|Rio de Janeiro|20040-002|0|
Caio Martins|(31) 3555-0127|caio@cmtransportes.example|CM Transportes S.A.|Gerente de frota|Igor Alves|Belo Horizonte|30112-000|2|2025-06-03
Tânia Souza|(41) 3555-0160|tania@flordolar.example|Flor do Lar|Proprietária|Igor Alves|Curitiba|80010-010|0|2025-06-08`,
  `zoho prospects
ID de l'enregistrement|Propriétaire du prospect|Prénom|Nom|Société|Fonction|E-mail|Téléphone|Portable|Site Web|Rue|Ville|Code postal|État|Pays|Source du prospect|Description|Créé le
CustomerNumber/-|-|FirstName|LastName|Company|JobTitle|Email|Phone|MobilePhone|Website|Address|City|PostalCode|-/Region|Country|-|Notes/-|-
zcrm_4411000001|Claire Morel|Hélène|Roussel|Roussel Menuiserie SARL|Gérante|h.roussel@roussel-bois.example|02 40 55 01 12|06 55 01 22 33|www.roussel-bois.example|12 rue des Halles|Nantes|44000||France|Salon|Rappeler en juin|2025-03-11 10:00
zcrm_4411000002|Claire Morel|Karim|Benali|Transports Benali|Directeur|k.benali@tbenali.example|04 91 55 20 10|06 55 90 12 01|www.tbenali.example|4 quai du Port|Marseille|13002||France|Site web|Demande un devis, flotte de 12 camions|2025-03-12 09:12
zcrm_4411000003|Luc Petit|Anne-Sophie|Le Goff|Crêperie Le Goff|Propriétaire|asl@creperielegoff.example|02 98 55 33 21|||7 place Terre au Duc|Quimper|29000||France|Partenaire||2025-03-15 17:45
zcrm_4411000004|Luc Petit|Marc|Fontaine|Fontaine & Fils|Acheteur|m.fontaine@fontainefils.example|03 20 55 44 01|07 55 10 80 90|fontainefils.example|88 rue Nationale|Lille|59800||France|Site web|Ne pas appeler le lundi|2025-03-20 08:30`,
  `zoho lead italiani
Nome|Cognome|Azienda|Qualifica|E-mail|Telefono|Cellulare|Fax|Via|Città|Provincia|CAP|Paese|Origine lead|Stato lead|Descrizione|Ora creazione
FirstName|LastName|Company|JobTitle|Email|Phone|MobilePhone|Fax|Address|City|Region|PostalCode|Country|-|-|Notes/-|-
Giulia|Ferrari|Ferrari Arredi S.r.l.|Titolare|giulia@ferrariarredi.example|051 555 0144|333 555 0101|051 555 0145|Via Saffi 22|Bologna|BO|40131|Italia|Fiera|Nuovo|Interessata al listino|2025-02-01 10:22
Marco|De Luca|Officine De Luca S.p.A.|Responsabile acquisti|m.deluca@odl.example|081 555 0190|347 555 0120||Corso Umberto 110|Napoli|NA|80138|Italia|Web|Contattato||2025-02-03 12:00
Elisa|Conti|Studio Conti|Avvocato|elisa@studioconti.example|06 555 0101|||Viale Trastevere 8|Roma|RM|00153|Italia|Web|Nuovo|Richiamare dopo le 17|2025-02-04 09:09
Davide|Greco|Greco Vini|Proprietario|davide@grecovini.example|0141 555 022|320 555 0188||Piazza Alfieri 3|Asti|AT|14100|Italia|Segnalazione|Perso|Già fornito|2025-02-10 15:31`,
  `personal contacts with work and home
Last|First|M.I.|Home Phone|Home Mobile|Work Phone|Home Addr|Home City|Home ZIP|Spouse First|E-mail (home)|Birth Day|Birth Month|Birth Year|Other Phone
LastName|FirstName|MiddleName/-|Phone|MobilePhone|Phone2/-|Address|City|PostalCode|-|Email|-|-|-|-
Abbott|Karen|J|207-555-0110|207-555-0161|207-555-0171|8 Birch Ln|Bangor|04401|Dale|karen.abbott@mail.example|14|6|1971|
Bauer|Frank||207-555-0112|207-555-0162||19 Pearl St|Portland|04101||fbauer@mail.example|2|11|1958|
Chavez|Maria|L|207-555-0113|207-555-0163|207-555-0173|77 Main St|Augusta|04330|Luis|mchavez@mail.example|30|1|1983|
Dunn|Walter|R|207-555-0114|207-555-0164||5 Mill Rd|Orono|04473|Peg|wdunn@mail.example|9|9|1949|`,
  `web shop orders
Order No.|Shipping Address Name|Shipping Address Organization|Shipping Address Line 1|Shipping Address Line 2|Shipping Address City|Shipping Address Postcode|Shipping Address Country|Shipping Address Phone|Customer email|Order total|Placed on|Payment method
-|FullName|Company|Address|AddressLine2|City|PostalCode|Country|Phone|Email|-|-|-
#10441|Ellen Marsh|Marsh Pottery|2 Kiln Lane||Stoke-on-Trent|ST1 3AB|United Kingdom|01782 496 010|ellen@marshpottery.example|48.20|03/04/2025|card
#10442|Ravi Patel|Patel & Co Accountants|40 Belgrave Road|Second floor|Leicester|LE4 5AU|United Kingdom|0116 496 0110|ravi@patelco.example|112.00|03/04/2025|paypal
#10443|Joan Fielding||The Old Rectory||Ludlow|SY8 1AN|United Kingdom|01584 496 021|joan.fielding@mail.example|19.99|04/04/2025|card
#10444|Callum Reid|Reid Joinery Ltd|Unit 3 Dock Estate|Leith|Edinburgh|EH6 7DX|United Kingdom|0131 496 0140|callum@reidjoinery.example|260.00|04/04/2025|invoice`,
  `empty columns beside filled ones
Name|City|Town|Other Phone|Phone|E-mail 2|Email address|Mobile|Zip|Postcode|Company|Employer
FullName|-|City|-|Phone|-|Email|MobilePhone/-|-|PostalCode|-|Company
Grace Holt||Ripon||01765 496 011||grace.holt@mail.example|||HG4 1AA||Holt Bakery Ltd
Ian Moss||Thirsk||01845 496 202||ian.moss@mail.example|||YO7 1QS||Moss Farm Supplies
Lena Fry||Malton||01653 496 303||lena@fry.example|||YO17 7LP||Fry & Daughter
Ned Cole||Selby||01757 496 404||ncole@mail.example|||YO8 4QA||Selby Glass Ltd`,
  `fastighetsbolag
Namn|Kontakt|Tel. kontor|Mobil|Mejl|Gata|Postnr|Ort|Org.nr|Senast ändrad|Antal lägenheter
Company/-|FullName|Phone|MobilePhone|Email|Address|PostalCode|City|CompanyNumber|-|-
Fastighets AB Linden|Eva Lundqvist|08-555 010 10|070-555 01 01|eva@fablinden.example|Sveavägen 98|113 50|Stockholm|556012-0141|2025-01-10|410
Brf Solgläntan|Per Öhman|031-55 02 20|073-555 02 02|per.ohman@solglantan.example|Danska vägen 12|416 61|Göteborg|716402-1190|2025-01-12|54
Bostads AB Mälaren|Karin Sjö|021-55 03 30|070-555 03 03|karin@bostadsmalaren.example|Stora gatan 1|722 12|Västerås|556220-4410|2025-02-01|1200
Åkes Hyreshus HB|Åke Norén|090-55 04 40|076-555 04 04|ake@akeshyreshus.example|Kungsgatan 50|903 26|Umeå|969610-7710|2025-02-11|18`,
  `klanten
Relatienr.|Bedrijf|T.a.v.|Voorl.|Tussenv.|Achternaam|Adres|Huisnr.|PC|Plaats|Tel. vast|Tel. mob.|Mailadres|BTW-nr.|Laatste order|Opmerking
CustomerNumber|Company|FullName/-|-|-|LastName|Address|HouseNumber|PostalCode|City|Phone|MobilePhone|Email|CompanyNumber/-|-|Notes
R1001|Bakkerij de Korenaar B.V.|Dhr. Jansen|P.|de|Wit|Dorpsstraat|12|3471 BZ|Kamerik|0348-555010|06-55501010|info@korenaar.example|NL810012345B01|02-01-2025|belt zelf terug
R1002|Garage Smits|Mevr. Smits|A.M.||Smits|Kerkweg|7a|5421 KM|Gemert|0492-555020|06-55502020|garage@smits.example|NL810099881B01|14-02-2025|
R1003|Tuincentrum Groenhof|Dhr. Bos|J.|van den|Bosch|Singel|230|1016 AB|Amsterdam|020-5550300|06-55503030|j@groenhof.example|NL855501012B01||alleen e-mail
R1004|Installatiebedrijf Kok|Dhr. Kok|H.||Kok|Havenkade|3|8861 CG|Harlingen|0517-555040|06-55504040|h.kok@kokinstall.example|NL001122334B01|30-03-2025|`,
  `medlemmer
Medlemsnr.|Navn 1|Navn 2|C/O|Gade og nr.|Postnr.|Bynavn|Tlf. privat|Tlf. mobil|Mailadr.|Født|Indmeldt|Kontingent
CustomerNumber|FullName|-|AddressLine2/-|Address|PostalCode|City|Phone|MobilePhone|Email|DateOfBirth|-|-
1204|Birthe Skov|Ole Skov||Bøgevej 12|4600|Køge|56 55 01 10|21 55 01 10|birthe.skov@mail.example|12.04.1956|01.01.1999|350
1205|Hans Toft|||Strandvejen 201|2900|Hellerup|39 55 02 20|22 55 02 20|hans@toft.example|30.11.1948|01.05.2004|350
1206|Lise Brink|Jan Brink|c/o Holm|Algade 3, 1.|4000|Roskilde||23 55 03 30|lise.brink@mail.example|02.02.1981|01.01.2020|175
1207|Knud Ravn|||Engvej 44|4700|Næstved|55 55 04 40|24 55 04 40|kravn@mail.example|19.08.1961|01.09.2015|350`,
  `tospråklig med landkode
Navn|Landkode tlf.|Telefonnr.|Landkode mobil|Mobilnr.|Gateadr.|Postnr.|Poststed|E-postadr.|Fødselsdag|Fødselsmåned|Fødselsår
FullName|PhoneCountryCode|Phone|-|MobilePhone|Address|PostalCode|City|Email|-|-|-
Kari Nordby|47|22 55 01 10|47|900 55 110|Storgata 5|0155|Oslo|kari@nordby.example|3|5|1970
Ola Vik|47|55 55 02 20|47|911 55 220|Bryggen 2|5003|Bergen|ola.vik@mail.example|17|12|1984
Siri Moe|47|73 55 03 30|47|922 55 330|Munkegata 9|7013|Trondheim|siri@moe.example|29|2|1992
Arne Lie|47|51 55 04 40|47|933 55 440|Kirkegata 31|4006|Stavanger|arne.lie@mail.example|8|8|1966`,
  `zweisprachige Schweizer Liste
Name / Nom|Vorname / Prénom|Strasse / Rue|PLZ / NPA|Ort / Lieu|Tel. / Tél.|E-Mail / Courriel|Kanton / Canton|Sprache / Langue|Geburtsdatum / Date de naissance
LastName|FirstName|Address|PostalCode|City|Phone|Email|Region|-|DateOfBirth
Gerber|Urs|Bahnhofstrasse 3|3011|Bern|031 555 01 01|urs.gerber@mail.example|BE|d|02.03.1961
Favre|Chantal|Rue du Lac 14|1400|Yverdon|024 555 02 02|c.favre@mail.example|VD|f|14.07.1979
Meier|Regula|Seestrasse 100|8002|Zürich|044 555 03 03|regula@meier.example|ZH|d|23.11.1984
Rochat|Yves|Avenue de la Gare 1|1950|Sion|027 555 04 04|yves.rochat@mail.example|VS|f|05.05.1990`,
];
