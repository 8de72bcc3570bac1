// A kind of price that is due as a whole, as the form of a product knows it. Metered prices are rows of their own: `usage.tsx`.
import type { ComponentType } from 'react'
import type { Price, ProductCreate } from '#client/index.ts'

/** The interval at which a product is billed. */
export type Interval = 'once' | 'month' | 'year'

/** A new price in a body. */
export type PriceBody = ProductCreate['prices'][number]

/** A price that is due as a whole. */
export type StaticPrice = Exclude<Price, { amountType: 'metered_unit' }>

/** An amount that may be left out, in minor units: null while the field is empty. */
export type OptionalAmount = number | null | 'invalid'

/** The context that an example sentence needs. */
export interface SentenceContext {
  readonly locale: string
  readonly currency: string
  readonly interval: Interval
}

/** The fields of a price. `errors` holds their messages by their names; `former` is the price before the edit. */
export interface PriceFieldsProps<Values> {
  readonly values: Values
  readonly currency: string
  readonly former: StaticPrice | null
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (values: Values) => void
}

/** A kind of price in the form. */
export interface PriceForm<Of extends StaticPrice, Values> {
  /** The values of the fields for a price, or for a new one. */
  readonly valuesOf: (price: Of | undefined) => Values
  readonly isSame: (values: Values, price: Of) => boolean
  /** The messages of what the page can detect before the request, by the names of the fields. */
  readonly faultsOf: (values: Values, context: SentenceContext) => Readonly<Record<string, string>>
  /** The field of each property of the body, where problems of the server belong. */
  readonly fields: Readonly<Record<string, string>>
  /** The body of a new price; null where nothing is due as a whole. */
  readonly bodyOf: (values: Values, currency: string) => PriceBody | null
  /** The sentence that says what a buyer pays; undefined while the fields hold no price. */
  readonly sentenceOf: (values: Values, context: SentenceContext) => string | undefined
  readonly Fields: ComponentType<PriceFieldsProps<Values>> | null
}
