/** How likely characters of East Asian encodings are, by the part of the encoding that they are in. */

export type MultiByteEncoding = 'shift_jis' | 'euc-jp' | 'gb18030' | 'big5' | 'euc-kr';

const everyday = {
  simplified: new Set(
    '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市张王李刘陈省区路号县镇街广州京司姓邮编址杨赵黄周吴徐孙胡朱林何郭马罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙段雷钱汤科技有限网络系统商贸百货',
  ),
  traditional: new Set(
    '的一是不了人我在有他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市張王李劉陳省區路號縣鎮街臺灣司姓郵遞址楊趙黃周吳徐孫胡朱林何郭馬羅梁宋鄭謝韓唐馮董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉余潘杜戴夏鍾汪田任姜范石姚譚廖鄒熊金陸郝孔白崔康毛邱秦江史顧侯邵孟龍段雷錢湯資訊有限股份',
  ),
  japanese: new Set(
    '日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤状常校料沢裁状工建語球営空職証土与急止送援供可役構木割聞身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導鮮備宅害配副算視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賀訴辺造英被株頭技低毎医復仕去姿味負閣韓渡失移差衆個門写評課末守若脳極種美岡影命含福蔵量望松非撃佐核観察整段横融型白深字答夜製票況音申様財港識注呼渉達鈴橋渡辺斎佐木村林清高橋伊藤郎花浜名古屋札幌渋谷銀座丁区町通',
  ),
} as const;

const everydayFor = {
  shift_jis: everyday.japanese,
  'euc-jp': everyday.japanese,
  gb18030: everyday.simplified,
  big5: everyday.traditional,
} as const;

const likelihood = {
  kana: Math.log(1 / 60),
  everyday: Math.log(1 / 300),
  hangul: Math.log(1 / 500),
  /** In the part of the encoding for everyday characters. */
  common: Math.log(1 / 2500),
  punctuation: Math.log(1 / 300),
  /** In the part for rare characters. */
  rare: Math.log(1 / 40_000),
  extension: Math.log(1 / 300_000),
  impossible: Math.log(1e-7),
} as const;

/** First bytes of the everyday part of each encoding. */
const commonLeads = {
  shift_jis: [0x88, 0x98],
  'euc-jp': [0xb0, 0xcf],
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
} as const;

/** The logarithm of the likelihood of each character; undefined for ASCII. `bytes`: those that were decoded. */
export function classOfCharacters(
  characters: readonly string[],
  bytes: Uint8Array,
  encoding: MultiByteEncoding,
): (number | undefined)[] {
  let at = 0;
  return characters.map((character) => {
    const code = character.codePointAt(0) as number;
    const lead = bytes[at] ?? 0;
    const trail = bytes[at + 1] ?? 0;
    at += code < 0x80 ? 1 : lengthOf(code, lead, trail, encoding);
    return code < 0x80 ? undefined : likelihoodOf(character, code, { lead, trail, encoding });
  });
}

function lengthOf(code: number, lead: number, trail: number, encoding: MultiByteEncoding): number {
  if (code >= 0xff61 && code <= 0xff9f) return encoding === 'shift_jis' ? 1 : 2;
  if (encoding === 'euc-jp' && lead === 0x8f) return 3;
  if (encoding === 'gb18030' && trail >= 0x30 && trail <= 0x39) return 4;
  return code === 0xfffd ? 1 : 2;
}

function likelihoodOf(
  character: string,
  code: number,
  place: { lead: number; trail: number; encoding: MultiByteEncoding },
): number {
  const { encoding, lead } = place;
  if (code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)) return likelihood.impossible;
  if (code >= 0xac00 && code <= 0xd7a3) return encoding === 'euc-kr' ? likelihood.hangul : likelihood.rare;
  if (code >= 0x3040 && code <= 0x30ff)
    return encoding === 'shift_jis' || encoding === 'euc-jp' ? likelihood.kana : likelihood.rare;
  if ((code >= 0x3000 && code <= 0x303f) || (code >= 0xff01 && code <= 0xff5e)) return likelihood.punctuation;
  if (code < 0x4e00 || code > 0x9fff) return code >= 0xff61 && code <= 0xff9f ? likelihood.rare : likelihood.extension;
  if (encoding === 'euc-kr') return likelihood.rare;
  if (everydayFor[encoding].has(character)) return likelihood.everyday;
  const [first, last] = commonLeads[encoding];
  const isDaily = lead >= first && lead <= last && (encoding !== 'gb18030' || place.trail >= 0xa1);
  if (isDaily) return likelihood.common;
  return encoding === 'gb18030' && place.trail < 0xa1 ? likelihood.extension : likelihood.rare;
}
