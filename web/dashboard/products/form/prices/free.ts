import type { FreePrice } from '#client/index.ts'
import type { PriceForm } from './kind.ts'
import { t } from './messages.ts'

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
  sentenceOf: () => t('paysNothing'),
  Fields: null,
}
