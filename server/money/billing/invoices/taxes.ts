import { allocate, sum } from '#kernel/money.ts'

/** One tax of a document. Amounts in minor units, the rate in millionths (190000 is 19 %). */
export interface TaxLine {
  readonly name: string
  readonly jurisdiction: string
  /** Null where the order does not say it. */
  readonly ratePpm: number | null
  readonly baseAmount: number
  readonly amount: number
}

/** The taxes as an order stores them (rule X10), as far as documents state them. */
interface StoredTax {
  readonly behavior: 'inclusive' | 'exclusive'
  readonly reason: string
  readonly components: readonly {
    readonly name: string
    readonly jurisdiction: string
    readonly ratePpm: number
    readonly baseAmount: number
    readonly amount: number
  }[]
  readonly seller: { readonly taxId: string | null }
}

/** An order with its taxes; without `tax` nothing is known but their sum. */
export interface TaxedOrder {
  readonly netAmount: number
  readonly taxAmount: number
  readonly tax?: StoredTax | null
}

/** The taxes of an order as its documents state them. */
export interface DocumentTax {
  readonly lines: readonly TaxLine[]
  readonly isIncluded: boolean
  readonly isReverseCharge: boolean
  readonly sellerTaxId: string | null
}

/** The only place that reads what an order stores about its taxes. */
export function taxOf({ netAmount, taxAmount, tax = null }: TaxedOrder): DocumentTax {
  const unknown = { name: '', jurisdiction: '', ratePpm: null, baseAmount: netAmount, amount: taxAmount }
  return {
    lines: tax && tax.components.length > 0 ? tax.components.map(toLine) : taxAmount === 0 ? [] : [unknown],
    isIncluded: tax?.behavior === 'inclusive',
    isReverseCharge: tax?.reason === 'reverse_charge',
    sellerTaxId: tax?.seller.taxId ?? null,
  }
}

/** The share of an order's taxes that a credit note returns: the lines always sum to its amounts (rule X3). */
export function creditedTaxes(lines: readonly TaxLine[], credited: { readonly netAmount: number; readonly taxAmount: number }): TaxLine[] {
  if (lines.length === 0) return []
  const amounts = allocate(
    credited.taxAmount,
    lines.map(({ amount }) => amount),
  )
  const isOneBase = lines.every(({ baseAmount }) => baseAmount === lines[0]?.baseAmount)
  const bases = isOneBase
    ? lines.map(() => credited.netAmount)
    : allocate(
        credited.netAmount,
        lines.map(({ baseAmount }) => baseAmount),
      )
  return lines.map((line, index) => ({ ...line, baseAmount: bases[index] ?? 0, amount: amounts[index] ?? 0 }))
}

/** The sum of taxes, in minor units. */
export function taxSum(lines: readonly TaxLine[]): number {
  return sum(lines.map(({ amount }) => amount))
}

function toLine({ name, jurisdiction, ratePpm, baseAmount, amount }: StoredTax['components'][number]): TaxLine {
  return { name, jurisdiction, ratePpm, baseAmount, amount }
}
