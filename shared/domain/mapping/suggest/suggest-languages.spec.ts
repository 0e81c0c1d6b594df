import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../testing/fields-of.ts';

describe('headers of the Baltic languages', () => {
  it.each([
    [
      'Ettevõtte nimi|Registrikood|Aadress|Linn|Postiindeks|Maakond|E-post|Kontaktisik|Koduleht',
      ['Kask Ehitus OÜ|11023012|Kooli 20|Tartu|51003|Tartu maakond|liis@kask.ee|Liis Saar|www.kask.ee'],
      'Company|CompanyNumber|Address|City|PostalCode|Region|Email|FullName|Website',
    ],
    [
      'Nosaukums|Reģistrācijas nr.|Juridiskā adrese|Pilsēta|Pasta indekss|Tālrunis|E-pasts|Kontaktpersona',
      ['SIA Balodis|40012345678|Skolas iela 131|Rīga|LV-1010|67 021 193|maris@balodis.lv|Māris Krūmiņš'],
      'Company|CompanyNumber|Address|City|PostalCode|Phone|Email|FullName',
    ],
    [
      'Pavadinimas|Įmonės kodas|Adresas|Miestas|Pašto kodas|Mob. tel.|El. paštas|Kontaktinis asmuo|Pastabos',
      ['UAB Butkus|301234567|Vilniaus g. 8|Kaunas|LT-44249|8 612 34567|rasa@butkus.lt|Rasa Butkienė|skambinti ryte'],
      'Company|CompanyNumber|Address|City|PostalCode|MobilePhone|Email|FullName|Notes',
    ],
  ])('mean their fields: %s', (header, rows, fields) => expect(fieldsOf(header, ...rows)).toBe(fields));

  it('of members, too', () => {
    expect(fieldsOf('Eesnimi|Perekonnanimi|Sünniaeg', 'Mari|Tamm|01.02.1980', 'Jaan|Saar|11.12.1971')).toBe(
      'FirstName|LastName|DateOfBirth',
    );
    expect(fieldsOf('Uzvārds|Vārds|Dzimšanas datums', 'Ozols|Andris|01.02.1980', 'Balode|Ilze|11.12.1971')).toBe(
      'LastName|FirstName|DateOfBirth',
    );
    expect(fieldsOf('Vardas|Pavardė|Gimimo data', 'Jonas|Butkus|1980-02-01', 'Rasa|Urbonė|1971-12-11')).toBe(
      'FirstName|LastName|DateOfBirth',
    );
  });
});

it('post codes of every length keep to their name in a list of several rows', () => {
  const cases = [
    ['氏名|郵便番号', '山田 太郎|100-0001', '佐藤 花子|530-0001', '鈴木 一郎|460-0008'],
    ['שם מלא|מיקוד', 'דוד כהן|6100000', 'רחל לוי|3303105', 'משה פרץ|9414101'],
    ['Navn|Postnr.', 'Jógvan Dam|100', 'Anna Joensen|700', 'Eyð Olsen|360'],
  ] as const;
  for (const [header, ...rows] of cases) expect(fieldsOf(header, ...rows)).toBe('FullName|PostalCode');
});

