/** Elements that JSON has, with every escape and form of a number. */
export const VALUES = [
  ...['null', 'true', 'false', '0', '-0', '1', '-1', '0.5', '-0.5', '1e5', '1E5', '1e+5', '1e-5', '1.25e10'],
  ...['-0e0', '0e1', '123456789012345678901234567890', '1e400', '-1e400', '1e-400', '""', '" "', '"a"'],
  String.raw`"\""`,
  String.raw`"\\"`,
  String.raw`"\/"`,
  String.raw`"\b\f\n\r\t"`,
  String.raw`"\u0000"`,
  String.raw`"\u00e6"`,
  String.raw`"\uD83D\uDE00"`,
  String.raw`"\uD83D"`,
  String.raw`"\uDE00\uD83D"`,
  String.raw`"\\\""`,
  String.raw`"\\\\"`,
  String.raw`"],[{\"}"`,
  ...['"\u2028\u2029"', '"\uFEFF"', '"\u007f"', '"Søren Ærø 🏝 العربية"', '{}', '[]', '[[]]'],
  ...['[{}]', '{"":""}', '{"a":{"a":{"a":[]}}}', '{"a":1,"a":2}', '{"__proto__":{"x":1}}'],
  ...['{"constructor":1,"toString":2}', '[1,[2,[3,[4]]]]', '{"a":[{"b":","},"}"]}'],
];

/** Elements that JSON has not. */
export const NO_VALUES = [
  ...['', 'tru', 'True', 'nul', 'NaN', 'Infinity', '-', '+1', '01', '-01'],
  ...['1.', '.5', '1e', '1e+', '0x1', '1_000', '1 2', "'a'", '"a', 'a"'],
  String.raw`"\a"`,
  String.raw`"\u12"`,
  String.raw`"\u12G4"`,
  String.raw`"\x41"`,
  ...['"\n"', '"\t"', '"\u0000"', '"\u001f"', '{', '}', '[', ']', '{]', '[}', '{"a"}', '{"a":}'],
  ...['{:1}', '{a:1}', '{"a":1,}', '{,}', '[,]', '[1,]', '[,1]', '{"a":1 "b":2}', '{"a" 1}'],
  ...['{"a":1}}', '[1]]', '// a', '/* a */1', '#', 'undefined', '\u00a0', '\u000b', '\u000c'],
  ...['\u2028', '\u2029', '\uFEFF', '\u0085', '\u3000', '\u0000', '1\u00a0', '\u000c1', '1\u2028'],
  ...['\uFEFF1', ';', '(1)', '1;', '{"a":1},,{"a":2}', '*', '{"a":1}{"a":2}', '"a""b"'],
];
