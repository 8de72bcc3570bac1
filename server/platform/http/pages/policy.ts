// The content security policies of pages: no inline script or style without a nonce or a hash, nothing from other origins.

const FIXED = "style-src-attr 'none'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'"

/** Other origins that a page has to do with: the one that may frame it, and the one to which it sends files. */
export interface PageOrigins {
  readonly framedBy?: string | undefined
  readonly sendsTo?: string | undefined
}

/** The policy of a page. Inline scripts are allowed by nonce or by hash. */
export function pagePolicy(
  page: { readonly nonce?: string; readonly scriptHashes: readonly string[] },
  { framedBy, sendsTo }: PageOrigins,
): string {
  const inline = page.nonce === undefined ? page.scriptHashes.join(' ') : `'nonce-${page.nonce}'`
  const style = page.nonce === undefined ? '' : ` 'nonce-${page.nonce}'`
  const script = `script-src 'self'${inline && ` ${inline}`}`
  return `default-src 'none'; ${script}; style-src 'self'${style}; ${FIXED}; connect-src 'self'${sendsTo === undefined ? '' : ` ${sendsTo}`}; frame-ancestors ${framedBy ?? "'none'"}`
}