describe('headers of Asia', () => {
  it.each([
    [
      '顧客番号|氏名|フリガナ|郵便番号|住所|電話番号|携帯電話|メールアドレス|生年月日',
      [
        '00001|山田 太郎|ヤマダ タロウ|100-0001|東京都千代田区丸の内1-2|03-1234-5678|090-1234-5678|t@example.jp|1980年4月1日',
      ],
      'CustomerNumber|FullName|-|PostalCode|Address|Phone|MobilePhone|Email|DateOfBirth',
    ],
    [
      '序号|姓名|公司名称|手机|座机|邮箱|地址|邮编|备注',
      ['1|王伟|北京某某科技有限公司|13812340000|010-62340001|w@example.cn|北京市朝阳区建国路1号|100020|下午打电话'],
      '-|FullName|Company|MobilePhone|Phone|Email|Address|PostalCode|Notes',
    ],
    [
      '이름|회사명|휴대폰 번호|이메일|주소|우편번호',
      ['김민수|한빛 주식회사|010-1234-5678|k@example.kr|서울특별시 중구 세종대로 110|04524'],
      'FullName|Company|MobilePhone|Email|Address|PostalCode',
    ],
    [
      'שם פרטי|שם משפחה|טלפון|דוא"ל|כתובת|עיר|מיקוד',
      ["משה|כהן|054-1234567|m@example.co.il|רח' הרצל 1|תל אביב|6100000"],
      'FirstName|LastName|Phone|Email|Address|City|PostalCode',
    ],
    [
      'ชื่อ|นามสกุล|บริษัท|เบอร์โทรศัพท์|มือถือ|อีเมล|ที่อยู่|รหัสไปรษณีย์|หมายเหตุ',
      ['สมชาย|ใจดี|บริษัท สยามการค้า จำกัด|02-123-4567|081-234-5678|s@example.co.th|99 หมู่ 5 ต.บางพลี|10540|โทรเช้า'],
      'FirstName|LastName|Company|Phone|MobilePhone|Email|Address|PostalCode|Notes',
    ],
    ['ชื่อ-นามสกุล|เบอร์โทร|ตำแหน่ง|จังหวัด', ['สมชาย ใจดี|081-234-5678|ผู้จัดการ|ชลบุรี'], 'FullName|Phone|JobTitle|Region'],
    [
      'Họ và tên|Số điện thoại|Công ty|Địa chỉ|Tỉnh/Thành phố|Ghi chú',
      ['Nguyễn Văn An|0912 345 678|Công ty TNHH Sao Mai|12 Lê Lợi|Đà Nẵng|gọi buổi sáng'],
      'FullName|Phone|Company|Address|City|Notes',
    ],
    [
      'STT|Ho|Ten|SDT|Dia chi|Ngay sinh',
      ['1|Nguyen Van|An|0912345678|12 Le Loi|01/02/1980'],
      '-|LastName|FirstName|Phone|Address|DateOfBirth',
    ],
    [
      'नाम|मोबाइल नंबर|ईमेल|कंपनी|पता|शहर|पिन कोड|टिप्पणी',
      ['राजेश शर्मा|98765 43210|r@example.co.in|शर्मा ट्रेडर्स|12, गांधी मार्ग|जयपुर|302001|सुबह फोन करें'],
      'FullName|MobilePhone|Email|Company|Address|City|PostalCode|Notes',
    ],
  ])('mean their fields: %s', (header, rows, fields) => expect(fieldsOf(header, ...rows)).toBe(fields));

  it('in English do not mean a field for two letters or a number', () => {
    expect(fieldsOf('Name|Ho|Ten|Phone', 'Anna Lund|x|10|+4520112233', 'Bo Dahl|y|12|+4530445566')).toBe(
      'FullName|-|-|Phone',
    );
    expect(fieldsOf('DT|Name|City', '20260102|Anna Lund|Ry', '|Bo Dahl|Ribe')).toBe('-|FullName|City');
    expect(fieldsOf('Họ tên|ĐT', 'Nguyễn Văn An|0912 345 678')).toBe('FullName|Phone');
    // "Firma" is a word of Danish and German, too.
    expect(fieldsOf('Navn|Ho|Firma', 'Anna Lund|x|Lund Byg ApS', 'Bo Dahl|y|Dahl & Søn A/S')).toBe(
      'FullName|-|Company',
    );
    expect(fieldsOf('Ho|Ten|Telefon', 'x|10|+4520112233', 'y|12|+4530445566')).toBe('-|-|Phone');
  });

  it('of Vietnamese are known by its letters alone', () => {
    expect(fieldsOf('Họ|Tên|Tuổi', 'Nguyễn Văn|An|34', 'Trần Thị|Bình|41')).toBe('LastName|FirstName|-');
    expect(fieldsOf('Họ|Tên|Tuổi'.normalize('NFD'), 'Nguyễn Văn|An|34', 'Trần Thị|Bình|41')).toBe(
      'LastName|FirstName|-',
    );
  });

  it('of Hindi are told apart by their vowels, and are the same with and without a dot below a letter', () => {
    const family = 'राजेश शर्मा|मोहन शर्मा|सीमा शर्मा';
    expect(fieldsOf('नाम|पिता|पति', family)).toBe('FullName|-|-');
    expect(fieldsOf('नाम|पिता/पति का नाम|पता|फ़ोन नं.', 'राजेश शर्मा|मोहन शर्मा|12, गांधी मार्ग|98765 43210')).toBe(
      'FullName|-|Address|Phone',
    );
  });
});

