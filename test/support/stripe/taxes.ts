// Calculations and recorded transactions of the fake: an account that is registered in New York, in Germany, and at the one-stop shop.
import { type Parameters, refuse } from './parameters.ts'
import { newObjectId, type StripeState, type TaxTransactionObject } from './state.ts'

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
export function calculateTax({ missingTaxFields, taxCalculations, taxRates }: StripeState, parameters: Parameters): unknown {
  if (missingTaxFields.length > 0) refuse('stripe_tax_inactive', 'Stripe Tax has not been activated on your account.')
  const { currency, line_items: lines, customer_details: details } = parameters as Record<string, Parameters>
  const line = lines?.['0'] as Readonly<Record<string, string>>
  const address = (details?.['address'] ?? {}) as Readonly<Record<string, string>>
  const { country = '', state = '' } = address
  if (country === 'US' && !/^\d{5}$/.test(address['postal_code'] ?? ''))
    refuse('customer_tax_location_invalid', "We could not determine the customer's tax location based on the provided customer address.")
  const isReverse = country !== 'DE' && MEMBERS[country] !== undefined && details?.['tax_ids'] !== undefined
  const rates = isReverse ? [] : changedBy(taxRates, ratesOf(country, state))
  const isInclusive = line['tax_behavior'] === 'inclusive'
  const amount = Number(line['amount'])
  const percent = rates.reduce((total, { percentage }) => total + Number(percentage), 0)
  const base = isInclusive ? Math.round((amount * 100) / (100 + percent)) : amount
  const amounts = rates.map(({ percentage }) => Math.round((base * Number(percentage)) / 100))
  const tax = amounts.reduce((total, each) => total + each, 0)
  const id = newObjectId('taxcalc')
  taxCalculations.set(id, { id, amount, tax, behavior: isInclusive ? 'inclusive' : 'exclusive' })
  const untaxed = { country, state: state || null, percentage: '0.0', type: null }
  return {
    id,
    object: 'tax.calculation',
    amount_total: isInclusive ? amount : amount + tax,
    currency,
    customer: null,
    customer_details: details,
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: isInclusive ? 0 : tax,
    tax_amount_inclusive: isInclusive ? tax : 0,
    tax_breakdown: (rates.length > 0 ? rates : [untaxed]).map((rate, at) => ({
      amount: amounts[at] ?? 0,
      inclusive: isInclusive,
      taxable_amount: rates.length > 0 ? base : 0,
      taxability_reason: rates.length > 0 ? 'standard_rated' : isReverse ? 'reverse_charge' : 'not_collecting',
      tax_rate_details: {
        country: rate.country,
        state: rate.state,
        percentage_decimal: rate.percentage,
        tax_type: rate.type,
        flat_amount: null,
        rate_type: rate.type === null ? null : 'percentage',
      },
    })),
  }
}

function changedBy(taxRates: StripeState['taxRates'], rates: readonly Rate[]): readonly Rate[] {
  const [rate] = rates
  if (!rate) return rates
  const percentage = taxRates[rate.state === null ? rate.country : `${rate.country}-${rate.state}`]
  return percentage === undefined ? rates : [{ ...rate, percentage }]
}

function ratesOf(country: string, state: string): readonly Rate[] {
  if (country === 'US') return state === 'NY' ? NEW_YORK : []
  const percentage = MEMBERS[country]
  return percentage === undefined ? [] : [{ country, state: null, percentage, type: 'vat' }]
}

/** Records a sale, as `POST /v1/tax/transactions/create_from_calculation` answers: a calculation once, under a reference that is not used yet. */
export function recordTax(state: StripeState, parameters: Parameters): unknown {
  const { calculation: id, reference } = parameters as Record<string, string>
  const calculation = state.taxCalculations.get(id ?? '')
  if (!calculation) refuse('resource_missing', `No such tax calculation: '${id}'`, 'calculation')
  refuseUsed(state, reference)
  state.taxCalculations.delete(calculation.id)
  const { amount, tax, behavior } = calculation
  return add(state, parameters, { type: 'transaction', reversal: null, line: { amount, amount_tax: tax, tax_behavior: behavior } })
}

