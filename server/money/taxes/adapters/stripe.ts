// Stripe Tax, with the account of STRIPE_SECRET_KEY.
import Stripe from 'stripe'
import { usesMinorUnits } from '#kernel/money.ts'
import type { Settings } from '#platform/config.ts'
import { stripeClient } from '#platform/net/stripe-client.ts'
import type { EngineAnswer, EngineQuestion, EngineRecord, EngineStatus, TaxEngine } from '../engines/engine.ts'
import { readCalculation, readTransaction } from '../engines/stripe-answers.ts'

/** A buyer waits for it. */
const TIMEOUT_SECONDS = 5
const LINES = ['line_items']
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
  recordsCurrency: (currency) => usesMinorUnits('stripe', currency),
  recordSale({ calculationId: calculation, reference, taxAmount, notes }, settings) {
    const parameters = { calculation, reference, metadata: notes, expand: LINES }
    const key = { idempotencyKey: `${reference}:${calculation}` }
    return recorded({ reference, taxAmount }, (api) => api.createFromCalculation(parameters, key), settings)
  },
  recordReversal({ transactionId, lineId, reference, amount, taxAmount, notes }, settings) {
    const line = { original_line_item: lineId, reference: 'sale', amount: -amount, amount_tax: -taxAmount }
    const parameters = {
      mode: 'partial',
      original_transaction: transactionId,
      reference,
      line_items: [line],
      metadata: notes,
      expand: LINES,
    }
    const key = { idempotencyKey: reference }
    return recorded({ reference, taxAmount: -taxAmount }, (api) => api.createReversal(parameters, key), settings)
  },
  recordRestoration({ transactionId, reference, notes }, settings) {
    const parameters = { mode: 'full', original_transaction: transactionId, reference, metadata: notes, expand: LINES }
    const key = { idempotencyKey: reference }
    return recorded({ reference, taxAmount: null }, (api) => api.createReversal(parameters, key), settings)
  },
}

type Transactions = Stripe['tax']['transactions']

async function recorded(
  expected: Parameters<typeof readTransaction>[1],
  create: (api: Transactions) => Promise<Stripe.Tax.Transaction>,
  settings: Settings,
): Promise<EngineRecord> {
  try {
    const api = stripeClient(settings, { timeoutSeconds: settings.PROCESSOR_TIMEOUT, retries: 0 })
    return readTransaction(await create(api.tax.transactions), expected)
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError
    return { kind: isRefused ? 'refused' : 'unavailable', cause: error instanceof Error ? error.message : String(error) }
  }
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
