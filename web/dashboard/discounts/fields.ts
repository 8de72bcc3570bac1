import type { Discount, DiscountDuration, DiscountType } from '#client/index.ts'
import { locale } from '#web/language.ts'
import { t } from '#web/parts/discounts/messages.ts'
import { localTime, metadata, optionalText, plain, products, text, wholeNumber } from '#web/shell/form/kinds.ts'
import { resourceForm } from '#web/shell/form/resource-form.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { filled, matching } from '#web/ui/inputs/rules.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import type { ChosenProduct } from '../product-picker.tsx'

/** The form values of a discount. `amount` is in minor units; times are those of inputs of the browser; numbers are as typed. */
export interface DiscountValues {
  readonly name: string
  readonly code: string
  readonly type: DiscountType
  /** In percent, as typed. */
  readonly basisPoints: string
  readonly amount: number | null
  readonly currency: string
  readonly duration: DiscountDuration
  readonly durationInMonths: string
  readonly startsAt: string
  readonly endsAt: string
  readonly maxRedemptions: string
  readonly products: readonly ChosenProduct[]
  readonly metadata: readonly Pair[]
}

const pointsPerPercent = 100
const codeForm = /^[a-z\d]{3,256}$/i
const codeCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 10

/** A random code of capitals and digits that no reader takes for each other. */
export function randomCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(codeLength))
  return Array.from(bytes, (byte) => codeCharacters[byte % codeCharacters.length]).join('')
}

/** The value of a text of percent in hundredths of a percent; null where it is none from 0.01 to 100. A comma is a point. */
export function basisPointsOf(percent: string): number | null {
  const typed = percent.trim().replace(',', '.')
  const points = /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * pointsPerPercent) : 0
  return points >= 1 && points <= 100 * pointsPerPercent ? points : null
}

const isFixed = ({ type }: DiscountValues) => type === 'fixed'

/** The form of a discount. Type and duration of one that exists stay as they are. */
export const discountForm = resourceForm<Discount, DiscountValues>({
  failed: t('form.failed'),
  note: (changed) => t(changed.some((field) => field !== 'metadata') ? 'form.reachNote' : 'form.codeNote'),
  fields: {
    name: text({ label: t('form.name'), rule: filled(t('form.nameMissing')) }),
    code: optionalText({
      label: t('form.code'),
      hint: t('form.codeHint'),
      rule: matching(codeForm, t('form.codeInvalid')),
      texts: { value_error: t('form.codeTaken') },
      input: { autoCapitalize: 'characters', mono: true, spellCheck: false },
    }),
    type: plain({ initial: 'percentage', isFixed: true }),
    basisPoints: {
      label: t('form.percent'),
      isRequired: true,
      applies: (values) => !isFixed(values),
      read: (discount) => (discount?.type === 'percentage' ? String(discount.basisPoints / pointsPerPercent) : ''),
      write: basisPointsOf,
      rule: (percent) => (basisPointsOf(percent) === null ? t('form.percentInvalid') : undefined),
      input: { after: '%', autoComplete: 'off', inputMode: 'decimal', numeric: true },
    },
    amount: plain({
      label: t('form.amount'),
      isRequired: true,
      applies: isFixed,
      initial: null,
      rule: (amount, { currency }) =>
        amount === null ? t('form.amountInvalid', { example: formatMoney(locale, 500, currency) }) : undefined,
      paths: ['amount', 'currency'],
    }),
    currency: plain({ applies: isFixed, initial: 'usd', paths: [] }),
    duration: plain({ label: t('form.duration'), isRequired: true, initial: 'once', isFixed: true }),
    durationInMonths: wholeNumber({
      label: t('form.months'),
      isRequired: true,
      isFixed: true,
      applies: ({ duration }) => duration === 'repeating',
      initial: '3',
      max: 999,
      message: t('form.monthsInvalid'),
      input: { autoComplete: 'off' },
    }),
    startsAt: localTime({ label: t('form.startsAt') }),
    endsAt: localTime({
      label: t('form.endsAt'),
      rule: (endsAt, { startsAt }) => (startsAt !== '' && endsAt !== '' && endsAt <= startsAt ? t('form.endsFirst') : undefined),
    }),
    maxRedemptions: wholeNumber({
      label: t('form.maxRedemptions'),
      hint: t('form.maxHint'),
      max: 2_147_483_647,
      message: t('form.maxInvalid'),
      input: { autoComplete: 'off' },
    }),
    products: products({ label: t('form.products'), hint: t('form.productsHint') }),
    metadata: metadata(t),
  },
})