it('Turkish is known by its letters, too, where the other headers are the same in other languages', () => {
  const rows = ['Ali Yılmaz|Ankara|0532 123 45 67', 'Ayşe Kaya|İzmir|0532 123 45 68'];
  expect(fieldsOf('Ad|İl|Telefon', ...rows)).toBe('FirstName|City|Phone');
  expect(fieldsOf('Ad|Il|Telefon', ...rows)).toBe('-|-|Phone');
});

describe('headers of languages with few files', () => {
  it.each([
    [
      'Nama|Nama Perusahaan|No. HP|No. Telepon|Alamat Email|Alamat|Kota|Kode Pos|Keterangan',
      ['Budi Santoso|PT Maju Jaya|0812-2345-6789|021-5123456|b@x.co.id|Jl. Sudirman 12|Jakarta|10110|besok'],
      'FullName|Company|MobilePhone|Phone|Email|Address|City|PostalCode|Notes',
    ],
    [
      'Fornafn|Eftirnafn|Heimilisfang|Póstnúmer|Staður|Sími|Farsími|Netfang',
      [
        'Þór|Jónsson|Laugavegur 4|101|Reykjavík|551 2345|691 2345|t@x.is',
        'Ýr|Ásgeirsdóttir|Ármúli 9|105|Reykjavík|552 2345|692 2345|y@x.is',
      ],
      'FirstName|LastName|Address|PostalCode|City|Phone|MobilePhone|Email',
    ],
  ])('mean their fields: %s', (header, rows, fields) => expect(fieldsOf(header, ...rows)).toBe(fields));
});

it('a header of Chinese signs names whose phone, address or name it is before the word for it', () => {
  expect(
    fieldsOf(
      '注文者名|注文者電話番号|注文者住所|注文者郵便番号',
      '佐藤 花子|03-3123-4567|東京都渋谷区神南 1-2|150-0002',
      '田中 健一|03-3987-1234|東京都新宿区西新宿 3|160-0022',
    ),
  ).toBe('FullName|Phone|Address|PostalCode');
  expect(
    fieldsOf('业主姓名|手机号码|房屋地址', '王伟|13812340000|朝阳区建国路1号', '李芳|13912340001|海淀区中关村2号'),
  ).toBe('FullName|MobilePhone|Address');
  expect(fieldsOf('会員姓名|自宅電話番号|担当電話', '佐藤 花子|03-3123-4567|x', '田中 健一|03-3987-1234|y')).toBe(
    'FullName|Phone|-',
  );
});

it('a person in Polish programs has a name, not a company', () => {
  expect(
    fieldsOf(
      'Osoba - Nazwa|Osoba - Organizacja|Osoba - Telefon - Praca',
      'Ewa Kot|Nord Sp. z o.o.|22 612 34 56',
      'Jan Lis|Zgoda Sp. z o.o.|22 612 34 57',
    ),
  ).toBe('FullName|Company|Phone');
});

