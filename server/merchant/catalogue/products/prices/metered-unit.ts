import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { PRICE_MAXIMUM, unitAmount } from '#kernel/money.ts'
import { type Problem, valueProblem } from '#kernel/refusal.ts'
import { newerMeterFields } from '#merchant/catalogue/meters/wire.ts'
import { id } from '#platform/http/wire-parts.ts'
import { money, text, uuid } from '#platform/resource/columns.ts'
import {
  amountProblem,
  currencyProblems,
  newerPriceBody,
  newerPriceFields,
  type PriceKind,
  priceFields,
  productPriceFields,
  toProductPriceFields,
} from './base.ts'

const DECIMALS = 12
/** The longest text of a unit price: 17 digits, the point, 12 decimals, and some zeros in front. */
const TEXT_MAXIMUM = 40

/** So much for each unit that a meter counts in a period. */
export interface MeteredUnitDraft {
  readonly kind: 'metered_unit'
  readonly currency: string
  /** In minor units: a decimal with at most 12 places (rule M7). */
  readonly unitAmount: string
  /** The most that is due for a period, in minor units; null: no limit. */
  readonly capAmount: number | null
  readonly meterId: string
  /** Null: there is no such meter. */
  readonly meterName: string | null
}

const columns = {
  priceCurrency: text().nullable().fixed(),
  unitAmount: text().nullable().fixed(),
  capAmount: money().nullable().fixed(),
  meterId: uuid().nullable().fixed(),
} as const

const meter = z.object({ id, name: z.string(), ...newerMeterFields.shape }).meta({ id: 'ProductPriceMeter' })

const wire = z
  .object({
    ...priceFields.shape,
    ...newerPriceFields.shape,
    amount_type: z.literal('metered_unit'),
    ...productPriceFields,
    price_currency: z.string(),
    unit_amount: z.string().meta({ description: 'In minor units: a decimal with at most 12 places.' }),
    cap_amount: z.int().nullable().meta({ description: 'The most that is due for a period, in minor units.' }),
    meter_id: id,
    meter,
  })
  .meta({ id: 'ProductPriceMeteredUnit' })

const body = z
  .object({
    amount_type: z.literal('metered_unit'),
    meter_id: id,
    price_currency: z.string().nullish(),
    unit_amount: z.union([z.number(), z.string().max(TEXT_MAXIMUM)]),
    cap_amount: z.int().nullish(),
    ...newerPriceBody,
  })
  .meta({ id: 'ProductPriceMeteredUnitCreate' })

export const meteredUnit: PriceKind<MeteredUnitDraft, typeof columns, typeof wire, typeof body> = {
  kind: 'metered_unit',
  columns,
  wire,
  body,
  isStatic: false,
  isFree: false,
  toDraft: (sent, { currency, meterNames }) => ({
    kind: 'metered_unit',
    currency: sent.price_currency ?? currency,
    unitAmount: decimalText(sent.unit_amount),
    capAmount: sent.cap_amount ?? null,
    meterId: sent.meter_id,
    meterName: meterNames.get(sent.meter_id) ?? null,
  }),
  problems: (draft, loc) => {
    const at = (field: string) => [...loc, 'metered_unit', field]
    return [
      ...currencyProblems(draft.currency, at('price_currency')),
      ...unitProblems(draft.unitAmount, at('unit_amount')),
      ...capProblems(draft.capAmount, at('cap_amount')),
      ...(draft.meterName === null ? [valueProblem(at('meter_id'), 'There is no such meter.')] : []),
    ]
  },
  toWire: (price, product) => ({
    ...priceFields.toWire(price),
    ...newerPriceFields.values,
    amount_type: 'metered_unit',
    ...toProductPriceFields(product),
    price_currency: price.currency,
    unit_amount: price.unitAmount,
    cap_amount: price.capAmount,
    meter_id: price.meterId,
    meter: { id: price.meterId, name: present(price.meterName, 'The meter of a price'), ...newerMeterFields.values },
  }),
  toColumns: ({ currency, unitAmount, capAmount, meterId }) => ({ priceCurrency: currency, unitAmount, capAmount, meterId }),
  fromColumns: ({ priceCurrency, unitAmount, capAmount, meterId }, { meterName }) => ({
    kind: 'metered_unit',
    currency: present(priceCurrency, 'The currency of a metered price'),
    unitAmount: present(unitAmount, 'The unit amount of a metered price'),
    capAmount,
    meterId: present(meterId, 'The meter of a metered price'),
    meterName,
  }),
  // It adds nothing at checkout (rule C7).
  amountFor: () => 0,
  amountFault: null,
}

// The shortest decimal of the same value, such as `0.5`; a text that is no decimal stays, for its problem.
function decimalText(sent: number | string): string {
  const written = typeof sent === 'string' ? sent.trim() : String(sent)
  const text =
    /^\d\.?\d*e-/.test(written) && Number(Number(sent).toFixed(DECIMALS)) === Number(sent) ? Number(sent).toFixed(DECIMALS) : written
  const [, whole, places] = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  return whole === undefined ? text : places ? `${whole}.${places}` : whole
}

function unitProblems(text: string, loc: (string | number)[]): Problem[] {
  const unit = unitAmount(text)
  if (unit === null && /^-\d/.test(text)) return [aboveZero(loc)]
  if (unit === null) return [valueProblem(loc, `This is not a decimal with at most ${DECIMALS} places.`)]
  if (unit.numerator === 0n) return [aboveZero(loc)]
  const isHigh = unit.numerator > BigInt(PRICE_MAXIMUM) * unit.denominator
  return isHigh ? [amountProblem({ type: 'less_than_equal', bound: PRICE_MAXIMUM }, loc)] : []
}

const aboveZero = (loc: (string | number)[]): Problem => ({
  loc,
  msg: 'Input should be greater than 0',
  type: 'greater_than',
  ctx: { gt: 0 },
})

function capProblems(cap: number | null, loc: (string | number)[]): Problem[] {
  if (cap === null) return []
  if (cap < 0) return [amountProblem({ type: 'greater_than_equal', bound: 0 }, loc)]
  return cap > PRICE_MAXIMUM ? [amountProblem({ type: 'less_than_equal', bound: PRICE_MAXIMUM }, loc)] : []
}
