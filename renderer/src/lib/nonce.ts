/**
 * The nonce of this response's content security policy. The host writes it into the page; browsers hide it from
 * attributes, so it is read from the property.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
