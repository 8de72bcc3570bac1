// Stripe.js, which Stripe's terms demand to be loaded from Stripe itself. Only pages of live organizations load it.
import { createHttp } from '#client/http.ts'
import type { Answer } from '#client/operations.ts'
import { callsOver } from '#client/verbs.ts'

const SCRIPT = 'https://js.stripe.com/clover/stripe.js'

/** A failure that Stripe.js reports, with a sentence for the customer. */
export interface StripeFailure {
  readonly message?: string
}

/** The purpose of the payment form. The amount is in Stripe's units, above zero for a payment. */
export type ElementsOptions = {
  readonly currency: string
  readonly paymentMethodTypes: readonly ['card']
  readonly setupFutureUsage?: 'off_session'
  readonly appearance?: { readonly theme: 'stripe' | 'night' }
} & ({ readonly mode: 'payment'; readonly amount: number } | { readonly mode: 'setup' })

/** The address that the page itself asks for; Stripe's form asks for the rest. */
export interface BillingDetails {
  readonly name?: string
  readonly address?: { readonly country: string }
}

/** Stripe's form in a frame. */
export interface StripeElements {
  update(changes: { readonly amount: number }): void
  submit(): Promise<{ readonly error?: StripeFailure }>
  create(
    kind: 'payment',
    options: { readonly fields?: { readonly billingDetails: { readonly address: { readonly country: 'never' } } } },
  ): {
    mount(place: HTMLElement): void
    unmount(): void
    on(event: 'ready' | 'change' | 'loaderror', run: () => void): void
  }
}

/** Stripe.js, by the functions that are called. */
export interface StripeJs {
  elements(options: ElementsOptions): StripeElements
  createConfirmationToken(of: {
    readonly elements: StripeElements
    readonly params?: { readonly payment_method_data: { readonly billing_details: BillingDetails } }
  }): Promise<{ readonly confirmationToken?: { readonly id: string }; readonly error?: StripeFailure }>
  handleNextAction(of: { readonly clientSecret: string }): Promise<{ readonly error?: StripeFailure }>
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string, options: { readonly locale: string }) => StripeJs
  }
}

const { call } = callsOver(createHttp({ retry: { type: 'exponential', attempts: 2, baseDelay: 300, maxDelay: 1500 } }))

let loading: Promise<StripeJs> | undefined

/** Loads Stripe.js with the account's key, once for a page. Rejects where one of them cannot be loaded; the next call tries again. */
export function loadStripe(language: string): Promise<StripeJs> {
  loading ??= load(language).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(language: string): Promise<StripeJs> {
  const [{ data }] = await Promise.all([call<Answer<'stripe:get_key'>>('GET', '/stripe/key', {}), window.Stripe ?? loadScript()])
  if (data === null || window.Stripe === undefined) throw new Error('Stripe.js is not available.')
  return window.Stripe(data.publishableKey, { locale: language })
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('Stripe.js could not be loaded.'))
    }
    document.head.append(script)
  })
}

/** Lets the customer take the action that their bank requires. False where they did not, or their bank has refused. */
export async function takeNextAction(language: string, clientSecret: string): Promise<boolean> {
  const stripe = await loadStripe(language)
  const { error } = await stripe.handleNextAction({ clientSecret })
  // The webhook may be late.
  await call<null>('POST', '/stripe/returns', { body: { intentClientSecret: clientSecret } })
  return error === undefined
}
