import type { CallError, FieldFault, Metadata, Price, Product, ProductCreate, ProductUpdate } from '#client/index.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { faultAt, faultText } from '../field-faults.ts'
import { isSameMetadata, metadataOf, pairFaults, pairsOf } from '../metadata.ts'

/** The form values of a product. `amount` in minor units of `currency`; null while the typed text is not an amount. */
export interface ProductValues {
  readonly name: string
  readonly description: string
  readonly amount: number | null
  readonly currency: string
  readonly pairs: readonly Pair[]
}

/** The faults of the form, by field; `other` belongs to no field. */
export interface ProductFaults {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly amount?: string | undefined
  readonly pairs?: Readonly<Record<string, string>> | undefined
  readonly other?: string | undefined
}

/** The messages of the faults. `low` and `high` take the bound in minor units. */
export interface FaultMessages {
  readonly name: string
  readonly amount: string
  readonly low: (bound: number) => string
  readonly high: (bound: number) => string
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
    amount: price?.priceAmount ?? null,
    currency: price?.priceCurrency ?? currency,
    pairs: pairsOf(product?.metadata ?? nothing),
  }
}

/** The faults that the page can detect before the request. */
export function faultsOf(values: ProductValues, messages: FaultMessages): ProductFaults | null {
  const pairs = pairFaults(values.pairs, { missing: messages.keyMissing, duplicate: messages.keyDuplicate })
  const faults: ProductFaults = {
    ...(values.name.trim().length < shortestName ? { name: messages.name } : {}),
    ...(values.amount === null ? { amount: messages.amount } : {}),
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
    amount: price && amountFault(price, messages),
    pairs: metadata && pair && { [pair.id]: faultText(metadata) },
  }
  const hasField = Object.values(faults).some((fault) => fault !== undefined)
  return hasField ? faults : { other: messages.other(error) }
}

/** The server bounds prices in minor units of their currency. */
function amountFault(fault: FieldFault, messages: FaultMessages): string {
  const { ge, le } = fault.ctx
  if (typeof ge === 'number') return messages.low(ge)
  return typeof le === 'number' ? messages.high(le) : faultText(fault)
}

/** The body of the create request. */
export function creationOf(values: ProductValues, organizationId: string): ProductCreate {
  return {
    organizationId,
    name: values.name.trim(),
    description: values.description.trim() === '' ? null : values.description.trim(),
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: values.amount ?? 0, priceCurrency: values.currency }],
    metadata: metadataOf(values.pairs, nothing),
  }
}

/** The body of the update request: only changed fields. A changed amount is a new price. */
export function changesOf(values: ProductValues, product: Product, price: Price | undefined): ProductUpdate {
  const description = values.description.trim()
  return {
    ...(values.name.trim() === product.name ? {} : { name: values.name.trim() }),
    ...(description === (product.description ?? '').trim() ? {} : { description: description === '' ? null : description }),
    ...(values.amount === (price?.priceAmount ?? null)
      ? {}
      : { prices: [{ amountType: 'fixed' as const, priceAmount: values.amount ?? 0, priceCurrency: values.currency }] }),
    ...(isSameMetadata(values.pairs, product.metadata) ? {} : { metadata: metadataOf(values.pairs, product.metadata) }),
  }
}
