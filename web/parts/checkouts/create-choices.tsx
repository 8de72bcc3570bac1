import { useQuery } from '@tanstack/react-query'
import type { Checkout, Product } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { useNow } from '#web/ui/text/now.ts'
import { discountText } from '../discounts/words.ts'
import { priceBounds, priceText } from '../products/price-words.ts'
import type { useForm } from '../use-form.ts'
import { type CheckoutValues, customPriceOf, discountsFor } from './create-values.ts'
import { t } from './messages.ts'

const maxDiscounts = 100

interface ChoiceProps {
  readonly form: ReturnType<typeof useForm<CheckoutValues, Checkout>>
  readonly product: Product | undefined
}

/** The amount of the chosen product, where its price leaves it to the buyer. */
export function AmountField({ form, product }: ChoiceProps) {
  const { locale } = useLanguage()
  const price = customPriceOf(product)
  if (price === undefined) return null
  const { amount } = form.values
  const hint = [priceText(price, locale), ...priceBounds(price, locale), t('create.amountHint')].join(' · ')
  return (
    <Field {...form.field('amount')} hint={hint} label={t('create.amount')} optional>
      <MoneyInput
        currency={price.priceCurrency}
        key={price.id}
        name="amount"
        onChange={(minor, typed) => form.set({ amount: minor ?? (typed.trim() === '' ? null : 'invalid') })}
        value={amount === 'invalid' ? null : amount}
      />
    </Field>
  )
}

/** The discount of the checkout. Hidden where none can be redeemed for the chosen product, or the user may not read discounts. */
export function DiscountField({ form, product, organizationId }: ChoiceProps & { readonly organizationId: string }) {
  const { locale } = useLanguage()
  const now = useNow()
  const found = useQuery(apiQuery('discounts', 'list', { organizationId, limit: maxDiscounts, sorting: ['name'] }))
  const discounts = discountsFor(product, found.data?.items ?? [], now)
  if (discounts.length === 0) return null
  return (
    <Field {...form.field('discountId')} hint={t('create.discountHint')} label={t('create.discount')} optional>
      <Select {...form.text('discountId')}>
        <option value="">{t('create.noDiscount')}</option>
        {discounts.map((discount) => (
          <option key={discount.id} value={discount.id}>
            {discount.name} · {discountText(discount, locale)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
