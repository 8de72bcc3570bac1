import type { CustomPrice } from '#client/index.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import type { OptionalAmount, PriceFieldsProps, PriceForm } from './kind.ts'
import { t } from './messages.ts'
import { amountOrNull, invalidAmounts, OptionalMoney } from './optional-money.tsx'

/** The bounds of what a buyer may choose, and what the checkout starts with. */
export interface CustomValues {
  readonly kind: 'custom'
  readonly minimum: OptionalAmount
  readonly maximum: OptionalAmount
  readonly preset: OptionalAmount
}

/** The amount with which the checkout starts where nothing is suggested, in minor units. The server has the same rule. */
const startAmount = 1000

export const custom: PriceForm<CustomPrice, CustomValues> = {
  valuesOf: (price) => ({
    kind: 'custom',
    minimum: price?.minimumAmount ?? null,
    maximum: price?.maximumAmount ?? null,
    preset: price?.presetAmount ?? null,
  }),
  isSame: ({ minimum, maximum, preset }, price) =>
    minimum === price.minimumAmount && maximum === price.maximumAmount && preset === price.presetAmount,
  faultsOf: ({ kind: _, ...amounts }, context) => invalidAmounts(amounts, context),
  fields: { minimum_amount: 'minimum', maximum_amount: 'maximum', preset_amount: 'preset' },
  bodyOf: ({ minimum, maximum, preset }, currency) => ({
    amountType: 'custom',
    minimumAmount: amountOrNull(minimum),
    maximumAmount: amountOrNull(maximum),
    presetAmount: amountOrNull(preset),
    priceCurrency: currency,
  }),
  sentenceOf: ({ minimum, maximum, preset }, { locale, currency }) => {
    const least = amountOrNull(minimum)
    if (least === null) return undefined
    const suggested = amountOrNull(preset) ?? Math.min(Math.max(startAmount, least), amountOrNull(maximum) ?? Number.MAX_SAFE_INTEGER)
    const [from, amount] = [least, suggested].map((minor) => formatMoney(locale, minor, currency))
    return t('paysChosen', { minimum: from ?? '', amount: amount ?? '' })
  },
  Fields: CustomFields,
}

function CustomFields({ values, currency, errors, onChange }: PriceFieldsProps<CustomValues>) {
  const field = (name: 'minimum' | 'preset' | 'maximum', hint?: string) => (
    <Field error={errors[name]} hint={hint} label={t(`${name}`)} optional>
      <OptionalMoney currency={currency} name="price" onChange={(amount) => onChange({ ...values, [name]: amount })} value={values[name]} />
    </Field>
  )
  return (
    <div className="grid items-start gap-16 wide:grid-cols-3">
      {field('minimum', t('minimumHint'))}
      {field('preset')}
      {field('maximum')}
    </div>
  )
}
