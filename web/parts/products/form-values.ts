import type { CallError, Metadata, Price, Product, ProductCreate, ProductUpdate } from '#client/index.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { faultAt, faultText } from '../field-faults.ts'
import { isSameMetadata, metadataOf, pairFaults, pairsOf } from '../metadata.ts'
import { newKind, type PriceValues, priceForm } from './price-forms.tsx'

/** The form values of a product. */
export interface ProductValues {
  readonly name: string
  readonly description: string
  readonly price: PriceValues
  readonly pairs: readonly Pair[]
}

/** The faults of the form, by field; `other` belongs to no field. */
export interface ProductFaults {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly price?: string | undefined
  readonly pairs?: Readonly<Record<string, string>> | undefined
  readonly other?: string | undefined
}

/** The messages of the faults; those of a price are its kind's, with amounts in the form of `locale`. */
export interface FaultMessages {
  readonly locale: string
  readonly name: string
  readonly keyMissing: string
  readonly keyDuplicate: string
}

/** The message of an error that belongs to no field. */
export interface OtherMessage {
  readonly other: (error: CallError) => string
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

/** The faults that the page can detect before the request. */
export function faultsOf(values: ProductValues, messages: FaultMessages): ProductFaults | null {
  const pairs = pairFaults(values.pairs, { missing: messages.keyMissing, duplicate: messages.keyDuplicate })
  const price = priceForm(values.price.kind).faultOf(values.price, messages.locale)
  const faults: ProductFaults = {
    ...(values.name.trim().length < shortestName ? { name: messages.name } : {}),
    ...(price === undefined ? {} : { price }),
    ...(Object.keys(pairs).length > 0 ? { pairs } : {}),
  }
  return Object.keys(faults).length === 0 ? null : faults
}

/** The server's validation errors, by field. */
export function faultsFrom(error: CallError, values: ProductValues, messages: FaultMessages & OtherMessage): ProductFaults {
  const [name, description] = [faultAt(error, 'name'), faultAt(error, 'description')]
  const [price, metadata] = [faultAt(error, 'prices'), faultAt(error, 'metadata')]
  const pair = values.pairs.find(({ key }) => metadata?.path === `metadata.${key.trim()}`) ?? values.pairs[0]
  const faults: ProductFaults = {
    name: name && faultText(name),
    description: description && faultText(description),
    price: price && priceForm(values.price.kind).serverFault(price, values.price, messages.locale),
    pairs: metadata && pair && { [pair.id]: faultText(metadata) },
  }
  const hasField = Object.values(faults).some((fault) => fault !== undefined)
  return hasField ? faults : { other: messages.other(error) }
}

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
