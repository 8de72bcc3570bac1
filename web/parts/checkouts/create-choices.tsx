import type { Checkout, Product } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { nameOf } from '../customers/identity.tsx'
import { discountText } from '../discounts/labels.ts'
import { priceBounds, priceText } from '../products/price-labels.ts'
import { ResourceCombobox, useSearch } from '../resource-combobox.tsx'
import type { useForm } from '../use-form.ts'
import { type CheckoutValues, customPriceOf, discountsFor } from './create-values.ts'
import { t } from './messages.ts'

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
  const search = useSearch('discounts', { organizationId, status: ['active'], sorting: ['name'] }, true)
  const discounts = search.items && discountsFor(product, search.items)
  const { discount } = form.values
  const hasNone = (discounts ?? []).length === 0 && search.isWhole
  if (product === undefined || (discount === null && hasNone)) return null
  return (
    <Field {...form.field('discount')} hint={t('create.discountHint')} label={t('create.discount')} optional>
      <ResourceCombobox
        chosen={discount}
        items={discounts}
        name="discount"
        onChange={(next) => form.set({ discount: next })}
        optionOf={(each) => ({ label: each.name, text: discountText(each, locale) })}
        placeholder={t('create.noDiscount')}
        search={search}
      />
    </Field>
  )
}

/** A customer to whom the checkout belongs. Hidden where there is none, or the user may not read customers. */
export function CustomerField({ form, organizationId }: Omit<ChoiceProps, 'product'> & { readonly organizationId: string }) {
  const search = useSearch('customers', { organizationId, sorting: ['name'] }, true)
  const { customer } = form.values
  if (customer === null && (search.isEmpty || search.items === undefined)) return null
  return (
    <Field {...form.field('customer')} hint={t('create.customerHint')} label={t('create.customer')} optional>
      <ResourceCombobox
        chosen={customer}
        items={search.items}
        name="customer"
        onChange={(next) => form.set({ customer: next })}
        optionOf={(each) => ({ label: nameOf(each), ...(each.name && { text: shownEmail(each.email) }) })}
        placeholder={t('create.noCustomer')}
        search={search}
      />
    </Field>
  )
}
