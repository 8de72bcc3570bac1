import { z } from 'zod'
import { newToken, prefixes } from '#contract/token.ts'
import { refuse } from '#kernel/refusal.ts'
import { findProducts } from '#merchant/catalogue/products/index.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { resourceRoutes } from '#platform/resource/writes.ts'
import { checkoutPublic, toCheckoutPublicWire } from '#sales/checkouts/wire.ts'
import { createCheckoutOfLink, findLink } from './actions/create-checkout-of-link.ts'
import type { CheckoutLink, FullCheckoutLink } from './model.ts'
import { checkoutLinkList, findNamedDiscount, findProductIds } from './reads.ts'
import { checkoutLinkRefusals } from './refusals.ts'
import { create, update } from './rules.ts'
import { checkoutLinks, deleteLink, insertLink } from './store.ts'
import {
  checkoutLink,
  checkoutLinkCreate,
  checkoutLinkReferral,
  checkoutLinkUpdate,
  toCheckoutLinkWire,
  toLinkChanges,
  toLinkDraft,
  toReferral,
} from './wire.ts'

const { ResourceNotFound, ResourceUnavailable, OrganizationBlocked } = checkoutLinkRefusals
const SECRET_LENGTH = 200
/** The query of the page of a link. */
const redirectQuery = checkoutLinkReferral.extend({ theme: z.string().max(SECRET_LENGTH).optional() })
const secretParams = z.object({ client_secret: z.string().max(SECRET_LENGTH) })

const merchantRoutes = resourceRoutes({
  path: '/v1/checkout-links/',
  name: 'checkout-links',
  nouns: ['checkout links', 'a checkout link'],
  scopes: 'checkout_links',
  list: checkoutLinkList,
  schema: checkoutLink,
  toWire: toCheckoutLinkWire,
  notFound: ResourceNotFound,
  lock: checkoutLinks.lock,
  toModel: (full: FullCheckoutLink): CheckoutLink => full,
  audit: { type: 'checkout_link', details: ({ label }) => ({ label: label ?? '' }) },
  create: {
    summary: 'Creates a checkout link.',
    body: checkoutLinkCreate,
    limit: 'CHECKOUT_LINK_LIMIT',
    write: async (body, { tx, platform, organizationId, id, at }) => {
      const draft = toLinkDraft(body)
      const productIds = await findProductIds(tx, organizationId, draft.products)
      const next = create(draft, {
        id,
        organizationId,
        clientSecret: newToken(prefixes.checkoutLink),
        products: await findProducts(tx, [organizationId], productIds),
        discount: await findNamedDiscount(tx, organizationId, draft.discountId),
        now: at,
      })
      await insertLink(tx, platform, next)
      return { next }
    },
  },
  update: {
    summary: 'Updates a checkout link; its address stays.',
    body: checkoutLinkUpdate,
    // Checkouts that were opened by it stay as they are.
    write: async (current, body, { tx, platform, organizationId, at }) => {
      const changes = toLinkChanges(body)
      const products = changes.productIds ? await findProducts(tx, [organizationId], changes.productIds) : []
      const discount = await findNamedDiscount(tx, organizationId, changes.discountId)
      const next = update(current, changes, { products, discount, now: at })
      if (next !== current) await checkoutLinks.save(tx, next)
      const full = await checkoutLinkList.find(tx, { tenants: [organizationId], id: current.id }, platform)
      return { next: full ?? refuse(ResourceNotFound), isUnchanged: next === current }
    },
  },
  remove: {
    summary: 'Deletes a checkout link: its address leads nowhere from then on.',
    take: deleteLink,
  },
})

const buyerRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/checkout-links/open/{client_secret}',
    name: 'checkout-links:open',
    summary: 'Opens a checkout for a buyer who follows a link.',
    access: 'client-secret',
    impersonation: 'allowed',
    addition: true,
    params: secretParams,
    body: checkoutLinkReferral,
    answer: checkoutPublic,
    status: 201,
    limit: 'OPEN_CHECKOUT_LIMIT',
    refusals: [ResourceNotFound, ResourceUnavailable, OrganizationBlocked],
    handle: async (call) => {
      const input = { clientSecret: call.params.client_secret, referral: toReferral(call.body) }
      const full = await createCheckoutOfLink(call.tx, call, input)
      const { platform } = call
      const taxation = { taxSources: taxSourcesOf(platform), now: platform.clock.now(full.checkout) }
      return toCheckoutPublicWire(full, platform.settings.BASE_URL, taxation)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/checkout-links/{client_secret}/redirect',
    name: 'checkout-links:redirect',
    summary: 'Redirects to the page of a link, which opens a checkout. The query is handed on.',
    access: 'client-secret',
    addition: true,
    params: secretParams,
    query: redirectQuery,
    status: 302,
    refusals: [ResourceNotFound],
    handle: async ({ db, params, query, platform, reply }) => {
      const link = await findLink(db, params.client_secret, platform)
      const page = new URL(`${platform.settings.BASE_URL}/buy/${link.clientSecret}`)
      for (const [name, value] of Object.entries(query)) if (value) page.searchParams.set(name, value)
      reply.redirect(page.href)
    },
  }),
]

export const routes: readonly Route[] = [...merchantRoutes, ...buyerRoutes]
