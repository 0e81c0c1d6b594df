/** Public registers, schools, providers and buildings of northern and central Europe and of English-speaking countries. Read as in index.ts. */
export const registerFiles: readonly string[] = [
  `institutionsregister
INST_NR|INST_NAVN|INST_ADR|INST_POSTNR|INST_BY|INST_TLF|INST_EMAIL|INST_WEB|INST_LEDER|INST_TYPE|KOMMUNE_NR|OPDATERET
CustomerNumber/-|Company|Address|PostalCode|City|Phone|Email|Website|FullName|-|-|-
101001|Skolen ved Søen|Søvej 2|4180|Sorø|57550110|skolen@soeskole.example|www.soeskole.example|Lone Friis|Folkeskole|340|2025-01-01
101014|Børnehuset Mariehønen|Kløvervej 18|5700|Svendborg|62550220|mariehonen@svb.example|www.mariehonen.example|Pia Bech|Daginstitution|479|2025-01-01
101020|Vestre Gymnasium|Ringvejen 100|6700|Esbjerg|75550330|post@vestregym.example|www.vestregym.example|Niels Oxholm|Gymnasium|561|2025-01-02
101033|Erhvervsskolen Nord|Hånbækvej 50|9900|Frederikshavn|96550440|info@esnord.example|www.esnord.example|Jytte Lassen|Erhvervsskole|813|2025-01-03`,
  `grunnskoler
OrgNr|Navn|Besøksadresse|Postnr|Poststed|Telefon|E-post|Url|Fylkesnavn|Kommunenr|Antall elever|Rektor|Målform
CompanyNumber|Company|Address|PostalCode|City|Phone|Email|Website|Region|-|-|FullName/-|-
974590123|Bjørnsletta skole|Ullernveien 2|0280|Oslo|22550110|postmottak@bjornsletta.example|www.bjornsletta.example|Oslo|0301|610|Hanne Berge|B
974590456|Fjellhamar barneskole|Skoleveien 10|1472|Fjellhamar|67550220|post@fjellhamar.example|www.fjellhamar.example|Akershus|3222|402|Tor Aune|B
974590789|Sogndal ungdomsskule|Trolladalen 3|6856|Sogndal|57550330|post@sogndalus.example|www.sogndalus.example|Vestland|4640|288|Liv Hove|N
974591012|Steinerskolen i Tromsø|Sommerlystv. 40|9012|Tromsø|77550440|kontor@steinertromso.example|www.steinertromso.example|Troms|5501|120|Per Sand|B`,
  `skolenheter
Skolenhetskod|Skolenhetsnamn|Huvudman|Besöksadress|Besökspostnr|Besöksort|Telefonnr|Epostadress|Webbadress|Rektors namn|Kommunkod|Startdatum|Antal elever
CustomerNumber/-|Company|-/Company|Address|PostalCode|City|Phone|Email|Website|FullName/-|-|-|-
10012345|Björkskolan 4-6|Umeå kommun|Skolgatan 12|90325|Umeå|090-550110|bjorkskolan@umea.example|www.umea.example/bjork|Maria Ek|2480|2012-07-01|210
10012399|Friskolan Ekot|Stiftelsen Ekot|Storgatan 4|35230|Växjö|0470-550220|info@friskolanekot.example|www.friskolanekot.example|Johan Palm|0780|2009-08-15|98
10012401|Parkgymnasiet|Lärande AB|Parkvägen 1|75320|Uppsala|018-550330|kansli@parkgym.example|www.parkgym.example|Sara Lövgren|0380|2015-07-01|540
10012477|Nya Elementar|Stockholms stad|Blåsutv. 9|12146|Johanneshov|08-5500440|nya@elementar.example|www.elementar.example|Ali Rahimi|0180|2010-07-01|320`,
  `kindertagesstätten
Träger|Name der Einrichtung|Einrichtungsart|Leitung|Anschrift|PLZ|Ort|Ortsteil|Tel.|Mailadresse|Plätze gesamt|Homepage
-/Company|Company|-|FullName/-|Address|PostalCode|City|-|Phone|Email|-|Website
Stadt Gießen|Kita Sonnenblume|Kindertagesstätte|Fr. Michaela Rau|Wiesenstr. 4|35390|Gießen|Nord|0641 550110|sonnenblume@kita-giessen.example|75|www.kita-giessen.example
Ev. Kirchengemeinde|Ev. Kindergarten Arche|Kindergarten|Hr. Tim Scholl|Kirchplatz 1|35394|Gießen|Rödgen|0641 550220|arche@ekg.example|50|www.ekg.example/arche
AWO Kreisverband|AWO Kita Pusteblume|Kindertagesstätte|Fr. Ines Adler|Am Alten Feld 12|35396|Gießen|Wieseck|0641 550330|pusteblume@awo.example|100|www.awo.example
Elterninitiative Zwerge e.V.|Waldzwerge|Waldkindergarten|Fr. Jana Bick|Forsthaus 2|35398|Gießen|Petersweiher|0641 550440|info@waldzwerge.example|20|`,
  `gemeenten
gemeente.naam|gemeente.bezoekadres|gemeente.postcode|gemeente.plaats|gemeente.telefoon|gemeente.email|gemeente.website|gemeente.provincie|gemeente.inwoners|gemeente.burgemeester
Company/-|Address|PostalCode|City|Phone|Email|Website|Region|-|FullName/-
Gemeente Borne|Rheineplein 1|7622 DG|Borne|074-5550101|info@borne.example|www.borne.example|Overijssel|24100|J. Pot
Gemeente Heerde|Dorpsstraat 100|8181 HR|Heerde|0578-555020|info@heerde.example|www.heerde.example|Gelderland|19200|M. Visser
Gemeente Noordwijk|Voorstraat 42|2201 HW|Noordwijk|071-5550303|info@noordwijk.example|www.noordwijk.example|Zuid-Holland|45000|W. Verhoef
Gemeente Veere|Traverse 1|4357 ET|Domburg|0118-555040|gemeente@veere.example|www.veere.example|Zeeland|22000|F. Schout`,
  `hospitals
provider_id|provider_name|provider_address|provider_city|provider_state|provider_zip|provider_phone|provider_type|provider_ownership|provider_county
CustomerNumber/-|Company|Address|City|Region|PostalCode|Phone|-|-|-/Region
010001|SOUTHEAST HEALTH MEDICAL CENTER|1108 ROSS CLARK CIRCLE|DOTHAN|AL|36301|3345550101|Acute Care Hospitals|Government|HOUSTON
010005|MARSHALL MEDICAL CENTERS|2505 U S HIGHWAY 431 NORTH|BOAZ|AL|35957|2565550102|Acute Care Hospitals|Government|MARSHALL
010006|NORTH VALLEY HOSPITAL|1701 VETERANS DRIVE|FLORENCE|AL|35630|2565550103|Acute Care Hospitals|Proprietary|LAUDERDALE
010007|MIZELL MEMORIAL HOSPITAL|702 N MAIN ST|OPP|AL|36467|3345550104|Critical Access|Voluntary|COVINGTON`,
  `national provider file
NPI|Entity Type Code|Provider Organization Name (Legal Business Name)|Provider Last Name (Legal Name)|Provider First Name|Provider First Line Business Mailing Address|Provider Second Line Business Mailing Address|Provider Business Mailing Address City Name|Provider Business Mailing Address State Name|Provider Business Mailing Address Postal Code|Provider Business Mailing Address Telephone Number|Provider Business Mailing Address Fax Number|Provider Gender Code|Provider Enumeration Date
CustomerNumber/-|-|Company|LastName|FirstName|Address|AddressLine2|City|Region|PostalCode|Phone|Fax|Gender|-
1003000126|1||ENKEBOLL|ARDALAN|900 SEATON AVE||CUMBERLAND|MD|215021854|2405550110|2405550111|M|08/31/2006
1003000134|2|CLEARVIEW PATHOLOGY LLC|||100 E PARK AVE|STE 20|ST CLOUD|MN|563031900|3205550120|||05/01/2007
1003000142|1||KHALIL|RASHA|4126 N HOLLAND RD||TOLEDO|OH|436235200|4195550130|4195550131|F|07/15/2005
1003000407|2|LAKE IMAGING CENTER INC|||22 MEDICAL DR|FL 3|RIDGELAND|MS|391571002|6015550140|6015550141||02/20/2008`,
  `school establishments
URN|EstablishmentName|TypeOfEstablishment (name)|Street|Locality|Address3|Town|County (name)|Postcode|SchoolWebsite|TelephoneNum|HeadTitle (name)|HeadFirstName|HeadLastName|HeadPreferredJobTitle|OpenDate|NumberOfPupils
CustomerNumber/-|Company|-|Address|-/AddressLine2|-/AddressLine2|City|Region|PostalCode|Website|Phone|Title/-|FirstName|LastName|JobTitle|-|-
100021|Argyle Primary School|Community school|Tonbridge Street|King's Cross||London|Greater London|WC1H 9EG|www.argyle.example|02075550110|Mrs|Jemima|Wade|Headteacher|01-09-1970|402
100088|Torriano Primary School|Community school|Torriano Avenue|||London|Greater London|NW5 2SJ|www.torriano.example|02075550120|Mr|Robert|Hale|Headteacher|01-09-1966|440
112904|Hayfield Academy|Academy converter|Swallow House Lane|Hayfield||High Peak|Derbyshire|SK22 2HB|www.hayfieldacademy.example|01663550130|Miss|Amanda|Lowe|Principal|01-04-2012|206
140110|Wells Cathedral College|Free schools|The Liberty|||Wells|Somerset|BA5 2ST|www.wcc.example|01749550140|Dr|Simon|Tong|Principal|01-09-2014|310`,
  `care directory
Location ID|Location Name|Location Telephone Number|Location Street Address|Location Address Line 2|Location City|Location Postal Code|Location Web Address|Care homes beds|Registered manager|Publication Date|Local authority
CustomerNumber/-|Company|Phone|Address|AddressLine2|City|PostalCode|Website|-|FullName/-|-|-/Region
1-10000302982|Henley House Residential Home|01473550110|225 Henley Road||Ipswich|IP1 6RL|www.henleyhouse.example|32|Ms Jennie Carr|04/01/2025|Suffolk
1-10000411010|Oaklands Nursing Home|02085550120|14 Oak Road|Bickley|Bromley|BR1 2QP|www.oaklandscare.example|41|Mr Paul Dyer|11/01/2025|Bromley
1-10000500123|Rose Cottage Care Ltd|01803550130|Rose Cottage|Cockington Lane|Torquay|TQ2 6XA||12|Mrs Gill Stone|20/02/2025|Torbay
1-10000511333|St Anne's Hospice|01615550140|St Ann's Road||Cheadle|SK8 3SZ|www.sta.example|18|Ms Ruth Okoro|02/03/2025|Stockport`,
  `school universe
SCHNAM|LSTREE|LCITY|LSTATE|LZIP|PHONE|LEVEL|MEMBER|LEAID|WEBSITE
Company/-|Address/-|City|Region|PostalCode|Phone|-|-|-|Website
ALBERTVILLE MIDDLE SCHOOL|600 E ALABAMA AVE|ALBERTVILLE|AL|35950|(256) 555-0110|2|890|0100005|https://www.albertk12.example/ams
EVANS ELEMENTARY SCHOOL|901 W MCKINNEY AVE|ALBERTVILLE|AL|35950|(256) 555-0120|1|910|0100005|https://www.albertk12.example/ees
DOUGLAS HIGH SCHOOL|225 EAGLE DR|DOUGLAS|AL|35964|(256) 555-0130|3|560|0100006|https://www.marshallk12.example/dhs
SLOCOMB ACADEMY|108 E MAIN ST|SLOCOMB|AL|36375|(334) 555-0140|3|412|0101740|`,
  `public bodies
id|name|other_names|category|service|responsible_minister|contact_email|contact_telephone|postal_address|town|last_reviewed|url
CustomerNumber/-|Company/-|-|-|-|-|Email|Phone|Address|City|-|Website
gb/aaib|Air Accidents Investigation Branch|AAIB|Executive agency|Transport safety|Minister for Aviation|enquiries@aaib.example|01252 550 110|Farnborough House, Berkshire Copse Road|Aldershot|2025-01-14|https://www.aaib.example
gb/acas|Advisory, Conciliation and Arbitration Service|ACAS|Non-departmental public body|Employment relations|Minister for Business|info@acas.example|0300 555 0120|23 Stephenson Street|Birmingham|2025-01-20|https://www.acas.example
gb/bfi|British Film Institute||Charity|Culture|Minister for the Arts|info@bfi.example|020 7555 0130|21 Stephen Street|London|2025-02-01|https://www.bfi.example
gb/coal|The Coal Authority||Public corporation|Mining remediation|Minister for Energy|customer@coal.example|01623 550 140|200 Lichfield Lane|Mansfield|2025-02-02|https://www.coal.example`,
  `kommunale bygninger
bygn_id|navn|vejnavn|husnr|postnr|by|opført|areal_m2|varmekilde|driftsleder|driftsleder_tlf|lat|lng
-|-/Company|Address|HouseNumber|PostalCode|City|-|-|-|FullName/-|Phone/-|-|-
4410|Rådhuset|Rådhuspladsen|2|8900|Randers|1969|5210|Fjernvarme|Kaj Bonde|89550110|56.4607|10.0364
4411|Østervangsskolen, fløj B|Skolevænget|14|8930|Randers NØ|1975|1800|Fjernvarme|Kaj Bonde|89550110|56.4701|10.0802
4412|Fritidshjemmet Solstrålen|Engboulevarden|5|8960|Randers SØ|1988|430|Gas|Maja Rand|89550220|56.4502|10.0701
4413|Hallen Nord|Idrætsvej|30|8920|Randers NV|1991|2600|Fjernvarme|Maja Rand|89550220|56.4820|10.0210`,
  `handelskammer
n_firma|n_inhaber|n_str|n_plz|n_ort|n_tel|n_mobil|n_mail|n_branche|n_gruendung
Company|FullName/-|Address|PostalCode|City|Phone|MobilePhone|Email|-|-
Holzwerk Steiner GmbH|Franz Steiner|Gewerbepark 4|5020|Salzburg|0662 550110|0664 5501100|office@holzwerk-steiner.example|Holz|1988
Café Mozart OG|Eva Lechner|Alter Markt 9|5020|Salzburg|0662 550220|0664 5502200|cafe@mozart-og.example|Gastronomie|2004
Autohaus Pichler KG|Georg Pichler|Bundesstr. 77|5700|Zell am See|06542 55033|0676 5503300|verkauf@pichler-auto.example|Kfz|1972
Bäckerei Obauer|Maria Obauer|Hauptplatz 2|5450|Werfen|06468 55044|0699 5504400|brot@obauer.example|Lebensmittel|1931`,
  `etablissements scolaires
Identifiant_de_l_etablissement|Nom_etablissement|Type_etablissement|Statut_public_prive|Adresse_1|Adresse_2|Code_postal|Code_commune|Nom_commune|Telephone|Fax|Web|Mail|Nombre_d_eleves|date_ouverture|Libelle_academie
CustomerNumber/-|Company|-|-|Address|AddressLine2|PostalCode|-|City|Phone|Fax|Website|Email|-|-|-/Region
0010002X|Lycée Alexandre Bérard|Lycée|Public|223 rue Alexandre Bérard||01500|01004|Ambérieu-en-Bugey|0474550110|0474550111|http://www.lyc-berard.example|ce.0010002x@ac-lyon.example|890|1965-05-01|Lyon
0010006B|École primaire Jules Ferry|Ecole|Public|4 place Jules Ferry|BP 12|01100|01283|Oyonnax|0474550120||http://ecole-ferry.example|ce.0010006b@ac-lyon.example|210|1966-09-01|Lyon
0670001A|Collège Saint-Étienne|Collège|Privé|2 rue de la Pierre Large||67000|67482|Strasbourg|0388550130|0388550131|http://www.saint-etienne.example|secretariat@saint-etienne.example|740|1970-01-12|Strasbourg
9740001K|Lycée Leconte de Lisle|Lycée|Public|Boulevard Mahatma Gandhi|CS 61|97490|97411|Saint-Denis|0262550140|0262550141|http://lyc-lecontedelisle.example|ce.9740001k@ac-reunion.example|1500|1967-03-01|La Réunion`,
  `établissements sirene
siren|siret|denominationUniteLegale|numeroVoieEtablissement|libelleVoieEtablissement|codePostalEtablissement|libelleCommuneEtablissement|codeCommuneEtablissement|dateCreationEtablissement|etatAdministratifEtablissement|prenomUsuelUniteLegale|nomUniteLegale
CompanyNumber/-|CompanyNumber/-|Company|HouseNumber|Address|PostalCode|City|-|-|-|FirstName|LastName
552100554|55210055400013|ROUSSEL MENUISERIE SARL|12|DES HALLES|44000|NANTES|44109|1998-04-01|A||
410220331|41022033100021|TRANSPORTS BENALI|4|DU PORT|13002|MARSEILLE|13202|2004-09-15|A||
830110442|83011044200017||7|TERRE AU DUC|29000|QUIMPER|29232|2017-01-02|F|ANNE-SOPHIE|LE GOFF
302990110|30299011000035|FONTAINE & FILS|88|NATIONALE|59800|LILLE|59350|1975-06-30|A||`,
];
