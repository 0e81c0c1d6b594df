/**
 * The address of a proxy, as its setting has it. This client speaks HTTP to a proxy, with or without TLS; left alone it
 * would speak it to any scheme.
 *
 * @throws TypeError ERR_INVALID_URL, as `URL` does, for text that is not an address, and for other schemes, SOCKS among them
 */
export function proxyAddress(setting: string): URL {
  // As `curl` reads it: a percent sign that begins no character is one of the password.
  const url = new URL(setting.replace(/%(?![\da-f]{2})/gi, '%25'));
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' });
}
