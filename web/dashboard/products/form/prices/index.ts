// The kinds of prices that are due as a whole. A new kind is a file in this folder and a line in the table.

import { custom } from './custom.tsx'
import { fixed } from './fixed.tsx'
import { free } from './free.ts'
import type { PriceForm, StaticPrice } from './kind.ts'

type StaticKind = StaticPrice['amountType']
type FormOf<Kind extends StaticKind> = PriceForm<Extract<StaticPrice, { amountType: Kind }>, ReturnType<(typeof forms)[Kind]['valuesOf']>>

const forms = { fixed, custom, free }

/** Every kind that the server knows; a missing one does not compile. */
const byKind: { readonly [Kind in StaticKind]: FormOf<Kind> } = forms

/** The values of the fields of a price: `none` where only usage is charged. */
export type PriceValues = ReturnType<(typeof forms)[StaticKind]['valuesOf']> | { readonly kind: 'none' }

/** Nothing is due as a whole. */
// biome-ignore lint/suspicious/noExplicitAny: no price has this kind
const none: PriceForm<any, { readonly kind: 'none' }> = {
  valuesOf: () => ({ kind: 'none' }),
  isSame: () => false,
  faultsOf: () => ({}),
  fields: {},
  bodyOf: () => null,
  sentenceOf: () => undefined,
  Fields: null,
}

/** The choices, in their order: only a recurring product may have nothing but usage. */
export const choicesFor = (isRecurring: boolean): readonly PriceValues['kind'][] => [
  ...(Object.keys(byKind) as StaticKind[]),
  ...(isRecurring ? (['none'] as const) : []),
]

/** The form of a kind. */
// biome-ignore lint/suspicious/noExplicitAny: a price and its values have the kind that they name
export const priceForm = (kind: PriceValues['kind']): PriceForm<any, any> => (kind === 'none' ? none : byKind[kind])