it('is still a person where every column begins with that word, and a company is none', () => {
  const rows = ['Ewa Kot|22 612 34 56|ewa@n.pl|Nord S.A.|Adam', 'Jan Lis|22 612 34 57|jan@z.pl|Jura S.A.|Adam'];
  const all = 'Osoba - Nazwa|Osoba - Telefon|Osoba - E-mail|Osoba - Organizacja|Osoba - Właściciel';
  expect(fieldsOf(all, ...rows)).toBe('FullName|Phone|Email|Company|-');
  expect(fieldsOf(all.replaceAll('Osoba - ', 'osoba_'), ...rows)).toBe('FullName|Phone|Email|Company|-');
  const firm = ['Nord S.A.|22 612 34 56|a@n.pl|Łódź', 'Jura S.A.|22 612 34 57|a@z.pl|Kraków'];
  expect(fieldsOf('Firma - Nazwa|Firma - Telefon|Firma - E-mail|Firma - Miasto', ...firm)).toBe(
    'Company|Phone|Email|City',
  );
  expect(fieldsOf('Klient nazwa|Klient telefon|Klient e-mail|Klient miasto', ...firm)).toBe('Company|Phone|Email|City');
});

it('an address behind a dash says which street and town they are', () => {
  const row = 'Nord|ul. Długa 3|Kraków|31-072';
  const home = '|ul. Krótka 4|Łódź|';
  expect(
    fieldsOf(
      'Firma|Ulica - adres służbowy|Miejscowość - adres służbowy|Kod pocztowy - adres służbowy|Ulica - adres domowy|Miejscowość - adres domowy|Kod pocztowy - adres domowy',
      row + home,
      `Jura|ul. Polna 9|Poznań|61-001${home}`,
    ),
  ).toBe('Company|Address|City|PostalCode|-|-|-');
  const town = ['Nord|1 Oak St|Troy|12180', 'Jura|2 Elm St|Ames|50010'];
  expect(fieldsOf('Company|Street - business address|City - business address|Zip - business address', ...town)).toBe(
    'Company|Address|City|PostalCode',
  );
  expect(fieldsOf('Company|Address - Street|Address - City|Address - Zip', ...town)).toBe(
    'Company|Address|City|PostalCode',
  );
  expect(fieldsOf('Company|Ort - Straße|Ort - Ort|Ort - PLZ', ...town)).toBe('Company|Address|City|PostalCode');
});

it('the Russian sign for a number is the word for it', () => {
  const rows = [
    '1|10037|Иван|8 495 123-45-67|8 903 123-45-67|551',
    '2|10074|Мария|8 495 223-45-68|8 903 223-45-68|552',
  ];
  expect(fieldsOf('№|№ клиента|Имя|Телефон №1|Телефон №2|№ заказа', ...rows)).toBe(
    '-|CustomerNumber|FirstName|Phone|Phone2|-',
  );
  expect(fieldsOf('№ п/п|Код клиента|Имя клиента|№ тел.|Телефон клиента|№ договора', ...rows)).toBe(
    '-|CustomerNumber|FullName|Phone|Phone2|-',
  );
  expect(fieldsOf('Тип клиента|Клиент', 'Опт|ООО Север', 'Розница|ЗАО Юг', 'Опт|ООО Запад')).toBe('-|Company');
});

it('how a form wants a value written says nothing else', () => {
  expect(
    fieldsOf(
      'Name|Phone (xxx-xxx-xxxx)|E-mail (name@domain.com)|Zip (5 digits)',
      'Anna Holm|212-731-0938|a@x.com|10001',
      'Bob Smith|212-731-0939|b@x.com|10013',
    ),
  ).toBe('FullName|Phone|Email|PostalCode');
  expect(fieldsOf('Phone (manager)|Name', '212-731-0938|Anna Holm', '212-731-0939|Bob Smith')).toBe('-|FullName');
});

it('names that mean two things in two languages, or beside another name', () => {
  expect(fieldsOf('Име|Презиме|Телефон', 'Петар|Јовановић|+381 64 1234567', 'Ана|Петровић|+381 63 7654321')).toBe(
    'FirstName|LastName|Phone',
  );
  expect(fieldsOf('Име|Презиме|Фамилия', 'Иван|Петров|Георгиев', 'Мария|Иванова|Колева')).toBe(
    'FirstName|MiddleName|LastName',
  );
  expect(fieldsOf('이름|성|전화번호', '민수|김|010-1234-5678', '지은|이|010-8765-4321')).toBe(
    'FirstName|LastName|Phone',
  );
});

