import type { Metadata, Price, Product, ProductCreate, ProductUpdate } from '#client/index.ts'
import { errorText } from '#web/error-text.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import type { Rules } from '#web/ui/inputs/rules.ts'
import { type FaultTable, faultText } from '../field-faults.ts'
import { isSameMetadata, metadataOf, pairsOf, uniqueKeys } from '../metadata.ts'
import { t } from './messages.ts'
import { newKind, type PriceValues, priceForm } from './price-forms.tsx'

/** The form values of a product. */
export interface ProductValues {
  readonly name: string
  readonly description: string
  readonly price: PriceValues
  readonly pairs: readonly Pair[]
}

const shortestName = 3
const nothing: Metadata = {}

/** The form values of a product, or of a new one in this currency. */
export function valuesOf(product: Product | null, price: Price | undefined, currency: string): ProductValues {
  return {
    name: product?.name ?? '',
    description: product?.description ?? '',
    price: priceForm(price?.amountType ?? newKind).valuesOf(price, currency),
    pairs: pairsOf(product?.metadata ?? nothing),
  }
}

/** What must hold for the form; the messages have amounts in the form of `locale`. */
export const productRules = (locale: string): Rules<ProductValues> => ({
  name: (name) => (name.trim().length < shortestName ? t('form.nameMissing') : undefined),
  price: (price) => priceForm(price.kind).faultOf(price, locale),
  pairs: uniqueKeys({ missing: t('form.keyMissing'), duplicate: t('form.keyDuplicate') }),
})

/** What the refusals of the server mean. */
export const productRefusals =
  (locale: string) =>
  ({ price, pairs }: ProductValues): FaultTable<keyof ProductValues> => ({
    paths: { prices: 'price', metadata: 'pairs' },
    texts: {
      price: (fault) => priceForm(price.kind).serverFault(fault, price, locale),
      pairs: (fault) => {
        const pair = pairs.find(({ key }) => fault.path === `metadata.${key.trim()}`) ?? pairs[0]
        return pair === undefined ? faultText(fault) : { [pair.id]: faultText(fault) }
      },
    },
    text: (error) => `${t('form.failed')} ${errorText(error)}`,
  })

/** The body of the create request. */
export function creationOf(values: ProductValues, organizationId: string): ProductCreate {
  return {
    organizationId,
    name: values.name.trim(),
    description: values.description.trim() === '' ? null : values.description.trim(),
    recurringInterval: null,
    prices: [priceForm(values.price.kind).bodyOf(values.price)],
    metadata: metadataOf(values.pairs, nothing),
  }
}

/** What the form of a new product holds, under the names of the fields of an update. */
export const enteredIn = ({ name, description, price, pairs }: ProductValues): object => ({
  ...(name !== '' && { name }),
  ...(description !== '' && { description }),
  ...(!priceForm(price.kind).isEmpty(price) && { prices: price }),
  ...(pairs.length > 0 && { metadata: pairs }),
})

/** The labels of the fields of an update. */
export const changedLabels = (changes: object): readonly string[] =>
  Object.keys(changes).flatMap((field) => (Object.hasOwn(labels, field) ? [labels[field as keyof typeof labels]] : []))

const labels = { name: t('name'), description: t('form.description'), prices: t('form.price'), metadata: t('form.metadata') }

/** The body of the update request: only changed fields. A changed price is a new one. */
export function changesOf(values: ProductValues, product: Product, price: Price | undefined): ProductUpdate {
  const description = values.description.trim()
  return {
    ...(values.name.trim() === product.name ? {} : { name: values.name.trim() }),
    ...(description === (product.description ?? '').trim() ? {} : { description: description === '' ? null : description }),
    ...(isSamePrice(values.price, price) ? {} : { prices: [priceForm(values.price.kind).bodyOf(values.price)] }),
    ...(isSameMetadata(values.pairs, product.metadata) ? {} : { metadata: metadataOf(values.pairs, product.metadata) }),
  }
}

function isSamePrice(values: PriceValues, price: Price | undefined): boolean {
  const form = priceForm(values.kind)
  if (price === undefined) return form.isEmpty(values)
  return price.amountType === values.kind && form.isSame(values, price)
}