/** Reverses a sale in part, or a reversal as a whole, as `POST /v1/tax/transactions/create_reversal` answers. */
export function reverseTax(state: StripeState, parameters: Parameters): unknown {
  const { mode, original_transaction: originalId, reference } = parameters as Record<string, string>
  const original = state.taxTransactions.find(({ id }) => id === originalId)
  if (!original) refuse('resource_missing', `No such tax transaction: '${originalId}'`, 'original_transaction')
  refuseUsed(state, reference)
  const reversal = { original_transaction: original.id }
  const line = mode === 'full' ? wholeOf(state, original) : partOf(state, original, parameters)
  return add(state, parameters, { type: 'reversal', reversal, line: { ...line, tax_behavior: original.line.tax_behavior } })
}

function refuseUsed({ taxTransactions }: StripeState, reference: string | undefined): void {
  if (taxTransactions.some((each) => each.reference === reference))
    refuse(undefined, `A transaction with the reference ${reference} exists already.`, 'reference')
}

function wholeOf({ taxTransactions }: StripeState, { id, line }: TaxTransactionObject) {
  if (taxTransactions.some(({ reversal }) => reversal?.original_transaction === id))
    refuse(undefined, 'This transaction was reversed already.', 'original_transaction')
  return { amount: -line.amount, amount_tax: -line.amount_tax }
}

function partOf({ taxTransactions }: StripeState, original: TaxTransactionObject, parameters: Parameters) {
  const [line] = Object.values((parameters['line_items'] ?? {}) as Record<string, Record<string, string>>)
  if (!line) refuse('parameter_missing', 'Missing required param: line_items.', 'line_items')
  if (line['original_line_item'] !== original.line.id) refuse('resource_missing', 'No such line item', 'line_items[0][original_line_item]')
  const [amount, tax] = [Number(line['amount']), Number(line['amount_tax'])]
  const reversals = taxTransactions.filter(({ reversal }) => reversal?.original_transaction === original.id)
  const undone = taxTransactions.filter(({ reversal }) => reversals.some(({ id }) => id === reversal?.original_transaction))
  const left = [original, ...reversals, ...undone].reduce((total, each) => total + each.line.amount, 0)
  const leftTax = [original, ...reversals, ...undone].reduce((total, each) => total + each.line.amount_tax, 0)
  if (amount > 0 || tax > 0 || left + amount < 0 || leftTax + tax < 0)
    refuse(undefined, 'The reversal is greater than what is left of the transaction.', 'line_items[0][amount]')
  return { amount, amount_tax: tax }
}

function add(
  { taxTransactions }: StripeState,
  parameters: Parameters,
  added: Pick<TaxTransactionObject, 'type' | 'reversal'> & { readonly line: Omit<TaxTransactionObject['line'], 'id'> },
): unknown {
  const transaction: TaxTransactionObject = {
    ...added,
    id: newObjectId('tax'),
    object: 'tax.transaction',
    reference: String(parameters['reference']),
    metadata: (parameters['metadata'] ?? {}) as Readonly<Record<string, string>>,
    line: { ...added.line, id: newObjectId('tax_li') },
  }
  taxTransactions.push(transaction)
  return taxTransactionWire(transaction, parameters)
}

/** A transaction as JSON, with its lines where the request expands them. */
export function taxTransactionWire({ line, ...transaction }: TaxTransactionObject, parameters: Parameters): unknown {
  const isExpanded = Object.values((parameters['expand'] ?? {}) as Parameters).includes('line_items')
  return { ...transaction, ...(isExpanded && { line_items: { object: 'list', data: [line], has_more: false } }) }
}