it('the first of two last names is the last name, and both lines of an address are the address', () => {
  expect(fieldsOf('Nombre|1er Apellido|2º Apellido', 'María|García|Peña', 'Íñigo|Muñoz|Gómez')).toBe(
    'FirstName|LastName|-',
  );
  expect(fieldsOf('Nombre(s)|Apellido paterno|Apellido materno', 'María|García|Peña', 'Íñigo|Muñoz|Gómez')).toBe(
    'FirstName|LastName|-',
  );
  expect(fieldsOf('Address 1&2 (Billing)|Address 2 (Billing)', 'Nygade 1|2. tv.', 'Vestergade 5, 1.|')).toBe(
    'Address|AddressLine2',
  );
  expect(fieldsOf('Address 1: Street 1|Address 1: Street 2', 'Nygade 1|2. tv.', 'Vestergade 5|1. th.')).toBe(
    'Address|AddressLine2',
  );
});

describe('headers of programs in one language', () => {
  it.each([
    ['Er referens', 'Anna Nyström|Lars Ek|Karin Sjöberg', 'FullName'],
    ['Anrede', 'Herr|Frau|Firma', 'Title'],
    ['Anrede', 'Herrn|Frau|Firma', 'Title'],
    ['Titel', 'Mag. (FH)|DI|Dr.', 'Title'],
    ['Gemeente', 'Brussel|Gent|Aalst', 'City'],
    ['Emails', 'a@x.com, b@x.com|c@x.com, d@x.com|e@x.com, f@x.com', 'Email'],
    ['Emails', 'a@x.com, later|c@x.com, none|e@x.com, mine', '-'],
    ['Tel./Handy', '0664/1234567|01/5125001|0732/772000', 'Phone'],
    ['Telefono / Cellulare', '02/12345600|335 1234500|347 1234567', 'Phone'],
    ['Telefon mobil', '0664/1234567|0664/1234568|0732/772000', 'MobilePhone'],
    ['E-mail / PEC', 'a@x.it b@pec.x.it|c@x.it|d@x.it', 'Email'],
    ['Born on', '01.02.1980|11.12.1971|28.07.1965', 'DateOfBirth'],
    ['Direction', 'Inbound|Outbound|Inbound', '-'],
    ['Pincode', '400001|400002|560034', 'PostalCode'],
    ['Nazwa skrócona', 'Żółw Sp. z o.o.|Łoś S.A.|Dąb s.c.', 'Company'],
    ['Контактная информация - Телефон', '8 (495) 123-45-67|8 (812) 234-56-78|8-916-345-67-89', 'Phone'],
    ['Natel', '079 123 45 67|078 765 43 21|076 555 44 33', 'MobilePhone'],
    ['Вулиця, будинок', 'вул. Хрещатик, 5|пр. Перемоги 10|пл. Ринок 1', 'Address'],
    ['Civilité', 'M.|Mme|Société', 'Title'],
    ['Titre', 'M|Mme|M', 'Title'],
    ['Titre', 'Directeur|Comptable|Vendeur', 'JobTitle'],
    ['Gesprächsnotiz', 'will Angebot|Rückruf KW 48|Muster senden', 'Notes'],
    ['Business', '020 7492 1535|0161 496 0000|020 7946 0991', 'Phone'],
    ['Business', 'A|B|A', '-'],
    ['Person - E-Mail - Arbeit', 'a@x.de|b@y.de|c@z.de', 'Email'],
    ['Naziv stranke', 'Golob d.o.o.|Hribar d.o.o.|Žagar s.p.', 'Company'],
    ['E-naslov', 'a@x.si|b@y.si|c@z.si', 'Email'],
    ['Adresse de messagerie', 'a@x.fr|b@y.fr|c@z.fr', 'Email'],
    ['Type de messagerie', 'SMTP|SMTP|SMTP', '-'],
    ['Hivatali telefon', '+36 1 123 4561|+36 1 765 4321|+36 52 123 456', 'Phone'],
    ['Телефон переносной', '+7 916 123-45-67|+7 903 765-43-21|+7 925 222-33-44', 'MobilePhone'],
    ['勤務先電話', '03-1234-5678|06-8765-4321|052-123-4567', 'Phone'],
    ['商务电话', '010-62340001|021-52340002|020-82340003', 'Phone'],
    // A car has this one.
    ['Regnr', 'ABC123|DEF456|GHJ789', '-'],
    ['МОЛ', 'Мария Тодорова|Иван Колев|Петър Стоянов', 'FullName'],
    ['Partner neve', 'Kovács Kft.|Fehér Bt.|Juhász Zrt.', 'Company'],
  ])('%s above %s', (header, values, field) => expect(fieldsOf(header, ...values.split('|'))).toBe(field));
});

