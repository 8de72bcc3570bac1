import type { FixedPrice } from '#client/index.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { formatMoney } from '#web/ui/text/money.ts'
import type { PriceFieldsProps, PriceForm } from './kind.ts'
import { t } from './messages.ts'

/** `amount` in minor units; null while the typed text is not an amount. */
export interface FixedValues {
  readonly kind: 'fixed'
  readonly amount: number | null
}

const sentences = { once: 'paysOnce', month: 'paysMonth', year: 'paysYear' } as const

export const fixed: PriceForm<FixedPrice, FixedValues> = {
  valuesOf: (price) => ({ kind: 'fixed', amount: price?.priceAmount ?? null }),
  isSame: ({ amount }, price) => amount === price.priceAmount,
  faultsOf: ({ amount }, { locale, currency }) =>
    amount === null ? { amount: t('amountMissing', { example: formatMoney(locale, 2900, currency) }) } : {},
  fields: { price_amount: 'amount' },
  bodyOf: ({ amount }, currency) => ({ amountType: 'fixed', priceAmount: amount ?? 0, priceCurrency: currency }),
  sentenceOf: ({ amount }, { locale, currency, interval }) =>
    amount === null ? undefined : t(sentences[interval], { amount: formatMoney(locale, amount, currency) }),
  Fields: FixedFields,
}

function FixedFields({ values, currency, former, errors, onChange }: PriceFieldsProps<FixedValues>) {
  const { locale } = useLanguage()
  const was = former?.amountType === 'fixed' ? former.priceAmount : null
  const hint = was !== null && values.amount !== was ? t('was', { amount: formatMoney(locale, was, currency) }) : undefined
  return (
    <div className="grid max-w-320">
      <Field error={errors['amount']} hint={hint} label={t('amount')} required>
        <MoneyInput currency={currency} name="price" onChange={(amount) => onChange({ ...values, amount })} value={values.amount} />
      </Field>
    </div>
  )
}
