import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { checkoutPublic, toCheckoutPublicWire } from '#sales/checkouts/wire.ts'
import { createCheckoutLink } from './actions/create-checkout-link.ts'
import { createCheckoutOfLink, findLink } from './actions/create-checkout-of-link.ts'
import { deleteCheckoutLink } from './actions/delete-checkout-link.ts'
import { updateCheckoutLink } from './actions/update-checkout-link.ts'
import { checkoutLinkList } from './reads.ts'
import { checkoutLinkRefusals } from './refusals.ts'
import { checkoutLink, checkoutLinkCreate, checkoutLinkReferral, checkoutLinkUpdate, toCheckoutLinkWire, toReferral } from './wire.ts'

const { ResourceNotFound, ResourceUnavailable, OrganizationBlocked } = checkoutLinkRefusals
const SECRET_LENGTH = 200
/** What the page of a link takes in its query. */
const redirectQuery = checkoutLinkReferral.extend({ theme: z.string().max(SECRET_LENGTH).optional() })
const secretParams = z.object({ client_secret: z.string().max(SECRET_LENGTH) })

const merchantRoutes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/checkout-links/',
    name: 'checkout-links',
    nouns: ['checkout links', 'a checkout link'],
    scope: 'checkout_links:read',
    list: checkoutLinkList,
    schema: checkoutLink,
    toWire: toCheckoutLinkWire,
    notFound: ResourceNotFound,
  }),
  route({
    method: 'POST',
    path: '/v1/checkout-links/',
    name: 'checkout-links:create',
    summary: 'Creates a checkout link.',
    access: 'scope:checkout_links:write',
    impersonation: 'allowed',
    body: checkoutLinkCreate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: checkoutLink,
    status: 201,
    limit: 'CHECKOUT_LINK_LIMIT',
    handle: async (call) => {
      const organizationId = call.tenantScope.organizationFor(call.body.organization_id)
      return toCheckoutLinkWire(
        await createCheckoutLink(call.tx, call, { organizationId, body: call.body }),
        call.platform.settings.BASE_URL,
      )
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/checkout-links/{id}',
    name: 'checkout-links:update',
    summary: 'Updates a checkout link; its address stays.',
    access: 'scope:checkout_links:write',
    impersonation: 'allowed',
    params: idParams,
    body: checkoutLinkUpdate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: checkoutLink,
    refusals: [ResourceNotFound],
    handle: async (call) => {
      const key = { tenants: call.tenantScope.tenants, id: call.params.id }
      await updateCheckoutLink(call.tx, call, { ...key, body: call.body })
      const full = (await checkoutLinkList.find(call.tx, key, call.platform)) ?? refuse(ResourceNotFound)
      return toCheckoutLinkWire(full, call.platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/checkout-links/{id}',
    name: 'checkout-links:delete',
    summary: 'Deletes a checkout link: its address leads nowhere from then on.',
    access: 'scope:checkout_links:write',
    impersonation: 'allowed',
    params: idParams,
    status: 204,
    refusals: [ResourceNotFound],
    handle: (call) => deleteCheckoutLink(call.tx, call, { tenants: call.tenantScope.tenants, id: call.params.id }),
  }),
]

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
