import type { Discount, DiscountCreate, DiscountDuration, DiscountType, DiscountUpdate } from '#client/index.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/discounts/messages.ts'
import { type FaultTable, faultText } from '#web/parts/field-faults.ts'
import { isSameMetadata, metadataOf, pairsOf, uniqueKeys } from '#web/parts/metadata.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { fromLocalTime, toLocalTime } from '#web/ui/inputs/local-time.ts'
import { filled, type Rules } from '#web/ui/inputs/rules.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import type { ChosenProduct } from '../product-picker.tsx'

/** The form values of a discount. `amount` is in minor units; times are those of inputs of the browser. */
export interface DiscountValues {
  readonly name: string
  readonly code: string
  readonly type: DiscountType
  readonly percent: string
  readonly amount: number | null
  readonly currency: string
  readonly duration: DiscountDuration
  readonly months: string
  readonly startsAt: string
  readonly endsAt: string
  readonly maxRedemptions: string
  readonly products: readonly ChosenProduct[]
  readonly pairs: readonly Pair[]
}

const basisPoints = 100
const codeForm = /^[a-z\d]{3,256}$/i
const maxMonths = 999
const codeCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 10

/** A random code of capitals and digits that no reader takes for each other. */
export function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(codeLength))
  return Array.from(bytes, (byte) => codeCharacters[byte % codeCharacters.length]).join('')
}

/** The form values of a discount, or of a new one in this currency. */
export function valuesOf(discount: Discount | null, currency: string): DiscountValues {
  const isFixed = discount?.type === 'fixed'
  return {
    name: discount?.name ?? '',
    code: discount?.code ?? '',
    type: discount?.type ?? 'percentage',
    percent: discount?.type === 'percentage' ? String(discount.basisPoints / basisPoints) : '',
    amount: isFixed ? discount.amount : null,
    currency: isFixed ? discount.currency : currency,
    duration: discount?.duration ?? 'once',
    months: discount?.duration === 'repeating' ? String(discount.durationInMonths) : '3',
    startsAt: toLocalTime(discount?.startsAt ?? null),
    endsAt: toLocalTime(discount?.endsAt ?? null),
    maxRedemptions: discount === null || discount.maxRedemptions === null ? '' : String(discount.maxRedemptions),
    products: discount?.products.map(({ id, name }) => ({ id, name })) ?? [],
    pairs: pairsOf(discount?.metadata ?? {}),
  }
}

/** What a text of percent is in hundredths of a percent; null where it is none from 0.01 to 100. A comma is a point. */
export function basisPointsOf(percent: string): number | null {
  const text = percent.trim().replace(',', '.')
  const points = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * basisPoints) : 0
  return points >= 1 && points <= 100 * basisPoints ? points : null
}

const isWhole = (text: string, max: number) => /^\d{1,10}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max

/** What must hold for the form; the messages have amounts in the form of `locale`. */
export const discountRules = (locale: string): Rules<DiscountValues> => ({
  name: filled(t('form.nameMissing')),
  code: (code) => (code.trim() === '' || codeForm.test(code.trim()) ? undefined : t('form.codeInvalid')),
  percent: (percent, { type }) => (type === 'percentage' && basisPointsOf(percent) === null ? t('form.percentInvalid') : undefined),
  amount: (amount, { type, currency }) =>
    type === 'fixed' && amount === null ? t('form.amountInvalid', { example: formatMoney(locale, 500, currency) }) : undefined,
  months: (months, { duration }) => (duration === 'repeating' && !isWhole(months, maxMonths) ? t('form.monthsInvalid') : undefined),
  maxRedemptions: (max) => (max.trim() === '' || isWhole(max, 2_147_483_647) ? undefined : t('form.maxInvalid')),
  endsAt: (endsAt, { startsAt }) => (startsAt !== '' && endsAt !== '' && endsAt <= startsAt ? t('form.endsFirst') : undefined),
  pairs: uniqueKeys({ missing: t('form.keyMissing'), duplicate: t('form.keyDuplicate') }),
})

/** What the refusals of the server mean. */
export const discountRefusals = ({ pairs }: DiscountValues): FaultTable<keyof DiscountValues> => ({
  paths: {
    basis_points: 'percent',
    currency: 'amount',
    duration_in_months: 'months',
    starts_at: 'startsAt',
    ends_at: 'endsAt',
    max_redemptions: 'maxRedemptions',
    metadata: 'pairs',
  },
  texts: {
    code: { value_error: t('form.codeTaken') },
    pairs: (fault) => {
      const pair = pairs.find(({ key }) => fault.path === `metadata.${key.trim()}`) ?? pairs[0]
      return pair === undefined ? faultText(fault) : { [pair.id]: faultText(fault) }
    },
  },
  text: (error) => `${t('form.failed')} ${errorText(error)}`,
})

/** What an update may change, as it is sent. */
function changeableOf(values: DiscountValues) {
  return {
    name: values.name.trim(),
    code: values.code.trim() === '' ? null : values.code.trim(),
    ...(values.type === 'percentage'
      ? { basisPoints: basisPointsOf(values.percent) }
      : { amount: values.amount, currency: values.currency }),
    startsAt: fromLocalTime(values.startsAt),
    endsAt: fromLocalTime(values.endsAt),
    maxRedemptions: values.maxRedemptions.trim() === '' ? null : Number(values.maxRedemptions),
    products: values.products.map(({ id }) => id),
  }
}

/** The body of the create request. */
export const creationOf = (values: DiscountValues, organizationId: string): DiscountCreate => ({
  organizationId,
  type: values.type,
  duration: values.duration,
  ...(values.duration === 'repeating' && { durationInMonths: Number(values.months) }),
  ...changeableOf(values),
  metadata: metadataOf(values.pairs, {}),
})

/** The body of the update request: only changed fields. */
export function changesOf(values: DiscountValues, discount: Discount): DiscountUpdate {
  const before: Readonly<Record<string, unknown>> = changeableOf(valuesOf(discount, values.currency))
  const changed = Object.entries(changeableOf(values)).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]))
  return {
    ...Object.fromEntries(changed),
    ...(!isSameMetadata(values.pairs, discount.metadata) && { metadata: metadataOf(values.pairs, discount.metadata) }),
  }
}

const labels = {
  name: 'form.name',
  code: 'form.code',
  basisPoints: 'form.percent',
  amount: 'form.amount',
  startsAt: 'form.startsAt',
  endsAt: 'form.endsAt',
  maxRedemptions: 'form.maxRedemptions',
  products: 'form.products',
  metadata: 'form.metadata',
} as const

/** The labels of the changed fields. */
export const changedLabels = (changes: object): readonly string[] =>
  Object.keys(changes).flatMap((field) => (Object.hasOwn(labels, field) ? [t(labels[field as keyof typeof labels])] : []))

/** Whom the changes reach; undefined if there are none. */
export function noteOf(changes: object): string | undefined {
  const fields = Object.keys(changes)
  if (fields.length === 0) return undefined
  return t(fields.some((field) => field !== 'metadata') ? 'form.reachNote' : 'form.codeNote')
}
