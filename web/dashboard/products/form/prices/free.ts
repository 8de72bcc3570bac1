import type { FreePrice } from '#client/index.ts'
import { t } from '#web/parts/products/price-messages.ts'
import type { PriceForm } from './kind.ts'

/** A free price has no fields. */
export interface FreeValues {
  readonly kind: 'free'
}

export const free: PriceForm<FreePrice, FreeValues> = {
  valuesOf: () => ({ kind: 'free' }),
  isSame: () => true,
  faultsOf: () => ({}),
  fields: {},
  bodyOf: () => ({ amountType: 'free' }),
  sentenceOf: () => t('form.paysNothing'),
  Fields: null,
}
