import { newId } from '#kernel/id.ts'
import { findBenefits, replaceProductBenefits } from '#merchant/catalogue/benefits/index.ts'
import type { Route } from '#platform/http/route.ts'
import { objectOperation } from '#platform/resource/operation.ts'
import { resourceRoutes } from '#platform/resource/writes.ts'
import type { PricedProduct } from './model.ts'
import { findNamed, productList, readDraftContext } from './reads.ts'
import { productRefusals } from './refusals.ts'
import { create, replaceBenefits, update } from './rules.ts'
import { insertProduct, lockProduct, saveProduct, saveProductRow } from './store.ts'
import { product, productBenefitsUpdate, productCreate, productUpdate, toProductChanges, toProductDraft, toProductWire } from './wire.ts'

const { ResourceNotFound, NotPermitted } = productRefusals

const resource = {
  schema: product,
  toWire: toProductWire,
  notFound: ResourceNotFound,
  lock: lockProduct,
  toModel: (full: PricedProduct) => full,
  audit: { type: 'product', details: ({ name }: PricedProduct) => ({ name }) },
}

export const routes: readonly Route[] = [
  ...resourceRoutes({
    ...resource,
    path: '/v1/products/',
    name: 'products',
    nouns: ['products', 'a product'],
    scopes: 'products',
    list: productList,
    create: {
      summary: 'Creates a product with its prices.',
      body: productCreate,
      limit: 'PRODUCT_LIMIT',
      write: async (body, { tx, platform, organizationId, at }) => {
        const draft = toProductDraft(body, await readDraftContext(tx, organizationId, body))
        const named = await findNamed(tx, organizationId, draft)
        const { next, events } = create(draft, { organizationId, createId: () => newId(at), ...named, now: at })
        await insertProduct(tx, platform, next)
        return { next, events }
      },
    },
    update: {
      summary: 'Updates or archives a product; omitted prices are archived, new ones added.',
      body: productUpdate,
      limit: 'PRODUCT_PRICE_LIMIT',
      // Prices are never edited: omitted ones are archived and new ones created (rule C8).
      write: async (current, body, { tx, platform, organizationId, at }) => {
        const changes = toProductChanges(body, await readDraftContext(tx, organizationId, body))
        const named = await findNamed(tx, organizationId, changes)
        const { next, events, ...changed } = update(current, changes, { createId: () => newId(at), ...named, now: at })
        if (next !== current) await saveProduct(tx, platform, { product: next, ...changed })
        const isArchived = next.isArchived && !current.isArchived
        return {
          next,
          events,
          details: { changed_prices: changed.changedPrices.length },
          ...(isArchived && { action: 'product.archived' }),
        }
      },
    },
  }),
  objectOperation(
    { ...resource, scope: 'products:write' },
    {
      method: 'POST',
      path: '/v1/products/{id}/benefits',
      name: 'products:update_benefits',
      action: 'product.updated',
      summary: 'Replaces the benefits of a product, in the order of the body.',
      impersonation: 'allowed',
      body: productBenefitsUpdate,
      refusals: [NotPermitted],
      write: async (current, body, { tx, organizationId, at }) => {
        const found = await findBenefits(tx, organizationId, body.benefits)
        const { next, events } = replaceBenefits(current, body.benefits, { found, now: at })
        if (next === current) return { next }
        await saveProductRow(tx, next)
        await replaceProductBenefits(tx, next, next.benefits)
        const payload = { organization_id: organizationId, product_id: next.id }
        return { next, events: [...events, { name: 'product.benefits_changed', payload }], details: { benefits: next.benefits.length } }
      },
    },
  ),
]
