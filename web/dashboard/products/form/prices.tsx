import type { Product } from '#client/index.ts'
import { t } from '#web/parts/products/messages.ts'
import { priceOf } from '#web/parts/products/price.tsx'
import { newKind, type PriceValues, priceForm } from '#web/parts/products/price-forms.tsx'
import type { ProductSection, SectionProps } from './section.ts'

interface PricesValues {
  readonly price: PriceValues
}

/** What buyers pay. A changed price is a new one. */
export const prices: ProductSection<PricesValues> = {
  title: () => t('form.price'),
  text: ({ price }, product) => (product === null ? priceForm(price.kind).aboutOf(price) : t('form.priceChangeText')),
  valuesOf: (product, currency) => {
    const price = product === null ? undefined : priceOf(product)
    return { price: priceForm(price?.amountType ?? newKind).valuesOf(price, currency) }
  },
  rules: (locale) => ({ price: (price) => priceForm(price.kind).faultOf(price, locale) }),
  refusals: ({ price }, locale) => ({
    paths: { prices: 'price' },
    texts: { price: (fault) => priceForm(price.kind).serverFault(fault, price, locale) },
  }),
  creationOf: ({ price }) => ({ recurringInterval: null, prices: [priceForm(price.kind).bodyOf(price)] }),
  changesOf: ({ price }, product) => (isSame(price, product) ? {} : { prices: [priceForm(price.kind).bodyOf(price)] }),
  labels: { prices: () => t('form.price') },
  reach: 'buyers',
  noteOf: (values, former, locale) => {
    const [from, to] = [former.price, values.price].map((price) => priceForm(price.kind).textOf(price, locale))
    return from !== undefined && to !== undefined ? t('form.priceNote', { from, to }) : undefined
  },
  Fields: PriceFields,
}

function isSame(values: PriceValues, product: Product): boolean {
  const form = priceForm(values.kind)
  const price = priceOf(product)
  if (price === undefined) return form.isEmpty(values)
  return price.amountType === values.kind && form.isSame(values, price)
}

function PriceFields({ form, former }: SectionProps<PricesValues>) {
  const { price } = form.values
  const { Fields } = priceForm(price.kind)
  return <Fields {...form.field('price')} former={former?.price ?? null} onChange={(price) => form.set({ price })} values={price} />
}
