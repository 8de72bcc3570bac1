// The content security policies of pages: no inline script or style without a nonce or a hash, nothing from other origins.

const FIXED =
  "style-src-attr 'none'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'"

/** The policy of a page. Inline scripts are allowed by nonce or by hash; `framedBy` is the origin that may frame the page. */
export function pagePolicy(
  page: { readonly nonce?: string; readonly scriptHashes: readonly string[] },
  framedBy: string | undefined,
): string {
  const inline = page.nonce === undefined ? page.scriptHashes.join(' ') : `'nonce-${page.nonce}'`
  const style = page.nonce === undefined ? '' : ` 'nonce-${page.nonce}'`
  const script = `script-src 'self'${inline && ` ${inline}`}`
  return `default-src 'none'; ${script}; style-src 'self'${style}; ${FIXED}; frame-ancestors ${framedBy ?? "'none'"}`
}
