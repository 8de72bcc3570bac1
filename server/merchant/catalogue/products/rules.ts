import type { Outcome } from '#kernel/changes/outcome.ts'
import { changeOf } from '#kernel/changes/unchanged.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { type Problem, refuseProblems, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import type { Benefit } from '#merchant/catalogue/benefits/index.ts'
import type { AttachedField, CustomField } from '#merchant/catalogue/custom-fields/model.ts'
import type { File } from '#merchant/catalogue/files/model.ts'
import { livePrices, type Price, type PricedProduct, priceKinds, type RecurringInterval, type TaxCode } from './model.ts'
import { type PriceDraft, priceProblems } from './prices/index.ts'
import { productRefusals } from './refusals.ts'
import { changeTrial, type Trial, type TrialChanges, trialProblems } from './trial.ts'

/** A new product, as requested. */
export interface ProductDraft {
  readonly name: string
  readonly description: string | null
  readonly recurringInterval: RecurringInterval | null
  readonly trial: Trial
  readonly taxCode: TaxCode
  readonly metadata: Metadata
  readonly prices: readonly PriceDraft[]
  readonly mediaIds: readonly string[]
  readonly customFields: readonly RequestedField[]
}

/** A custom field that a body names. */
export interface RequestedField {
  readonly id: string
  readonly isRequired: boolean
}

/** The changes. An omitted field stays; `prices` is the complete new list: ids retain, drafts add, the rest is archived. */
export interface ProductChanges {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly recurringInterval?: RecurringInterval | null | undefined
  readonly trial?: TrialChanges | undefined
  readonly taxCode?: TaxCode | undefined
  readonly isArchived?: boolean | undefined
  readonly metadata?: Metadata | undefined
  readonly prices?: readonly (PriceDraft | { readonly id: string })[] | undefined
  readonly mediaIds?: readonly string[] | undefined
  readonly customFields?: readonly RequestedField[] | undefined
}

/** A source of ids, and the time. */
export interface RuleContext {
  /** The fields of the organization that the body names, by their ids. */
  readonly customFields: ReadonlyMap<string, CustomField>
  /** The pictures of the organization that the body names, by their ids. */
  readonly medias: ReadonlyMap<string, File>
  readonly createId: () => string
  readonly now: Date
}

/** Creates a product with its prices. Reports all problems at once (422). */
export function create(
  draft: ProductDraft,
  context: RuleContext & { readonly organizationId: string },
): Outcome<PricedProduct, 'product.created'> {
  refuseProblems([
    ...pricesProblems(draft.prices, draft.recurringInterval),
    ...trialProblems(draft.trial, draft.recurringInterval !== null),
    ...mediaProblems(draft.mediaIds, context),
    ...fieldProblems(draft.customFields, context),
  ])
  const id = context.createId()
  const product: PricedProduct = {
    id,
    organizationId: context.organizationId,
    name: draft.name,
    description: draft.description,
    recurringInterval: draft.recurringInterval,
    ...draft.trial,
    taxCode: draft.taxCode,
    isArchived: false,
    metadata: draft.metadata,
    createdAt: context.now,
    modifiedAt: null,
    prices: draft.prices.map((price) => createPrice(price, { id, organizationId: context.organizationId }, context)),
    customFields: attachedOf(draft.customFields, context),
    medias: mediasOf(draft.mediaIds, context),
    benefits: [],
  }
  return { next: product, events: ['product.created'] }
}

/** The updated product; `changedPrices` are the prices to write: new ones and newly archived ones. */
export interface UpdateProductOutcome extends Outcome<PricedProduct, 'product.updated'> {
  readonly changedPrices: readonly Price[]
  /** Whether it has other custom fields than before, or in another order. */
  readonly hasOtherFields: boolean
  /** Whether it has other pictures than before, or in another order. */
  readonly hasOtherMedias: boolean
}

/** Updates a product. `product` has its live prices. Reports all problems at once (422). */
export function update(product: PricedProduct, changes: ProductChanges, context: RuleContext): UpdateProductOutcome {
  const live = livePrices(product)
  const trial = changeTrial(product, changes.trial ?? {})
  refuseProblems([
    ...changedIntervalProblems(product, changes.recurringInterval),
    ...(changes.prices ? pricesProblems(changes.prices, product.recurringInterval, live) : []),
    ...trialProblems(trial, product.recurringInterval !== null),
    ...mediaProblems(changes.mediaIds ?? [], context),
    ...fieldProblems(changes.customFields ?? [], context),
  ])
  const { prices, changedPrices } = nextPrices(product, changes.prices, context)
  const next: PricedProduct = {
    ...product,
    name: changes.name ?? product.name,
    description: changes.description === undefined ? product.description : changes.description,
    ...trial,
    taxCode: changes.taxCode ?? product.taxCode,
    isArchived: changes.isArchived ?? product.isArchived,
    metadata: changes.metadata ?? product.metadata,
    modifiedAt: context.now,
    prices,
    customFields: changes.customFields ? attachedOf(changes.customFields, context) : product.customFields,
    medias: changes.mediaIds ? mediasOf(changes.mediaIds, context) : product.medias,
  }
  const change = changeOf(product, { next, events: ['product.updated'] })
  const idsOf = ({ medias }: PricedProduct) => medias.map(({ id }) => id).join()
  return { ...change, changedPrices, hasOtherFields: keysOf(next) !== keysOf(product), hasOtherMedias: idsOf(next) !== idsOf(product) }
}

/**
 * Replaces the benefits of a product by those of `ids`, in this order; the same twice is one. Reports all that do not exist (422). One that is
 * not selectable is retained, but never added (403, rule Y9). `found` are those of the organization by their ids.
 */
