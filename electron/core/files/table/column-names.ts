import { isHeaderWord } from '../../../../shared/domain/mapping/index.ts';

/**
 * Names of columns in languages the mapping has no words for. They suggest no field; they only tell a header from a
 * first row of data where both are plain words.
 */
const alphabetic = new Set(
  (
    'nazwa imię nazwisko ulica adres kod pocztowy miejscowość miasto telefon firma numer województwo powiat gmina typ nip regon e-mail dyrektor uwagi ' +
    'název jméno příjmení ulice adresa psč obec město kraj okres ičo dič poznámka jednatel ředitel priezvisko meno názov ulica mesto ' +
    'név cégnév vezetéknév keresztnév utca cím irányítószám város település telefonszám megye adószám megjegyzés ' +
    'nume prenume denumire adresă localitate județ oraș strada telefon observații ' +
    'nome cognome apelido sobrenome indirizzo via cap comune città provincia regione telefono cellulare ragione sociale partita iva note ' +
    'empresa morada endereço rua cidade município concelho código postal telefone telemóvel celular bairro estado observações cep ' +
    'название наименование имя фамилия отчество телефон адрес город улица индекс почта организация компания область регион район инн кпп дата номер примечание директор ' +
    'назва прізвище місто вулиця область ' +
    'επωνυμία όνομα επώνυμο τηλέφωνο διεύθυνση πόλη οδός τκ νομός δήμος κώδικας ημερομηνία εταιρεία email ' +
    'ad adı soyad soyadı şirket firma telefon adres şehir il ilçe posta kodu cadde sokak tarih ünvan unvan ' +
    'nosaukums vārds uzvārds adrese pilsēta iela tālrunis indekss uzņēmums novads pavardė vardas įmonė miestas gatvė telefonas pašto kodas nimi eesnimi perekonnanimi aadress linn tänav telefon ' +
    'име фамилия град ime prezime priimek naziv naslov ulica grad mjesto pošta poštanski broj kraj telefon'
  ).split(' '),
);

/** Written without blanks, so compared as a whole. */
const ideographic = new Set(
  (
    '会社名 企業名 法人名 氏名 名前 姓 名 姓名 氏名カナ フリガナ 電話 電話番号 携帯 携帯番号 メール メールアドレス 住所 所在地 郵便番号 都市 都道府県 市区町村 学校名 名称 番号 日付 備考 区分 種別 担当者 部署 役職 性別 年齢 生年月日 ' +
    '公司 公司名称 企业名称 单位 单位名称 名称 姓名 电话 电话号码 手机 手机号 联系电话 联系人 邮箱 电子邮箱 地址 邮编 邮政编码 城市 省 省份 市 区 县 编号 序号 日期 备注 性别 年龄 学校 学校名称 类型 类别 ' +
    '公司名稱 企業名稱 單位 名稱 電話 電話號碼 手機 聯絡電話 聯絡人 電子郵件 地址 郵遞區號 城市 縣市 鄉鎮市區 編號 序號 日期 備註 性別 年齡 學校 學校名稱 類型 類別 ' +
    '회사명 상호 업체명 이름 성명 전화 전화번호 휴대폰 휴대전화 연락처 이메일 주소 우편번호 도시 시도 시군구 번호 날짜 비고 학교 학교명 구분 성별 나이 담당자 부서 직위'
  ).split(' '),
);

const anyLetter = /\p{L}/u;

/** Whether a cell reads like the name of a column, in any language known here. */
export function isColumnName(text: string): boolean {
  // Numbers, dates and phones are no names, and most cells that are asked about.
  if (text.length > 60 || !anyLetter.test(text)) return false;
  if (isHeaderWord(text)) return true;
  const bare = text
    .toLowerCase()
    .replace(/[\d\s:：*()（）._/-]+/gu, ' ')
    .trim();
  if (bare === '') return false;
  if (ideographic.has(bare.replaceAll(' ', ''))) return true;
  const words = bare.split(' ');
  return words.length <= 4 && words.filter((word) => alphabetic.has(word)).length * 2 >= words.length;
}
