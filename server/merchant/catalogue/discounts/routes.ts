import { findDefaultCurrency } from '#merchant/merchants/index.ts'
import { DEFAULT_CURRENCY } from '#merchant/merchants/model.ts'
import type { Route } from '#platform/http/route.ts'
import { resourceRoutes } from '#platform/resource/writes.ts'
import { type FullDiscount, statusOf } from './model.ts'
import { discountList, readNamed } from './reads.ts'
import { discountRefusals } from './refusals.ts'
import { create, remove, update } from './rules.ts'
import { insertDiscount, lockDiscount, saveDiscount } from './store.ts'
import { discount, discountCreate, discountUpdate, toDiscountChanges, toDiscountDraft, toDiscountWire } from './wire.ts'

export const routes: readonly Route[] = resourceRoutes({
  path: '/v1/discounts/',
  name: 'discounts',
  nouns: ['discounts', 'a discount'],
  scopes: 'discounts',
  list: discountList,
  schema: discount,
  toWire: toDiscountWire,
  notFound: discountRefusals.ResourceNotFound,
  lock: lockDiscount,
  toModel: (full: FullDiscount) => full.discount,
  audit: { type: 'discount', details: ({ name, code }) => ({ name, ...(code !== null && { code }) }) },
  create: {
    summary: 'Creates a discount.',
    body: discountCreate,
    limit: 'DISCOUNT_LIMIT',
    write: async (body, { tx, platform, organizationId, id, at }) => {
      // An amount without a currency takes the merchant's.
      const needsCurrency = body.amount != null && body.currency == null
      const draft = toDiscountDraft(body, needsCurrency ? await findDefaultCurrency(tx, organizationId) : DEFAULT_CURRENCY)
      const named = await readNamed(tx, organizationId, { ...draft, id: null })
      const next = create(draft, { ...named, id, organizationId, now: at })
      await insertDiscount(tx, platform, next)
      return { next: { discount: next, products: named.products, status: statusOf(next, at) } }
    },
  },
  update: {
    summary: 'Updates a discount. Its type and duration are fixed, its value from the first redemption on.',
    body: discountUpdate,
    write: async (current, body, { tx, organizationId, at }) => {
      const { code, id } = current
      const changes = toDiscountChanges(body)
      const productIds = changes.productIds ?? current.productIds
      const named = await readNamed(tx, organizationId, { productIds, code: changes.code ?? null, id })
      const next = update(current, changes, { ...named, now: at })
      if (next !== current) await saveDiscount(tx, next, { newCode: next.code !== code })
      return { next: { discount: next, products: named.products, status: statusOf(next, at) } }
    },
  },
  remove: {
    summary: 'Deletes a discount. Purchases that have it keep it.',
    write: (current, { tx, at }) => saveDiscount(tx, remove(current, at), { newCode: false }),
  },
})
