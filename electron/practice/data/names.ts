import type { Country } from './campaigns.ts';

/** Made-up people and places. Every list has letters outside ASCII: they are what breaks careless clients. */
export interface NameLists {
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly streets: readonly string[];
  readonly cities: readonly (readonly [postcode: string, city: string])[];
  readonly companies: readonly string[];
  readonly branches: readonly string[];
  readonly dialCode: string;
}

const split = (text: string) => text.split('|');

export const nameLists: Readonly<Record<Country, NameLists>> = {
  DK: {
    first: split('Søren|Åse|Jørgen|Mette|Rasmus|Kirsten|Bjørn|Lærke|Ida|Kasper|Øyvind|Astrid|Mads|Sofie|René|Zoë'),
    last: split(
      'Kjær|Sørensen|Østergaard|Møller|Ågård|Nørgaard|Hansen|Bækgaard|Holm|Højlund|Jensen-Åberg|Præst|Skov|Thygesen',
    ),
    streets: split('Nørregade|Åboulevarden|Strandvejen|Østerbrogade|Møllevej|Kærvej|Søndergade|Ærøvej'),
    cities: [
      ['2100', 'København Ø'],
      ['8000', 'Aarhus C'],
      ['5000', 'Odense C'],
      ['9000', 'Aalborg'],
      ['4600', 'Køge'],
      ['6400', 'Sønderborg'],
      ['0800', 'Høje Taastrup'],
    ],
    companies: split('Ærø Kraft ApS|Nørreport Tømrer A/S|Blå Øst Logistik|Kjær & Søn|Fjordens Rederi|Åbyhøj Auto'),
    branches: split('Tømrer|Transport|Detailhandel|Landbrug|Sundhed|Rådgivning'),
    dialCode: '+45',
  },
  NO: {
    first: split('Bjørn|Ingrid|Øystein|Åse|Håkon|Kari|Tore|Sigrid|Jørn|Ragnhild|Pål|Solveig|Eirik|Ánte'),
    last: split('Haugland|Solberg|Ødegård|Bjørnstad|Kjærstad|Åsen|Næss|Thorvaldsen|Sæther|Lødding|Mæhlum|Vik'),
    streets: split('Storgata|Øvre gate|Fjellveien|Åsveien|Sjøgata|Bjørkeveien|Kirkegata'),
    cities: [
      ['0150', 'Oslo'],
      ['5003', 'Bergen'],
      ['7010', 'Trondheim'],
      ['9008', 'Tromsø'],
      ['8001', 'Bodø'],
      ['1606', 'Fredrikstad'],
      ['9730', 'Kárášjohka'],
    ],
    companies: split('Nordlys Kraft AS|Sjøfisk Tromsø|Fjell & Fjære AS|Ålesund Verft'),
    branches: split('Kraft|Fiskeri|Reiseliv|Bygg og anlegg'),
    dialCode: '+47',
  },
  SE: {
    first: split('Åsa|Göran|Märta|Örjan|Björn|Linnéa|Östen|Karin|Håkan|Ebba|Sören|Ingemar|Noël'),
    last: split('Åkerström|Öberg|Lindström|Sjögren|Hägglund|Ekström|Nordén|Söderström|Gärdström|Andersson|Blåbäck'),
    streets: split('Storgatan|Södra Förstadsgatan|Västergatan|Ängsvägen|Åkervägen|Östra Hamngatan'),
    cities: [
      ['211 20', 'Malmö'],
      ['411 04', 'Göteborg'],
      ['111 22', 'Stockholm'],
      ['753 20', 'Uppsala'],
      ['702 10', 'Örebro'],
      ['972 31', 'Luleå'],
    ],
    companies: split('Malmö Mätteknik AB|Skåne Släp AB|Växjö Verkstad'),
    branches: split('Bygg|Vård|Handel|Tillverkning'),
    dialCode: '+46',
  },
  DE: {
    first: split('Jörg|Käthe|Günther|Wiebke|Jürgen|Anneliese|Björn|Thorben|Änne|Ümit|Zoë|Katharina|François'),
    last: split(
      'Weißhaupt|Müller-Lüdenscheid|Groß|Schröder|Böhm|Claußen|Hinrichs|Özdemir|Köhler|von der Höh|Jäger|Petersen',
    ),
    streets: split(
      'Müllerstraße|Schönhauser Allee|Grünberger Straße|Große Hamburger Straße|Übersee-Allee|Am Weißen See',
    ),
    cities: [
      ['13353', 'Berlin'],
      ['20457', 'Hamburg'],
      ['80331', 'München'],
      ['50667', 'Köln'],
      ['01067', 'Dresden'],
      ['99084', 'Erfurt'],
      ['24103', 'Kiel'],
      ['04109', 'Leipzig'],
    ],
    companies: split(
      'Grundschule am Weißen See|Käthe-Kollwitz-Oberschule|Schule für Körperbehinderte|Gebrüder-Grimm-Grundschule|Oberstufenzentrum Bürowirtschaft',
    ),
    branches: split('Grundschule|Gymnasium|Förderschule|Gemeinschaftsschule|Berufsschule'),
    dialCode: '+49',
  },
  EU: {
    first: split('Łukasz|Żaneta|Jiří|Šárka|Ελένη|Γιώργος|Олена|Željko|İpek|Ştefan|Þórunn|Äijä|Siân|美咲|Nguyễn'),
    last: split(
      'Wójcik|Śliwiński|Dvořák|Žižková|Παπαδόπουλος|Шевченко|Đorđević|Yıldız|Țăranu|Guðmundsdóttir|Mäkelä|Ó Súilleabháin|田中|Trần',
    ),
    streets: split('Świętokrzyska|Náměstí Míru|Λεωφόρος Αθηνών|вулиця Хрещатик|İstiklal Caddesi|Skólavörðustígur'),
    cities: [
      ['00-001', 'Łódź'],
      ['110 00', 'Plzeň'],
      ['104 31', 'Αθήνα'],
      ['01001', 'Київ'],
      ['34000', 'İzmir'],
      ['101', 'Reykjavík'],
      ['33100', 'Jyväskylä'],
      ['1000-001', 'Évora'],
    ],
    companies: split('Żółw Sp. z o.o.|Škoda & Syn|Ήλιος Α.Ε.|Ясен ТОВ|Güneş Ltd. Şti.|Þór hf.|"Étoile" S.à r.l.'),
    branches: split('Solceller, batterier|Wärmepumpen|Vélos électriques|Smart home'),
    dialCode: '+48',
  },
};

export const sources: readonly string[] = split('Messe|Web|Anbefaling|Købt liste|Kampagne "Efterår"|Empfehlung');

export const countries: readonly string[] = split('Polska|Česko|Ελλάδα|Україна|Türkiye|Ísland|Suomi|Éire');

/** Some run over several lines and carry quotes and delimiters, as notes of agents do. */
export const notes: readonly string[] = [
  '',
  '',
  '',
  'Ring efter kl. 16',
  'Ønsker tilbud; e-mail først',
  'Sagde "måske", spurgte om pris',
  'Linje 1\nLinje 2: ring til kontoret',
  'Kein Interesse vor März, bitte später',
  'Flyttet til 3. sal, dør 2',
];
