/** Registers and lists of Spain, Catalonia, Galicia, Italy, Portugal, Brazil, Poland, Czechia and Slovakia. Read as in index.ts. */
export const southernAndSlavicFiles: readonly string[] = [
  `centros docentes
CODIGO|DENOMINACION GENERICA|NOMBRE CENTRO|DOMICILIO|C.P.|LOCALIDAD|PROVINCIA|TELEFONO|FAX|CORREO ELECTRONICO|TITULARIDAD|PAGINA WEB
CustomerNumber/-|-|Company|Address|PostalCode|City|Region|Phone|Fax|Email|-|Website
28001234|Colegio Público|CEIP Antonio Machado|C/ Olmo, 12|28012|Madrid|Madrid|915550110|915550111|ceip.machado@educa.example|Pública|www.ceipmachado.example
41004567|Instituto de Educación Secundaria|IES La Rábida|Avda. Andalucía, s/n|41005|Sevilla|Sevilla|955550120|955550121|ies.larabida@educa.example|Pública|www.ieslarabida.example
33007890|Colegio Privado|Colegio San Fernando|C/ Rivero, 3|33402|Avilés|Asturias|985550130||secretaria@sanfernando.example|Privada|www.sanfernando.example
50001122|Escuela Infantil|Escuela Infantil Los Pinos|Pza. Mayor, 1|50001|Zaragoza|Zaragoza|976550140||lospinos@educa.example|Pública|`,
  `registro de empresas
RAZON SOCIAL|CIF|DIRECCION|COD. POSTAL|POBLACION|PROV.|TELF.|MOVIL|PERSONA CONTACTO|E-MAIL|CNAE|FECHA ALTA|OBSERV.
Company|CompanyNumber|Address|PostalCode|City|Region|Phone|MobilePhone|FullName|Email|-|-|Notes
Talleres Gil S.L.|B41001122|Calle Betis 14|41010|Sevilla|Sevilla|954123340|655120334|Lucía Romero|taller@gil.example|4520|03/02/2012|llamar por la tarde
Norteak Soluciones S.A.|A20099887|Avda. Libertad 3|20004|Donostia|Gipuzkoa|943219007|600110220|Iker Etxeberria|iker@norteak.example|6201|11/05/2015|
OV Muebles S.L.U.|B46077665|C/ Colón 88|46004|Valencia|Valencia|961445210|600442118|Carmen Ortiz|compras@ovmuebles.example|4759|20/10/2001|pide catálogo
Hnos. Pardo C.B.|E15033221|Rúa Nova 5|15003|A Coruña|Coruña|981550140|688100925|Xoán Pardo|info@hnospardo.example|4711|30/01/1999|`,
  `centres educatius
Codi centre|Denominació completa|Adreça|Codi postal|Nom municipi|Nom comarca|Telèfon|FAX|E-mail centre|Nom naturalesa|Curs|Coordenades UTM X
CustomerNumber/-|Company|Address|PostalCode|City|-/Region|Phone|Fax|Email|-|-|-
08001234|Escola Els Pins|c. Major, 10|08170|Montornès del Vallès|Vallès Oriental|935550110|935550111|a8001234@xtec.example|Públic|2024/2025|438211
17004567|Institut Ramon Muntaner|c. Vilafant, 4|17600|Figueres|Alt Empordà|972550120|972550121|b7004567@xtec.example|Públic|2024/2025|497300
43007890|Col·legi Sant Pau|av. Catalunya, 21|43002|Tarragona|Tarragonès|977550130||secretaria@santpau.example|Privat|2024/2025|352900
25001122|Llar d'infants El Niu|pl. Espanya, 2|25002|Lleida|Segrià|973550140||elniu@paeria.example|Públic|2024/2025|301800`,
  `centros galegos
Código|Centro|Enderezo|C.P.|Concello|Provincia|Teléfono|Fax|Correo electrónico|Titularidade|Director/a|Data de alta
CustomerNumber/-|Company/-|Address|PostalCode|City|Region|Phone|Fax|Email|-|FullName/-|-
15001234|CEIP Ría de Noia|Rúa da Escola, 3|15200|Noia|A Coruña|981550110|981550111|ceip.noia@edu.example|Pública|Uxía Castro Lema|01/09/1978
27004567|IES Muralla Romana|Avda. da Coruña, 80|27003|Lugo|Lugo|982550120||ies.muralla@edu.example|Pública|Brais Pena Souto|01/09/1985
32007890|CPR Santo Anxo|Rúa do Paseo, 11|32003|Ourense|Ourense|988550130|988550131|santoanxo@edu.example|Privada|Iria Vázquez Rei|15/10/1990
36001122|EEI Monte Alto|Camiño Novo, s/n|36202|Vigo|Pontevedra|986550140||eei.montealto@edu.example|Pública|Antón Rial Fdez.|01/09/2001`,
  `socios galegos
Nome|Apelidos|Enderezo|Código postal|Vila|Teléfono fixo|Teléfono móbil|Correo|Data de nacemento|Sexo|Observacións
FirstName|LastName|Address|PostalCode|City|Phone|MobilePhone|Email|DateOfBirth|Gender|Notes
Uxía|Castro Lema|Rúa Real 10|15003|A Coruña|981550210|600551001|uxia@correo.example|12/03/1980|M|pagou en xaneiro
Brais|Pena Souto|Praza Maior 2|27001|Lugo|982550220|600552002|brais@correo.example|30/11/1975|H|
Iria|Vázquez Rei|Rúa Nova 41|32001|Ourense||600553003|iria.vazquez@correo.example|05/07/1991|M|chamar pola tarde
Antón|Rial Fernández|Rúa do Sol 7|36201|Vigo|986550240|600554004|anton@correo.example|21/01/1968|H|`,
  `scuole statali
CODICESCUOLA|DENOMINAZIONESCUOLA|INDIRIZZOSCUOLA|CAPSCUOLA|DESCRIZIONECOMUNE|PROVINCIA|REGIONE|INDIRIZZOEMAILSCUOLA|SITOWEBSCUOLA|ANNOSCOLASTICO
CustomerNumber/-|Company|Address|PostalCode|City|-/Region|Region/-|Email|Website|-
BOIC81400A|ISTITUTO COMPRENSIVO N. 4|VIA VERNE 19|40128|BOLOGNA|BOLOGNA|EMILIA ROMAGNA|boic81400a@istruzione.example|www.ic4bologna.example|202425
NAPS12345B|LICEO SCIENTIFICO G. GALILEI|VIA ROMA 110|80133|NAPOLI|NAPOLI|CAMPANIA|naps12345b@istruzione.example|www.liceogalilei.example|202425
RMEE8AA01C|SCUOLA PRIMARIA G. RODARI|VIALE DEI PINI 8|00142|ROMA|ROMA|LAZIO|rmee8aa01c@istruzione.example|www.rodariroma.example|202425
ATTF01000D|ISTITUTO TECNICO A. VOLTA|PIAZZA ALFIERI 3|14100|ASTI|ASTI|PIEMONTE|attf01000d@istruzione.example||202425`,
  `clienti
Ragione sociale|Partita IVA|Codice fiscale|Referente|Tel.|Cell.|PEC|Email|Indirizzo|N. civico|CAP|Comune|Prov.|Data di nascita|Sesso|Note
Company|CompanyNumber|-/CompanyNumber|FullName|Phone|MobilePhone|-|Email|Address|HouseNumber|PostalCode|City|Region|DateOfBirth|Gender|Notes
Ferrari Arredi S.r.l.|01234560371|FRRGLI80C52A944K|Giulia Ferrari|051 5550144|333 5550101|ferrari@pec.example|giulia@ferrariarredi.example|Via Saffi|22|40131|Bologna|BO|12/03/1980|F|cliente dal 2015
Officine De Luca S.p.A.|07654320631|DLCMRC75S30F839X|Marco De Luca|081 5550190|347 5550120|deluca@pec.example|m.deluca@odl.example|Corso Umberto|110|80138|Napoli|NA|30/11/1975|M|
Studio Conti|10293840561|CNTLSE91L45H501W|Elisa Conti|06 5550101|||elisa@studioconti.example|Viale Trastevere|8|00153|Roma|RM|05/07/1991|F|richiamare
Greco Vini S.n.c.|00987650059|GRCDVD68A21A479Z|Davide Greco|0141 555022|320 5550188|grecovini@pec.example|davide@grecovini.example|Piazza Alfieri|3|14100|Asti|AT|21/01/1968|M|`,
  `clientes portugueses
Designação social|NIF|Morada|Código Postal|Localidade|Distrito|Telefone|Telemóvel|Correio eletrónico|Pessoa de contacto|Data de nascimento|Sítio web|Observações
Company|CompanyNumber|Address|PostalCode|City|Region|Phone|MobilePhone|Email|FullName|DateOfBirth|Website|Notes
Pastelaria Estrela Lda|501234567|Rua do Carmo 12|1200-094|Lisboa|Lisboa|213 550 110|912 550 110|geral@pestrela.example|Inês Carvalho|12/03/1980|www.pestrela.example|ligar de manhã
Construções Faria S.A.|502345678|Av. da Boavista 800|4100-112|Porto|Porto|225 550 120|933 550 120|faria@cfaria.example|Rui Faria|30/11/1975|www.cfaria.example|
Quinta do Vale|503456789|Estrada Nacional 2|5000-051|Vila Real|Vila Real|259 550 130||quinta@dovale.example|Marta Lopes|05/07/1991||fechado em agosto
Clínica Dentária Sorriso|504567890|Rua Direita 45|3800-012|Aveiro|Aveiro|234 550 140|966 550 140|sorriso@cds.example|Tiago Nunes|21/01/1968|www.cds.example|`,
  `empresas brasileiras
CNPJ|Razão Social|Nome Fantasia|Logradouro|Número|Complemento|Bairro|Município|UF|CEP|DDD|Telefone|E-mail|Data de abertura|Situação cadastral
CompanyNumber|Company|-|Address|HouseNumber|AddressLine2|-|City|Region|PostalCode|-|Phone|Email|-|-
12.345.678/0001-90|Padaria Pereira Ltda|Pão Quente|Avenida Paulista|1000|loja 2|Bela Vista|São Paulo|SP|01310-100|11|35550144|joao@padariapereira.example|01/03/2001|Ativa
23.456.789/0001-01|Ramos Advogados Associados|Ramos|Rua da Assembleia|10|sala 1201|Centro|Rio de Janeiro|RJ|20040-002|21|25550199|luiza@ramosadv.example|15/08/2009|Ativa
34.567.890/0001-12|CM Transportes S.A.||Avenida Afonso Pena|3500||Funcionários|Belo Horizonte|MG|30112-000|31|35550127|caio@cmtransportes.example|20/01/1995|Baixada
45.678.901/0001-23|Flor do Lar ME|Flor do Lar|Rua XV de Novembro|88|fundos|Centro|Curitiba|PR|80010-010|41|35550160|tania@flordolar.example|30/06/2018|Ativa`,
  `polskie firmy
Nazwa firmy|NIP|REGON|Imię|Nazwisko|Stanowisko|Ulica|Nr domu|Kod pocztowy|Miejscowość|Województwo|Telefon|Telefon komórkowy|E-mail|Strona WWW|Uwagi|Data dodania
Company|CompanyNumber|-|FirstName|LastName|JobTitle|Address|HouseNumber|PostalCode|City|Region|Phone|MobilePhone|Email|Website|Notes|-
Stolarnia Nowak Sp. z o.o.|5250001122|140011223|Anna|Nowak|Prezes|Długa|12|00-238|Warszawa|mazowieckie|22 555 01 10|601 555 110|anna@stolarnianowak.example|www.stolarnianowak.example|dzwonić po 10|2025-01-10
Auto-Serwis Kowalczyk|6760003344|350022334|Piotr|Kowalczyk|Właściciel|Zakopiańska|105A|30-418|Kraków|małopolskie|12 555 02 20|602 555 220|piotr@askowalczyk.example|www.askowalczyk.example||2025-01-12
Piekarnia Złoty Kłos|8990005566|930033445|Zofia|Wiśniewska|Kierownik|Legnicka|8|54-203|Wrocław|dolnośląskie|71 555 03 30|603 555 330|zofia@zlotyklos.example||wysłać ofertę|2025-02-01
Biuro Rachunkowe Lis S.C.|7820007788|630044556|Marek|Lis|Księgowy|Święty Marcin|29|61-806|Poznań|wielkopolskie|61 555 04 40|604 555 440|marek@brlis.example|www.brlis.example||2025-02-15`,
  `rejestr szkół
Numer RSPO|Nazwa|Typ|Ulica|Numer budynku|Kod pocztowy|Miejscowość|Powiat|Tel.|E-mail|Strona www|Imię i nazwisko dyrektora|Liczba uczniów
CustomerNumber/-|Company/-|-|Address|HouseNumber|PostalCode|City|-/Region|Phone|Email|Website|FullName|-
11001|Szkoła Podstawowa nr 12|Szkoła podstawowa|Szkolna|4|41-200|Sosnowiec|Sosnowiec|322550110|sp12@szkoly.example|www.sp12.example|Barbara Zielińska|412
11002|II Liceum Ogólnokształcące|Liceum|Mickiewicza|16|35-064|Rzeszów|Rzeszów|172550120|lo2@szkoly.example|www.lo2rzeszow.example|Adam Wójcik|690
11003|Przedszkole Miejskie Bajka|Przedszkole|Leśna|2|16-400|Suwałki|Suwałki|872550130|bajka@szkoly.example||Ewa Dąbrowska|95
11004|Zespół Szkół Technicznych|Technikum|Kopernika|50|66-400|Gorzów Wielkopolski|Gorzów|952550140|zst@szkoly.example|www.zstgorzow.example|Jan Pawlak|830`,
  `zoznam zákazníkov
Názov spoločnosti|IČO|Meno|Priezvisko|Pozícia|Ulica a číslo|PSČ|Mesto|Okres|Telefón|Mobil|E-mail|Webová stránka|Dátum narodenia|Poznámka|Krajina
Company|CompanyNumber|FirstName|LastName|JobTitle|Address|PostalCode|City|-/Region|Phone|MobilePhone|Email|Website|DateOfBirth|Notes|Country
Stavmont s.r.o.|36001122|Jana|Kováčová|Konateľka|Hlavná 12|040 01|Košice|Košice I|055/555 01 10|0905 550 110|jana@stavmont.example|www.stavmont.example|12.03.1980|volať poobede|Slovensko
Pekáreň Klas|36003344|Peter|Horváth|Majiteľ|Námestie slobody 3|974 01|Banská Bystrica|Banská Bystrica|048/555 02 20|0907 550 220|peter@klas.example||30.11.1975||Slovensko
Autodoprava Novák|36005566|Michal|Novák|Vodič|Štúrova 44|811 02|Bratislava|Bratislava I||0911 550 330|michal@adnovak.example|www.adnovak.example|05.07.1991|poslať cenník|Slovensko
Zubná ambulancia Dent|36007788|Zuzana|Bieliková|Lekárka|Dolná 7|010 01|Žilina|Žilina|041/555 04 40|0918 550 440|zuzana@dent.example|www.dent.example|21.01.1968||Slovensko`,
  `zákazníci
IČO|Název firmy|Jméno|Příjmení|Titul|Pracovní pozice|Ulice|Č. p.|PSČ|Město|Kraj|Telefon|Mobil|E-mail|Webové stránky|Datum narození|Poznámka|Pohlaví
CompanyNumber|Company|FirstName|LastName|Title|JobTitle|Address|HouseNumber|PostalCode|City|Region|Phone|MobilePhone|Email|Website|DateOfBirth|Notes|Gender
27001122|Truhlářství Dvořák s.r.o.|Petr|Dvořák|Ing.|Jednatel|Dlouhá|12|110 00|Praha 1|Hlavní město Praha|225 550 110|601 550 110|petr@tdvorak.example|www.tdvorak.example|12.03.1980|volat odpoledne|muž
27003344|Květiny Růžena|Růžena|Malá||Majitelka|Masarykova|35|602 00|Brno|Jihomoravský|545 550 120|602 550 120|ruzena@kvetiny.example||30.11.1975||žena
27005566|Svoboda Elektro a.s.|Jan|Svoboda|Bc.|Nákupčí|Nádražní|104/2|702 00|Ostrava|Moravskoslezský|596 550 130|603 550 130|jan@selektro.example|www.selektro.example|05.07.1991|poslat ceník|muž
27007788|Penzion U Lípy|Eva|Černá|Mgr.|Vedoucí|Zámecká|7|381 01|Český Krumlov|Jihočeský||604 550 140|eva@ulipy.example|www.ulipy.example|21.01.1968||žena`,
  `rejstřík škol
RED_IZO|IČO|Plný název|Ulice|PSČ|Místo|Okres|Telefon|Email 1|Email 2|WWW|Ředitel|Zřizovatel|Kapacita
-/CustomerNumber|CompanyNumber|Company|Address|PostalCode|City|-/Region|Phone|Email|-|Website|FullName/-|-|-
600001234|49001122|Základní škola Komenského|Komenského 12|252 63|Roztoky|Praha-západ|220550110|zs@roztoky.example|reditel@roztoky.example|www.zsroztoky.example|Jiří Beneš|Město Roztoky|450
600004567|49003344|Mateřská škola Sluníčko|Lesní 3|460 01|Liberec|Liberec|485550120|ms@slunicko.example||www.msslunicko.example|Hana Veselá|Město Liberec|90
600007890|49005566|Gymnázium Jana Nerudy|Hellichova 3|118 00|Praha 1|Praha|257550130|gjn@gjn.example|sekretariat@gjn.example|www.gjn.example|Petr Kučera|Hl. m. Praha|600
600001122|49007788|Střední průmyslová škola|Kratochvílova 7|750 02|Přerov|Přerov|581550140|sps@sps.example||www.spsprerov.example|Lenka Horká|Olomoucký kraj|520`,
  `kupci
Ime|Prezime|Tvrtka|OIB|Adresa|Poštanski broj|Grad|Županija|Telefon|Mobitel|E-pošta|Napomena|Datum rođenja
FirstName|LastName|Company|CompanyNumber/-|Address|PostalCode|City|Region|Phone|MobilePhone|Email|Notes|DateOfBirth
Ivan|Horvat|Horvat d.o.o.|12345678901|Ilica 12|10000|Zagreb|Grad Zagreb|01 5550 110|091 555 0110|ivan@horvat.example|zvati poslije 10|12.03.1980.
Marija|Babić|Pekara Babić|23456789012|Vukovarska 3|21000|Split|Splitsko-dalmatinska|021 550 120|098 555 0120|marija@babic.example||30.11.1975.
Luka|Marić|Marić Promet d.o.o.|34567890123|Korzo 8|51000|Rijeka|Primorsko-goranska|051 550 130|095 555 0130|luka@maricpromet.example||05.07.1991.
Ana|Knežević|Apartmani Ana|45678901234|Obala 1|20000|Dubrovnik|Dubrovačko-neretvanska||099 555 0140|ana@apartmani.example|poslati ponudu|21.01.1968.`,
];
