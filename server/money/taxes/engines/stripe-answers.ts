// The meaning of a calculation of Stripe Tax. Pure.
import type Stripe from 'stripe'
import { sum } from '#kernel/money.ts'
import type { EngineAnswer, EngineCalculation, EngineQuestion, EngineRecord, EngineTax } from './engine.ts'

type Calculation = Pick<Stripe.Tax.Calculation, 'id' | 'amount_total' | 'tax_amount_exclusive' | 'tax_amount_inclusive' | 'tax_breakdown'>
type Transaction = Pick<Stripe.Tax.Transaction, 'id' | 'reference'> & {
  readonly line_items?: { readonly data: readonly Pick<Stripe.Tax.TransactionLineItem, 'id' | 'amount_tax'>[] } | null
}
type Breakdown = Calculation['tax_breakdown'][number]

const NAMES: Readonly<Record<string, string>> = { sales_tax: 'Sales tax', service_tax: 'Service tax' }
const PPM_PER_PERCENT_DIGITS = 4

/** The calculation, or why it cannot be used: an order states taxes that add up, or none. */
export function readCalculation(calculation: Calculation, { amount, behavior }: Pick<EngineQuestion, 'amount' | 'behavior'>): EngineAnswer {
  const { tax_amount_exclusive: exclusive, tax_amount_inclusive: inclusive, tax_breakdown: breakdown } = calculation
  const taxAmount = behavior === 'exclusive' ? exclusive : inclusive
  const other = behavior === 'exclusive' ? inclusive : exclusive
  const taxes = breakdown.filter((each) => each.amount > 0).map(taxOf)
  const expectedTotal = behavior === 'exclusive' ? amount + taxAmount : amount
  const isWhole =
    other === 0 && taxAmount >= 0 && calculation.amount_total === expectedTotal && sum(taxes.map((each) => each.amount)) === taxAmount
  // Another calculation of the same sale would not add up either, so that renewals must not wait for one.
  if (!isWhole) return { kind: 'refused', cause: 'The amounts of the calculation do not add up.' }
  return { kind: 'calculated', id: calculation.id, taxAmount, taxes, reason: taxes.length > 0 ? 'standard_rated' : reasonOf(breakdown) }
}

function taxOf({ amount, taxable_amount: baseAmount, tax_rate_details: rate }: Breakdown): EngineTax {
  const { country, state, percentage_decimal: percentage, tax_type: type } = rate
  const name = type === null ? 'Tax' : (NAMES[type] ?? type.toUpperCase().replaceAll('_', ' '))
  const jurisdiction = [country, ...(country === 'US' || country === 'CA' ? [state] : [])].filter((part) => part !== null).join('-')
  return { name, jurisdiction, ratePpm: toPpm(percentage), baseAmount, amount }
}

/** Millionths of a percentage: `8.875` is 88750. Digits below a millionth are cut. */
export function toPpm(percentage: string): number {
  const [whole = '0', fraction = ''] = percentage.split('.')
  return Number(whole + fraction.padEnd(PPM_PER_PERCENT_DIGITS, '0').slice(0, PPM_PER_PERCENT_DIGITS))
}

// Where several taxes are not due, the first reason that an invoice states counts.
function reasonOf(breakdown: readonly Breakdown[]): EngineCalculation['reason'] {
  const reasons = breakdown.map((each) => each.taxability_reason)
  if (reasons.includes('reverse_charge')) return 'reverse_charge'
  if (reasons.includes('customer_exempt')) return 'customer_exempt'
  if (reasons.some((reason) => reason.startsWith('product_exempt'))) return 'product_exempt'
  return reasons.includes('zero_rated') ? 'standard_rated' : 'not_collecting'
}

/**
 * The recorded transaction. An answer about another one is no answer. `taxAmount` is the tax that its line must have, negative in a reversal;
 * null: any.
 */
export function readTransaction(
  { id, reference, line_items: lines }: Transaction,
  expected: { readonly reference: string; readonly taxAmount: number | null },
): EngineRecord {
  const line = lines?.data[0]
  const isExpected = reference === expected.reference && (expected.taxAmount === null || line?.amount_tax === expected.taxAmount)
  if (!isExpected || typeof id !== 'string') return { kind: 'unavailable', cause: 'The answer is about another transaction.' }
  return { kind: 'recorded', transactionId: id, lineId: line?.id ?? null }
}
