import type { FieldFault, MeteredPrice } from '#client/index.ts'
import { unitAmount as ratioOf, round } from '#kernel/money.ts'
import { faultText } from '#web/parts/field-faults.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { formatUnitAmount } from '#web/ui/text/unit-amount.ts'
import type { OptionalAmount, PriceBody, SentenceContext } from './kind.ts'
import { t } from './messages.ts'
import { amountOrNull, invalidAmounts } from './optional-money.tsx'

/** A price for each unit of a meter, as a row of the form. */
export interface UsageRow {
  /** The id of the price, or of a new row. */
  readonly id: string
  readonly meterId: string
  readonly meterName: string
  /** A decimal in minor units; null while the typed text is none. */
  readonly unitAmount: string | null
  readonly cap: OptionalAmount
}

/** Units of the example: the price of one may be a fraction of the smallest coin. */
const exampleUnits = 1000n
/** The unit amount of the example in a message: half of the smallest coin. */
const exampleAmount = '0.5'

/** The row of a price. */
export const rowOf = ({ id, meterId, meter, unitAmount, capAmount }: MeteredPrice): UsageRow => ({
  id,
  meterId,
  meterName: meter.name,
  unitAmount,
  cap: capAmount,
})

/** Whether a row still is its price. */
export const isSameRow = ({ meterId, unitAmount, cap }: UsageRow, price: MeteredPrice): boolean =>
  meterId === price.meterId && unitAmount === price.unitAmount && cap === price.capAmount

/** The body of a new price. */
export const bodyOfRow = ({ meterId, unitAmount, cap }: UsageRow, currency: string): PriceBody => ({
  amountType: 'metered_unit',
  meterId,
  unitAmount: unitAmount ?? '',
  capAmount: amountOrNull(cap),
  priceCurrency: currency,
})

/** The message of each row that the page finds wrong. */
export function rowFaults(rows: readonly UsageRow[], { locale, currency }: Pick<SentenceContext, 'locale' | 'currency'>) {
  const findRowFault = (row: UsageRow, at: number): string | undefined => {
    if (row.meterId === '') return t('meterMissing')
    if (rows.findIndex(({ meterId }) => meterId === row.meterId) < at) return t('meterTwice')
    if (row.unitAmount === null) return t('unitMissing', { example: formatUnitAmount(locale, exampleAmount, currency) })
    return invalidAmounts({ cap: row.cap }, { locale, currency })['cap']
  }
  const found = rows.flatMap((row, at) => {
    const fault = findRowFault(row, at)
    return fault === undefined ? [] : [[row.id, fault] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The meaning of a problem that the server found in a row. */
export function rowFault(fault: FieldFault, { locale, currency }: Pick<SentenceContext, 'locale' | 'currency'>): string {
  if (fault.path.endsWith('.unit_amount')) return t('unitMissing', { example: formatUnitAmount(locale, exampleAmount, currency) })
  if (fault.path.endsWith('.meter_id')) return t('meterMissing')
  const { le } = fault.ctx
  return typeof le === 'number' ? t('amountHigh', { amount: formatMoney(locale, le, currency) }) : faultText(fault)
}

/** The cost of a thousand units; undefined while the row holds no price. */
export function rowSentence({ meterName, unitAmount, cap }: UsageRow, { locale, currency }: SentenceContext): string | undefined {
  const ratio = unitAmount === null ? null : ratioOf(unitAmount)
  if (ratio === null || meterName === '') return undefined
  const cost = formatMoney(locale, round(ratio.numerator * exampleUnits, ratio.denominator), currency)
  const limit = amountOrNull(cap)
  return limit === null
    ? t('paysUsage', { meter: meterName, amount: cost })
    : t('paysUsageUpTo', { meter: meterName, amount: cost, cap: formatMoney(locale, limit, currency) })
}
