import type { CallError, Metadata, Price, Product, ProductCreate, ProductUpdate } from '#client/index.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { isSameMetadata, metadataOf, pairFaults, pairsOf } from '../metadata.ts'

/** A product under edit. `amount` in minor units of `currency`; null while what is typed is none. */
export interface ProductValues {
  readonly name: string
  readonly description: string
  readonly amount: number | null
  readonly currency: string
  readonly pairs: readonly Pair[]
}

/** What is wrong with which answer; `other` belongs to no field. */
export interface ProductFaults {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly amount?: string | undefined
  readonly pairs?: Readonly<Record<string, string>> | undefined
  readonly other?: string | undefined
}

/** What the faults say. `low` and `high` are given the bound in minor units. */
export interface FaultWords {
  readonly name: string
  readonly amount: string
  readonly low: (bound: number) => string
  readonly high: (bound: number) => string
  readonly keyMissing: string
  readonly keyTwice: string
}

const shortestName = 3
const nothing: Metadata = {}

/** The values of a product, or of a new one in this currency. */
export function valuesOf(product: Product | null, price: Price | undefined, currency: string): ProductValues {
  return {
    name: product?.name ?? '',
    description: product?.description ?? '',
    amount: price?.priceAmount ?? null,
    currency: price?.priceCurrency ?? currency,
    pairs: pairsOf(product?.metadata ?? nothing),
  }
}

/** What can be seen to be wrong before asking the server. */
export function faultsOf(values: ProductValues, words: FaultWords): ProductFaults | null {
  const pairs = pairFaults(values.pairs, { missing: words.keyMissing, twice: words.keyTwice })
  const faults: ProductFaults = {
    ...(values.name.trim().length < shortestName ? { name: words.name } : {}),
    ...(values.amount === null ? { amount: words.amount } : {}),
    ...(Object.keys(pairs).length > 0 ? { pairs } : {}),
  }
  return Object.keys(faults).length === 0 ? null : faults
}

/** What the server says is wrong, at the fields that it names. */
export function refusedFaults(error: CallError, values: ProductValues, words: FaultWords & { readonly other: string }): ProductFaults {
  const said = (begins: string) => error.fields.find(({ path }) => path === begins || path.startsWith(`${begins}.`))
  const price = said('prices')
  const metadata = said('metadata')
  const pair = values.pairs.find(({ key }) => metadata?.path === `metadata.${key.trim()}`) ?? values.pairs[0]
  const faults: ProductFaults = {
    name: said('name')?.message,
    description: said('description')?.message,
    amount: price === undefined ? undefined : amountFault(price.message, words),
    pairs: metadata === undefined || pair === undefined ? undefined : { [pair.id]: metadata.message },
  }
  const isPlaced = Object.values(faults).some((fault) => fault !== undefined)
  return isPlaced ? faults : { other: words.other }
}

/** The server bounds prices in minor units: "Input should be greater than or equal to 50". */
function amountFault(message: string, words: FaultWords): string {
  const found = /(greater|less) than or equal to (\d+)$/.exec(message)
  if (found === null) return message
  const bound = Number(found[2])
  return found[1] === 'greater' ? words.low(bound) : words.high(bound)
}

/** The body that makes the product. */
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

/** The body that changes the product: what differs and nothing else. A changed amount is a new price. */
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
