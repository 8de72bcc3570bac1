import type { Metadata } from '#kernel/metadata.ts'
import type { Outcome } from '#kernel/outcome.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { livePrices, type Price, type PricedProduct, priceKinds, type RecurringInterval } from './model.ts'
import type { PriceDraft } from './prices/index.ts'

/** What a new product is asked to be. */
export interface ProductDraft {
  readonly name: string
  readonly description: string | null
  readonly recurringInterval: RecurringInterval | null
  readonly metadata: Metadata
  readonly prices: readonly PriceDraft[]
  readonly mediaIds: readonly string[]
  readonly customFieldIds: readonly string[]
}

/** What may change. A field left out stays; `prices` is the whole list to come: ids keep, drafts add, the rest is archived. */
export interface ProductChanges {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly recurringInterval?: RecurringInterval | null | undefined
  readonly isArchived?: boolean | undefined
  readonly metadata?: Metadata | undefined
  readonly prices?: readonly (PriceDraft | { readonly id: string })[] | undefined
  readonly mediaIds?: readonly string[] | undefined
  readonly customFieldIds?: readonly string[] | undefined
}

/** What a rule needs besides: where ids come from, and the time. */
export interface Made {
  readonly makeId: () => string
  readonly now: Date
}

/** A new product with its prices. All faults are told at once (422). */
export function createProduct(
  draft: ProductDraft,
  made: Made & { readonly organizationId: string },
): Outcome<PricedProduct, 'product.created'> {
  refuseProblems([
    ...intervalProblems(draft.recurringInterval),
    ...priceProblems(draft.prices),
    ...unknownProblems('medias', draft.mediaIds, 'There is no such file.'),
    ...unknownProblems('attached_custom_fields', draft.customFieldIds, 'There is no such custom field.'),
  ])
  const id = made.makeId()
  const product: PricedProduct = {
    id,
    organizationId: made.organizationId,
    name: draft.name,
    description: draft.description,
    recurringInterval: draft.recurringInterval,
    isArchived: false,
    metadata: draft.metadata,
    createdAt: made.now,
    modifiedAt: null,
    prices: draft.prices.map((price) => makePrice(price, { id, organizationId: made.organizationId }, made)),
  }
  return { next: product, events: ['product.created'] }
}

/** The product after a change; `changedPrices` are those to write: new ones and newly archived ones. */
export interface ProductUpdated extends Outcome<PricedProduct, 'product.updated'> {
  readonly changedPrices: readonly Price[]
}

/** Changes a product. `product` carries its live prices. All faults are told at once (422). */
export function updateProduct(product: PricedProduct, changes: ProductChanges, made: Made): ProductUpdated {
  const live = livePrices(product)
  refuseProblems([
    ...changedIntervalProblems(product, changes.recurringInterval),
    ...(changes.prices ? priceProblems(changes.prices, live) : []),
    ...unknownProblems('medias', changes.mediaIds ?? [], 'There is no such file.'),
    ...unknownProblems('attached_custom_fields', changes.customFieldIds ?? [], 'There is no such custom field.'),
  ])
  const { prices, changedPrices } = nextPrices(product, changes.prices, made)
  const next: PricedProduct = {
    ...product,
    name: changes.name ?? product.name,
    description: changes.description === undefined ? product.description : changes.description,
    isArchived: changes.isArchived ?? product.isArchived,
    metadata: changes.metadata ?? product.metadata,
    modifiedAt: made.now,
    prices,
  }
  return { next, events: ['product.updated'], changedPrices }
}

function nextPrices(product: PricedProduct, asked: ProductChanges['prices'], made: Made) {
  if (!asked) return { prices: product.prices, changedPrices: [] }
  const live = livePrices(product)
  const keptIds = new Set(asked.flatMap((price) => ('id' in price ? [price.id] : [])))
  const kept = live.filter((price) => keptIds.has(price.id))
  const archived = live.filter((price) => !keptIds.has(price.id)).map((price) => ({ ...price, isArchived: true, modifiedAt: made.now }))
  const added = asked.flatMap((price) => ('id' in price ? [] : [makePrice(price, product, made)]))
  return { prices: [...kept, ...added, ...archived], changedPrices: [...added, ...archived] }
}

function makePrice(draft: PriceDraft, product: { readonly id: string; readonly organizationId: string }, made: Made): Price {
  return priceKinds[draft.kind].make(draft, {
    id: made.makeId(),
    organizationId: product.organizationId,
    productId: product.id,
    isArchived: false,
    createdAt: made.now,
    modifiedAt: null,
  })
}

function priceProblems(asked: readonly (PriceDraft | { readonly id: string })[], live: readonly Price[] = []): Problem[] {
  const problems = asked.flatMap((price, index) => {
    const loc = ['body', 'prices', index]
    if (!('id' in price)) return priceKinds[price.kind].problems(price, loc)
    return live.some((known) => known.id === price.id) ? [] : [valueProblem([...loc, 'id'], 'The product has no such price.')]
  })
  const keptIds = new Set(asked.flatMap((price) => ('id' in price ? [price.id] : [])))
  const drafts = asked.filter((price) => !('id' in price)) as PriceDraft[]
  const kinds = [...live.filter((price) => keptIds.has(price.id)), ...drafts].map((price) => price.kind)
  const statics = kinds.filter((kind) => priceKinds[kind].isStatic).length
  if (problems.length === 0 && statics === 0) problems.push(valueProblem(['body', 'prices'], 'A product needs a price.'))
  if (statics > 1) problems.push(valueProblem(['body', 'prices'], 'A product has only one fixed, custom or free price.'))
  return problems
}

function intervalProblems(interval: RecurringInterval | null): Problem[] {
  return interval === null ? [] : [valueProblem(['body', 'recurring_interval'], 'Only products that are sold once can be made here.')]
}

function changedIntervalProblems(product: PricedProduct, interval: RecurringInterval | null | undefined): Problem[] {
  if (interval === undefined || interval === null || interval === product.recurringInterval) return []
  return [valueProblem(['body', 'recurring_interval'], 'The interval of a product cannot change.')]
}

function unknownProblems(field: string, ids: readonly string[], sentence: string): Problem[] {
  return ids.map((_, index) => valueProblem(['body', field, index], sentence))
}