export function replaceBenefits(
  product: PricedProduct,
  ids: readonly string[],
  { found, now }: { readonly found: ReadonlyMap<string, Benefit>; readonly now: Date },
): Outcome<PricedProduct, 'product.updated'> {
  const isUnknown = (id: string) => !found.has(id)
  refuseProblems(
    ids.flatMap((id, index) => (isUnknown(id) ? [valueProblem(['body', 'benefits', index], 'There is no such benefit.')] : [])),
  )
  const benefits = [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  const present = new Set(product.benefits.map(({ id }) => id))
  refuseWhen(
    benefits.some(({ id, selectable }) => !selectable && !present.has(id)),
    productRefusals.NotPermitted,
  )
  return changeOf(product, { next: { ...product, benefits, modifiedAt: now }, events: ['product.updated'] })
}

// The same field twice is one: at its first place.
function attachedOf(requested: readonly RequestedField[], { customFields }: RuleContext): AttachedField[] {
  const first = new Map([...requested].reverse().map((each) => [each.id, each]))
  return [...new Set(requested.map(({ id }) => id))].flatMap((id) => {
    const field = customFields.get(id)
    return field ? [{ field, isRequired: first.get(id)?.isRequired ?? false }] : []
  })
}

function keysOf({ customFields }: PricedProduct): string {
  return customFields.map(({ field, isRequired }) => `${field.id} ${isRequired}`).join()
}

function fieldProblems(requested: readonly RequestedField[], { customFields }: RuleContext): Problem[] {
  return requested.flatMap(({ id }, index) =>
    customFields.has(id)
      ? []
      : [valueProblem(['body', 'attached_custom_fields', index, 'custom_field_id'], 'There is no such custom field.')],
  )
}

function nextPrices(product: PricedProduct, requested: ProductChanges['prices'], context: RuleContext) {
  if (!requested) return { prices: product.prices, changedPrices: [] }
  const live = livePrices(product)
  const retainedIds = new Set(requested.flatMap((price) => ('id' in price ? [price.id] : [])))
  const retained = live.filter((price) => retainedIds.has(price.id))
  const archived = live
    .filter((price) => !retainedIds.has(price.id))
    .map((price) => ({ ...price, isArchived: true, modifiedAt: context.now }))
  const added = requested.flatMap((price) => ('id' in price ? [] : [createPrice(price, product, context)]))
  return { prices: [...retained, ...added, ...archived], changedPrices: [...added, ...archived] }
}

function createPrice(draft: PriceDraft, product: { readonly id: string; readonly organizationId: string }, context: RuleContext): Price {
  return {
    id: context.createId(),
    organizationId: product.organizationId,
    productId: product.id,
    isArchived: false,
    createdAt: context.now,
    modifiedAt: null,
    ...draft,
  }
}

function pricesProblems(
  requested: readonly (PriceDraft | { readonly id: string })[],
  interval: RecurringInterval | null,
  live: readonly Price[] = [],
): Problem[] {
  const problems = requested.flatMap((price, index) => {
    const loc = ['body', 'prices', index]
    if (!('id' in price)) return priceProblems(price, loc)
    return live.some((known) => known.id === price.id) ? [] : [valueProblem([...loc, 'id'], 'The product has no such price.')]
  })
  const next = requested.map((price) => ('id' in price ? live.find((known) => known.id === price.id) : price))
  return [...problems, ...meteredProblems(next, interval), ...togetherProblems(next, problems.length === 0)]
}

// Usage is counted over the periods of a subscription, and once: a second price for the same meter would charge it twice.
function meteredProblems(next: readonly (PriceDraft | undefined)[], interval: RecurringInterval | null): Problem[] {
  const metered = next.map((price) => (price?.kind === 'metered_unit' ? price.meterId : null))
  return metered.flatMap((meterId, index) => {
    if (meterId === null) return []
    const loc = ['body', 'prices', index]
    if (interval === null) return [valueProblem(loc, 'Only a recurring product has metered prices.')]
    const isSecond = metered.indexOf(meterId) < index
    return isSecond ? [valueProblem([...loc, 'metered_unit', 'meter_id'], 'Another price of the product has this meter.')] : []
  })
}

function togetherProblems(next: readonly (PriceDraft | undefined)[], isComplete: boolean): Problem[] {
  const prices = next.filter((price) => price !== undefined)
  const problems: Problem[] = []
  if (isComplete && prices.length === 0) problems.push(valueProblem(['body', 'prices'], 'A product needs a price.'))
  if (prices.filter(({ kind }) => priceKinds[kind].isStatic).length > 1)
    problems.push(valueProblem(['body', 'prices'], 'A product has only one fixed, custom or free price.'))
  if (new Set(prices.map(({ currency }) => currency)).size > 1)
    problems.push(valueProblem(['body', 'prices'], 'The prices of a product have one currency.'))
  return problems
}

function changedIntervalProblems(product: PricedProduct, interval: RecurringInterval | null | undefined): Problem[] {
  if (interval === undefined || interval === null || interval === product.recurringInterval) return []
  return [valueProblem(['body', 'recurring_interval'], 'The interval of a product cannot change.')]
}

// The same picture twice is one: at its first place.
function mediasOf(ids: readonly string[], { medias }: RuleContext): File[] {
  return [...new Set(ids)].flatMap((id) => medias.get(id) ?? [])
}

function mediaProblems(ids: readonly string[], { medias }: RuleContext): Problem[] {
  return ids.flatMap((id, index) =>
    medias.has(id) ? [] : [valueProblem(['body', 'medias', index], 'There is no such picture of products that is uploaded.')],
  )
}
