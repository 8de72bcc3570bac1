import type { Product, ProductUpdate } from '#client/index.ts'
import { t as priceText } from '#web/parts/products/price-messages.ts'
import { t } from './messages.ts'

/** The unit in which a trial is counted. */
export type TrialUnit = NonNullable<Product['trialInterval']>

/** The units in the order of their lengths. */
export const trialUnits: readonly TrialUnit[] = ['day', 'week', 'month', 'year']

/** The free trial in the form. What is typed stays while it is turned off. */
export interface TrialValues {
  readonly isOffered: boolean
  /** As typed. */
  readonly count: string
  readonly unit: TrialUnit
  readonly needsMethod: boolean
}

const countMaximum = 1000
const noTrial: TrialValues = { isOffered: false, count: '14', unit: 'day', needsMethod: true }

/** The trial of a product, or of a new one. */
export function trialValuesOf(product: Product | null): TrialValues {
  if (product === null) return noTrial
  const { trialInterval: unit, trialIntervalCount: count, isTrialPaymentRequired: needsMethod } = product
  return unit === null || count === null ? { ...noTrial, needsMethod } : { isOffered: true, count: String(count), unit, needsMethod }
}

const countOf = ({ count }: TrialValues): number | null => {
  const typed = count.trim()
  const number = Number(typed)
  return /^\d+$/.test(typed) && number >= 1 && number <= countMaximum ? number : null
}

/** The message of a trial whose length is no whole number. */
export function trialFault(trial: TrialValues): string | undefined {
  return trial.isOffered && countOf(trial) === null ? t('trialCountInvalid') : undefined
}

/** The fields of a body. */
export function trialBody(trial: TrialValues): Pick<ProductUpdate, 'trialInterval' | 'trialIntervalCount' | 'isTrialPaymentRequired'> {
  if (!trial.isOffered) return { trialInterval: null, trialIntervalCount: null }
  return { trialInterval: trial.unit, trialIntervalCount: countOf(trial), isTrialPaymentRequired: trial.needsMethod }
}

/** The fields of a body that differ from the product. */
export function trialChanges(trial: TrialValues, product: Product): ReturnType<typeof trialBody> {
  const body = trialBody(trial)
  return Object.fromEntries(Object.entries(body).filter(([field, value]) => value !== Reflect.get(product, field)))
}

/** The sentence that describes the trial to a buyer; undefined without one, or while its length is no number. */
export function trialSentence(trial: TrialValues): string | undefined {
  const count = countOf(trial)
  if (!trial.isOffered || count === null) return undefined
  const first = priceText(`trial.${trial.unit}`, { count })
  return trial.needsMethod ? first : `${first} ${t('trialWithoutMethod')}`
}