describe('a supplier', () => {
  const paid = ['Nord Bygg AS|4711|12.000,50', 'Müller GmbH|4712|99,00', 'Talleres Ruiz S.L.|4713|5,00'];
  it.each(['Fournisseur', 'Nombre del proveedor', 'Leverandør', 'Leverantör', 'Dostawca', 'Vendor', 'Поставщик'])(
    'is the company of a payment: %s',
    (header) => expect(fieldsOf(`${header}|Nr.|Beløb`, ...paid)).toBe('Company|-|-'),
  );

  it('is somebody else where the row names people or companies, where nobody is a company, and beside another word', () => {
    const people = [
      'Anna Holm|Norlys A/S|20 11 22 33',
      'Ole Dahl|Ørsted A/S|20 11 22 34',
      'Ida Lund|OK a.m.b.a.|20 11 22 35',
    ];
    expect(fieldsOf('Navn|Leverandør|Telefon', ...people)).toBe('FullName|-|Phone');
    const firms = [
      'Nord Bygg AS|Norlys A/S|20112233',
      'Syd Bygg AS|Ørsted A/S|20112234',
      'Vest ApS|Norlys A/S|20112235',
    ];
    expect(fieldsOf('Firma|Leverandør|Telefon', ...firms)).toBe('Company|-|Phone');
    expect(fieldsOf('Leverandør|Nr.|Beløb', 'Gas|1|2', 'Strøm|2|3', 'Vand|3|4')).toBe('-|-|-');
    expect(fieldsOf('Fournisseur énergie|Nr.|Beløb', ...paid)).toBe('-|-|-');
    expect(fieldsOf('N° fournisseur|Nr.|Beløb', '15500|1|2', '15501|2|3', '15502|3|4')).toBe('-|-|-');
    expect(fieldsOf('Proveedor|Fournisseur|Beløb', ...['A GmbH|B GmbH|1', 'C GmbH|D GmbH|2', 'E AG|F AG|3'])).toBe(
      '-|-|-',
    );
  });

  it('takes the person and the phone from nobody, and is no company of many phones', () => {
    const vendors = ['Bank Ltd|Ann Lee|020 123456|a@a.uk', 'Shop Ltd|Bob Ray|020 123457|b@b.uk'];
    expect(fieldsOf('Vendor|Vendor contact|Vendor phone|Vendor email', ...vendors)).toBe('-|FullName|Phone|Email');
    expect(fieldsOf('Creditor|Debtor name|Debtor phone|E-mail', ...vendors)).toBe('-|FullName|Phone|Email');
    const homes = [
      '20 11 22 33|Norlys A/S',
      '20 11 22 34|Ørsted A/S',
      '20 11 22 35|Norlys A/S',
      '20 11 22 36|Norlys A/S',
    ];
    expect(fieldsOf('Telefon|Leverandør', ...homes)).toBe('Phone|-');
    expect(fieldsOf('Beløb|Leverandør', ...homes.map((row) => row.slice(-12)))).toBe('-|Company');
    expect(fieldsOf('Leverandør|Telefon', 'Nord A/S|20 11 22 33', 'Syd A/S|20 11 22 34')).toBe('Company|Phone');
  });
});

