// The content security policies of pages: no inline script or style without a nonce or a hash, nothing from other origins.

const FIXED = "style-src-attr 'none'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'"

/** The sources that Stripe.js needs, by Stripe's guide to security policies. */
const STRIPE = {
  script: ' https://js.stripe.com https://*.js.stripe.com',
  frame: '; frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: ' https://api.stripe.com',
} as const

/** Other origins that a page has to do with: the one that may frame it, and the one to which it sends files. */
export interface PageOrigins {
  readonly framedBy?: string | undefined
  readonly sendsTo?: string | undefined
  /** Whether it shows the payment form of Stripe. */
  readonly paysByStripe?: boolean
}

/** The policy of a page. Inline scripts are allowed by nonce or by hash. */
export function pagePolicy(
  page: { readonly nonce?: string; readonly scriptHashes: readonly string[] },
  { framedBy, sendsTo, paysByStripe = false }: PageOrigins,
): string {
  const inline = page.nonce === undefined ? page.scriptHashes.join(' ') : `'nonce-${page.nonce}'`
  const style = page.nonce === undefined ? '' : ` 'nonce-${page.nonce}'`
  const stripe = paysByStripe ? STRIPE : { script: '', frame: '', connect: '' }
  const script = `script-src 'self'${inline && ` ${inline}`}${stripe.script}`
  const connect = `connect-src 'self'${sendsTo === undefined ? '' : ` ${sendsTo}`}${stripe.connect}`
  return `default-src 'none'; ${script}; style-src 'self'${style}; ${FIXED}; ${connect}${stripe.frame}; frame-ancestors ${framedBy ?? "'none'"}`
}
