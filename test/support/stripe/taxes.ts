// Calculations of the fake: an account that is registered in New York, in Germany, and at the one-stop shop.
import { type Parameters, refuse } from './parameters.ts'
import { newObjectId, type StripeState } from './state.ts'

interface Rate {
  readonly country: string
  readonly state: string | null
  readonly percentage: string
  readonly type: string
}

const NEW_YORK: readonly Rate[] = [
  { country: 'US', state: 'NY', percentage: '4.0', type: 'sales_tax' },
  { country: 'US', state: 'NY', percentage: '4.875', type: 'sales_tax' },
]
const MEMBERS: Readonly<Record<string, string>> = { DE: '19.0', FR: '20.0', PT: '23.0' }

/** Whether the account can calculate taxes, as `GET /v1/tax/settings` answers. */
export function taxSettingsOf({ isLive, missingTaxFields: missing }: StripeState): unknown {
  const isActive = missing.length === 0
  const address = { city: 'Berlin', country: 'DE', line1: 'Unter den Linden 1', line2: null, postal_code: '10117', state: null }
  return {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: null, tax_code: null },
    head_office: missing.includes('head_office') ? null : { address },
    livemode: isLive,
    status: isActive ? 'active' : 'pending',
    status_details: isActive ? { active: {} } : { pending: { missing_fields: missing } },
  }
}

/** Calculates the taxes of one line, as `POST /v1/tax/calculations` answers. */
export function calculateTax({ missingTaxFields }: StripeState, parameters: Parameters): unknown {
  if (missingTaxFields.length > 0) refuse('stripe_tax_inactive', 'Stripe Tax has not been activated on your account.')
  const { currency, line_items: lines, customer_details: details } = parameters as Record<string, Parameters>
  const line = lines?.['0'] as Readonly<Record<string, string>>
  const address = (details?.['address'] ?? {}) as Readonly<Record<string, string>>
  const { country = '', state = '' } = address
  if (country === 'US' && !/^\d{5}$/.test(address['postal_code'] ?? ''))
    refuse('customer_tax_location_invalid', "We could not determine the customer's tax location based on the provided customer address.")
  const isReverse = country !== 'DE' && MEMBERS[country] !== undefined && details?.['tax_ids'] !== undefined
  const rates = isReverse ? [] : ratesOf(country, state)
  const isInclusive = line['tax_behavior'] === 'inclusive'
  const amount = Number(line['amount'])
  const percent = rates.reduce((total, { percentage }) => total + Number(percentage), 0)
  const base = isInclusive ? Math.round((amount * 100) / (100 + percent)) : amount
  const amounts = rates.map(({ percentage }) => Math.round((base * Number(percentage)) / 100))
  const tax = amounts.reduce((total, each) => total + each, 0)
  const untaxed = { country, state: state || null, percentage: '0.0', type: null }
  return {
    id: newObjectId('taxcalc'),
    object: 'tax.calculation',
    amount_total: isInclusive ? amount : amount + tax,
    ...{ currency, customer: null, customer_details: details, livemode: false, ship_from_details: null, shipping_cost: null },
    tax_amount_exclusive: isInclusive ? 0 : tax,
    tax_amount_inclusive: isInclusive ? tax : 0,
    tax_breakdown: (rates.length > 0 ? rates : [untaxed]).map((rate, at) => ({
      amount: amounts[at] ?? 0,
      inclusive: isInclusive,
      taxable_amount: rates.length > 0 ? base : 0,
      taxability_reason: rates.length > 0 ? 'standard_rated' : isReverse ? 'reverse_charge' : 'not_collecting',
      tax_rate_details: {
        ...{ country: rate.country, state: rate.state, percentage_decimal: rate.percentage, tax_type: rate.type },
        ...{ flat_amount: null, rate_type: rate.type === null ? null : 'percentage' },
      },
    })),
  }
}

function ratesOf(country: string, state: string): readonly Rate[] {
  if (country === 'US') return state === 'NY' ? NEW_YORK : []
  const percentage = MEMBERS[country]
  return percentage === undefined ? [] : [{ country, state: null, percentage, type: 'vat' }]
}