it('schools are companies by their names in more languages, and people by their role', () => {
  const row = '|10551|Rua A 7|30 111222';
  expect(fieldsOf('Nome da escola|CEP|Endereço|Telefone', `Escola Um${row}`, `Escola Dois${row}`)).toMatch(/^Company/);
  expect(fieldsOf('Okul Adı|Posta Kodu|Adres|Telefon', `Ege Lisesi${row}`, `Çınar Lisesi${row}`)).toMatch(/^Company/);
  expect(fieldsOf('学校名|郵便番号|住所|電話番号', `桜小学校${row}`, `南小学校${row}`)).toMatch(/^Company/);
  expect(
    fieldsOf('Firma|Yetkili|Telefon', 'Ege A.Ş.|Ayşe Koç|0212 555 11 22', 'Su Ltd.|Ümit Işık|0212 555 11 23'),
  ).toBe('Company|FullName|Phone');
  expect(
    fieldsOf('Nome da mãe|Nome da rua|Telefone', 'Ana Reis|Rua A|21 2222 3333', 'Eva Sá|Rua B|21 2222 3334'),
  ).toMatch(/^-\|/);
});

it('a postal town is the town beside a municipality, which is one where nothing else is', () => {
  const row = 'Espoo|02100|Tapiola';
  expect(fieldsOf('KUNTA|POSTINUMERO|POSTITOIMIPAIKKA', row, row)).toBe('-|PostalCode|City');
  expect(fieldsOf('Kunta|Postinumero', 'Espoo|02100', 'Oulu|90100')).toBe('City|PostalCode');
  expect(fieldsOf('Yritys|Kotikunta', 'Nord Oy|Espoo', 'Syd Oy|Oulu')).toBe('Company|City');
});

it('Outlook in Czech marks what belongs to work', () => {
  expect(
    fieldsOf(
      'Jméno|Příjmení|Společnost|Ulice (zaměst.)|Město (zaměst.)|PSČ (zaměst.)|Ulice (domů)|Telefon (zaměst.)',
      'Jiří|Dvořák|Nord s.r.o.|Čechova 3|Brno|602 00||541 369 222',
      'Šárka|Černá|Jih a.s.|Údolní 7|Praha|110 00||224 476 769',
    ),
  ).toBe('FirstName|LastName|Company|Address|City|PostalCode|-|Phone');
});

it('a post code of Brazil is no mobile phone, though both are called so', () => {
  const rows = ['20040020|Ana Reis|21 2222 3333', '01310100|Eva Sá|21 2222 3334'];
  expect(fieldsOf('CEP|Nome|Telefone', ...rows)).toBe('PostalCode|FullName|Phone');
  const home = rows.map((row) => row.replace(/^.{5}/, '$&-'));
  expect(fieldsOf('CEP da casa|Nome|Telefone', ...home)).toBe('PostalCode|FullName|Phone');
  const mixed = [...home, '1310200|Rui Paz|21 2222 3335'];
  expect(fieldsOf('CEP|Nome|Telefone', ...mixed)).not.toContain('MobilePhone');
  const turkish = ['0532 111 22 33|Ayşe Koç', '5321112234|Ümit Işık'];
  expect(fieldsOf('Cep|Ad Soyad', ...turkish)).toBe('MobilePhone|FullName');
});

it('a second surname, the parents and the second line of an address are not the first ones', () => {
  const people = ['Ana|Ruiz|Gil|91 222 33 44', 'Eva|Paz|Sol|91 222 33 46'];
  expect(fieldsOf('Nombre|Apellido uno|Apellido dos|Teléfono', ...people)).toBe('FullName|-|-|Phone');
  expect(fieldsOf('Nome dos pais|Nome da escola', 'Ana Reis|Escola Um', 'Eva Sá|Escola Dois')).toBe('-|Company');
  expect(fieldsOf('Dirección dos|Teléfono', '3º B|91 222 33 44', '2º A|91 222 33 46')).toBe('-|Phone');
});
