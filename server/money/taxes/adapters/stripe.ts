// Stripe Tax, with the account of STRIPE_SECRET_KEY.
import Stripe from 'stripe'
import { stripeClient } from '#platform/net/stripe-client.ts'
import type { EngineAnswer, EngineQuestion, EngineStatus, TaxEngine } from '../engines/engine.ts'
import { readCalculation } from '../engines/stripe-answers.ts'

/** A buyer waits for it. */
const TIMEOUT_SECONDS = 5
/** Stripe's code of electronically supplied services. */
const TAX_CODE = 'txcd_10000000'

/** Stripe Tax. It decides by the registrations of the account, and by all of the buyer's address that is known. */
export const stripeTax: TaxEngine = {
  async calculate(question, settings) {
    try {
      const api = stripeClient(settings, { timeoutSeconds: TIMEOUT_SECONDS, retries: 0 })
      return readCalculation(await api.tax.calculations.create(parametersOf(question)), question)
    } catch (error) {
      return failedCalculation(error)
    }
  },
  async check(settings) {
    try {
      const api = stripeClient(settings, { timeoutSeconds: TIMEOUT_SECONDS, retries: 0 })
      const { status, status_details: details } = await api.tax.settings.retrieve()
      return status === 'active' ? { kind: 'active' } : { kind: 'inactive', missing: details.pending?.missing_fields ?? [] }
    } catch (error) {
      return failedCheck(error)
    }
  },
}

function failedCalculation(error: unknown): EngineAnswer {
  const cause = error instanceof Error ? error.message : String(error)
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return { kind: 'unavailable', cause }
  return { kind: error.code === 'stripe_tax_inactive' ? 'inactive' : 'refused', cause }
}

function failedCheck(error: unknown): EngineStatus {
  const { StripeInvalidRequestError, StripePermissionError, StripeAuthenticationError } = Stripe.errors
  const isRefused = [StripeInvalidRequestError, StripePermissionError, StripeAuthenticationError].some((kind) => error instanceof kind)
  return { kind: isRefused ? 'refused' : 'unavailable', cause: error instanceof Error ? error.message : String(error) }
}

function parametersOf({ amount, currency, behavior, taxId, country, state, ...place }: EngineQuestion): Stripe.Tax.CalculationCreateParams {
  const address = { country, state: state?.slice(country.length + 1), city: place.city, postal_code: place.postalCode, line1: place.line1 }
  const known = Object.fromEntries(Object.entries(address).filter(([, part]) => part !== null && part !== undefined && part !== ''))
  return {
    currency,
    line_items: [{ amount, reference: 'sale', tax_behavior: behavior, tax_code: TAX_CODE }],
    customer_details: {
      address: { ...known, country },
      address_source: 'billing',
      ...(taxId && { tax_ids: [{ type: taxId[1] as Stripe.Tax.CalculationCreateParams.CustomerDetails.TaxId.Type, value: taxId[0] }] }),
    },
  }
}
