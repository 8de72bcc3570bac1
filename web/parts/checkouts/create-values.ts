import type { CheckoutCreate, Customer, CustomPrice, Discount, Product } from '#client/index.ts'
import { errorText } from '#web/error-text.ts'
import { email, filled, type Rules, webUrl } from '#web/ui/inputs/rules.ts'
import { formatMoney } from '#web/ui/text/money.ts'
import { type FaultTable, faultText } from '../field-faults.ts'
import { t } from './messages.ts'

/** The form values of a new checkout; `productId` is empty until one is chosen. */
export interface CheckoutValues {
  readonly productId: string
  /** In minor units, where the buyer chooses it: null while the field is empty. */
  readonly amount: number | null | 'invalid'
  readonly discount: Discount | null
  /** A known customer, whose email and terms apply; null for any buyer. */
  readonly customer: Customer | null
  readonly email: string
  readonly successUrl: string
}

/** The values of a form that begins with this product. */
export const emptyValues = (productId: string): CheckoutValues => ({
  productId,
  amount: null,
  discount: null,
  customer: null,
  email: '',
  successUrl: '',
})

/** The price of a product whose amount the buyer chooses. */
export function customPriceOf(product: Pick<Product, 'prices'> | undefined): CustomPrice | undefined {
  return product?.prices.find((price) => price.amountType === 'custom' && !price.isArchived) as CustomPrice | undefined
}

/** Those of the active discounts that a checkout of this product, sold once, can have. The server decides by the same rule (rule G3). */
export function discountsFor(product: Product | undefined, discounts: readonly Discount[]): readonly Discount[] {
  const price = product?.prices.find(({ amountType, isArchived }) => !isArchived && (amountType === 'fixed' || amountType === 'custom'))
  if (product === undefined || price === undefined || !('priceCurrency' in price)) return []
  return discounts.filter((discount) => {
    const { products, duration } = discount
    const isFor = products.length === 0 || products.some(({ id }) => id === product.id)
    const isOfCurrency = discount.type === 'percentage' || discount.currency === price.priceCurrency
    return isFor && isOfCurrency && duration !== 'repeating'
  })
}

/** The context in which an amount is read and written: the language, and the currency of the chosen product. */
export interface AmountContext {
  readonly locale: string
  readonly currency: string
}

/** The rules of the form. */
export const checkoutRules = (contextOf: (values: CheckoutValues) => AmountContext): Rules<CheckoutValues> => ({
  productId: filled(t('create.productMissing')),
  amount: (amount, values) => {
    const { locale, currency } = contextOf(values)
    return amount === 'invalid' ? t('create.amountInvalid', { example: formatMoney(locale, 2900, currency) }) : undefined
  },
  email: email(t('create.emailInvalid')),
  successUrl: webUrl(t('create.urlInvalid')),
})

const bounds = { greater_than_equal: ['ge', 'create.amountLow'], less_than_equal: ['le', 'create.amountHigh'] } as const

/** The meanings of the refusals of the server. */
export const checkoutRefusals = ({ locale, currency }: AmountContext): FaultTable<keyof CheckoutValues> => ({
  paths: { products: 'productId', customer_id: 'customer', customer_email: 'email', success_url: 'successUrl', discount_id: 'discount' },
  texts: {
    amount: (fault) => {
      const [key, message] = bounds[fault.type as keyof typeof bounds] ?? []
      const bound = key && fault.ctx[key]
      return message && typeof bound === 'number' ? t(message, { amount: formatMoney(locale, bound, currency) }) : faultText(fault)
    },
    discount: { other: t('create.discountGone') },
    customer: { other: t('create.customerGone') },
    email: { other: t('create.emailInvalid') },
    successUrl: { url_parsing: t('create.urlInvalid'), other: t('create.urlInvalid') },
  },
  text: (error) => `${t('create.failed')} ${errorText(error)}`,
})

/** The body of the create request. */
export function creationOf(
  { productId, amount, discount, customer, email, successUrl }: CheckoutValues,
  organizationId: string,
): CheckoutCreate {
  return {
    organizationId,
    products: [productId],
    ...(typeof amount === 'number' && { amount }),
    ...(discount !== null && { discountId: discount.id }),
    ...(customer !== null && { customerId: customer.id }),
    ...(customer === null && email.trim() !== '' && { customerEmail: email.trim() }),
    ...(successUrl.trim() !== '' && { successUrl: successUrl.trim() }),
  }
}
