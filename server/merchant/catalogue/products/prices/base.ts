import { z } from 'zod'
import { type AmountFault, isCurrency } from '#kernel/money.ts'
import { type Problem, valueProblem } from '#kernel/refusal.ts'
import { unavailable } from '#platform/http/wire-parts.ts'
import { type Column, flag, integer, type Model, recorded, text, uuid } from '#platform/resource/columns.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'

/** The relation of prices to taxes: `location` is by the country of the buyer. */
export const taxBehaviorOption = z.enum(['location', 'inclusive', 'exclusive']).meta({ id: 'TaxBehaviorOption' })

/** The type of a price: due once, or per period. It mirrors the product. */
export const productPriceType = z.enum(['one_time', 'recurring']).meta({ id: 'ProductPriceType' })

/** The billing interval. */
export const recurringInterval = z.enum(['month', 'year']).meta({ id: 'SubscriptionRecurringInterval' })

const baseColumns = { ...recorded, organizationId: uuid().fixed().private(), productId: uuid().fixed(), isArchived: flag() } as const

/** The columns of every kind of price. */
export const sharedColumns = {
  ...baseColumns,
  /** The order of the product's prices, as sent. */
  position: integer().fixed(),
  /** The kind. */
  amountType: text().fixed(),
} as const

/** The fields of every kind of price. A price never changes: an edit archives it and creates another (rule C8). Times are UTC. */
export type PriceBase = Model<typeof baseColumns>

/** The JSON that every kind of price begins with. */
export const priceFields = fieldsOf(baseColumns)

/** The fields of a price that newer clients require. */
export const newerPriceFields = constantFields({
  source: [
    z.enum(['catalog', 'ad_hoc']).meta({ id: 'ProductPriceSource' }),
    'catalog',
    'Always `catalog`: the price belongs to a product.',
  ],
  tax_behavior: [taxBehaviorOption.nullable(), null, 'Always null: the default of the organization applies.'],
})

/** The fields of a new price that newer clients may send. */
export const newerPriceBody = { tax_behavior: unavailable() }

/** The fields of a product that its prices repeat on the wire. */
export interface PricedProduct {
  readonly recurringInterval: 'month' | 'year' | null
}

/** The fields of a price that mirror its product, for clients of the older generations. */
export const productPriceFields = { type: productPriceType, recurring_interval: recurringInterval.nullable() }

/** The values of `productPriceFields`. */
export const toProductPriceFields = ({ recurringInterval }: PricedProduct) => ({
  type: recurringInterval === null ? ('one_time' as const) : ('recurring' as const),
  recurring_interval: recurringInterval,
})

/** The problem of an amount, in minor units, that a bound refuses. */
export function amountProblem({ type, bound }: AmountFault, loc: readonly (string | number)[]): Problem {
  const isLow = type === 'greater_than_equal'
  const msg = `Input should be ${isLow ? 'greater' : 'less'} than or equal to ${bound}`
  return { loc, msg, type, ctx: { [isLow ? 'ge' : 'le']: bound } }
}

/** The problem of a currency that nothing can be sold in. */
export function currencyProblems(currency: string, loc: readonly (string | number)[]): Problem[] {
  return isCurrency(currency) ? [] : [valueProblem(loc, 'This is not a currency that can be sold in.')]
}

/** The values that a new price takes from its merchant. */
export interface DraftContext {
  /** The default currency, for a price that names none. */
  readonly currency: string
  /** The names of the merchant's meters by their ids: of all that the prices name and that exist. */
  readonly meterNames: ReadonlyMap<string, string>
}

/** The values of other resources that a price shows, as they were read with the price. */
export interface PriceReferences {
  /** The name of the meter that the price names; null where it names none. */
  readonly meterName: string | null
}

/** The columns of a kind: null for prices of the other kinds. Kinds may share a column. */
// biome-ignore lint/suspicious/noExplicitAny: columns of every type
export type KindColumns = Readonly<Record<string, Column<any, any, string | null, true>>>

/**
 * A kind of price: all that there is to know about it on the server. `Draft` is what a price of this kind holds besides the fields of
 * every price. Its functions are properties, so that the compiler refuses the draft of another kind.
 */
export interface PriceKind<
  Draft extends { readonly kind: string },
  Columns extends KindColumns,
  Wire extends z.ZodObject,
  Body extends z.ZodObject,
> {
  /** The `amount_type` on the wire. */
  readonly kind: Draft['kind']
  readonly columns: Columns
  /** A price in an answer, and a new price in a body. */
  readonly wire: Wire
  readonly body: Body
  /** Static prices are due at checkout; a product has at most one. */
  readonly isStatic: boolean
  /** A free price never requires a payment, and no discount applies to it. */
  readonly isFree: boolean
  /** The draft of a body, with the kind's defaults. */
  readonly toDraft: (body: z.output<Body>, context: DraftContext) => Draft
  /** The problems of a draft; `loc` is the location of the price in the input. */
  readonly problems: (draft: Draft, loc: readonly (string | number)[]) => Problem[]
  readonly toWire: (price: PriceBase & Draft, product: PricedProduct) => z.output<Wire>
  readonly toColumns: (draft: Draft) => Model<Columns>
  /** Throws a `Bug` when a column that the kind needs is null. */
  readonly fromColumns: (columns: Model<Columns>, references: PriceReferences) => Draft
  /** The amount due at checkout, in minor units, before discount and tax; where the buyer chooses it, what the form starts with. */
  readonly amountFor: (draft: Draft) => number
  /** Where the buyer chooses the amount: the bound that an amount in minor units violates. Null for the other kinds. */
  readonly amountFault: ((draft: Draft, amount: number) => AmountFault | null) | null
}
