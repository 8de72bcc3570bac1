import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { type AmountFault, chargeableMinimum, PRICE_MAXIMUM } from '#kernel/money.ts'
import type { Problem } from '#kernel/refusal.ts'
import { money, text } from '#platform/resource/columns.ts'
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

/** The amount with which the form of a checkout starts where the merchant presets nothing, in minor units (rule C10). */
const PRESET = 1000

/** The buyer chooses the amount. Amounts in minor units of the currency. */
export interface CustomDraft {
  readonly kind: 'custom'
  readonly currency: string
  /** Zero: the buyer may pay nothing. Otherwise no amount below the chargeable minimum is accepted. */
  readonly minimum: number
  /** Null: the highest price there is. */
  readonly maximum: number | null
  /** The amount with which the form starts. */
  readonly preset: number | null
}

const columns = {
  priceCurrency: text().nullable().fixed(),
  minimumAmount: money().nullable().fixed(),
  maximumAmount: money().nullable().fixed(),
  presetAmount: money().nullable().fixed(),
} as const

const wire = z
  .object({
    ...priceFields.shape,
    ...newerPriceFields.shape,
    amount_type: z.literal('custom'),
    ...productPriceFields,
    price_currency: z.string(),
    minimum_amount: z.int().meta({ description: 'In minor units. Zero: the buyer may pay nothing.' }),
    maximum_amount: z.int().nullable().meta({ description: 'In minor units. Null: the highest price there is.' }),
    preset_amount: z.int().nullable().meta({ description: 'In minor units: what the checkout starts with.' }),
  })
  .meta({ id: 'ProductPriceCustom' })

const body = z
  .object({
    amount_type: z.literal('custom'),
    price_currency: z.string().nullish(),
    minimum_amount: z.int().nullish(),
    maximum_amount: z.int().nullish(),
    preset_amount: z.int().nullish(),
    ...newerPriceBody,
  })
  .meta({ id: 'ProductPriceCustomCreate' })

export const custom: PriceKind<CustomDraft, typeof columns, typeof wire, typeof body> = {
  kind: 'custom',
  columns,
  wire,
  body,
  isStatic: true,
  isFree: false,
  toDraft: (sent, context) => {
    const currency = sent.price_currency ?? context.currency
    const maximum = sent.maximum_amount ?? null
    return { kind: 'custom', currency, minimum: sent.minimum_amount ?? minimumOf(currency), maximum, preset: sent.preset_amount ?? null }
  },
  problems: (draft, loc) => {
    const at = (field: string) => [...loc, 'custom', field]
    const problems = currencyProblems(draft.currency, at('price_currency'))
    return problems.length > 0 ? problems : boundProblems(draft, at)
  },
  toWire: (price, product) => ({
    ...priceFields.toWire(price),
    ...newerPriceFields.values,
    amount_type: 'custom',
    ...toProductPriceFields(product),
    price_currency: price.currency,
    minimum_amount: price.minimum,
    maximum_amount: price.maximum,
    preset_amount: price.preset,
  }),
  toColumns: ({ currency, minimum, maximum, preset }) => ({
    priceCurrency: currency,
    minimumAmount: minimum,
    maximumAmount: maximum,
    presetAmount: preset,
  }),
  fromColumns: ({ priceCurrency, minimumAmount, maximumAmount, presetAmount }) => ({
    kind: 'custom',
    currency: present(priceCurrency, 'The currency of a custom price'),
    minimum: present(minimumAmount, 'The minimum of a custom price'),
    maximum: maximumAmount,
    preset: presetAmount,
  }),
  amountFor: (draft) => draft.preset ?? Math.min(Math.max(PRESET, lowest(draft)), highest(draft)),
  amountFault,
}

// A currency that nothing can be sold in has no minimum, and is a problem of its own.
function minimumOf(currency: string): number {
  return currencyProblems(currency, []).length > 0 ? 0 : chargeableMinimum(currency)
}

function lowest({ minimum, currency }: CustomDraft): number {
  return Math.max(minimum, chargeableMinimum(currency))
}

function highest({ maximum }: CustomDraft): number {
  return maximum ?? PRICE_MAXIMUM
}

function amountFault(draft: CustomDraft, amount: number): AmountFault | null {
  if (amount === 0 && draft.minimum === 0) return null
  if (amount < lowest(draft)) return { type: 'greater_than_equal', bound: lowest(draft) }
  return amount > highest(draft) ? { type: 'less_than_equal', bound: highest(draft) } : null
}

// Each bound is a price; the maximum is not below the minimum, and what the form starts with is within both.
function boundProblems(draft: CustomDraft, at: (field: string) => (string | number)[]): Problem[] {
  const { minimum, maximum, preset, currency } = draft
  const open: CustomDraft = { kind: 'custom', currency, minimum: 0, maximum: null, preset: null }
  const ofMinimum = amountFault(open, minimum)
  if (ofMinimum) return [amountProblem(ofMinimum, at('minimum_amount'))]
  const ofMaximum = maximum === null ? null : amountFault({ ...open, minimum: lowest(draft) }, maximum)
  if (ofMaximum) return [amountProblem(ofMaximum, at('maximum_amount'))]
  const ofPreset = preset === null ? null : amountFault(draft, preset)
  return ofPreset ? [amountProblem(ofPreset, at('preset_amount'))] : []
}
