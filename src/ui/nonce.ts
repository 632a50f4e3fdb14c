/** The content security policy's nonce of the page on screen, as the router left it in the head. */
export function nonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  return meta?.nonce || meta?.content || undefined
}
