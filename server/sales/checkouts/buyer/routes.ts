// The buyer's routes, authorized by the client secret alone.

import { z } from 'zod'
import { isToken, prefixes } from '#contract/token.ts'
import { refuse } from '#kernel/refusal.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import type { Database } from '#platform/database/database.ts'
import { bearerToken } from '#platform/http/recognize.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import type { Platform } from '#platform/platform.ts'
import type { ItemContext } from '#platform/resource/list.ts'
import { confirmCheckout } from '../actions/confirm-checkout.ts'
import { channelOf } from '../actions/emit-checkout.ts'
import { updateCheckoutAsBuyer } from '../actions/update-checkout.ts'
import { refuseExpired } from '../confirmation.ts'
import type { FullCheckout } from '../model.ts'
import { findCheckoutBySecret } from '../reads.ts'
import { checkoutRefusals } from '../refusals.ts'
import { saveBuyerIpAddress } from '../store.ts'
import {
  checkoutConfirm,
  checkoutPublic,
  checkoutPublicConfirmed,
  checkoutUpdatePublic,
  toCheckoutPublicWire,
  toConfirmation,
  toPublicChanges,
} from '../wire.ts'

const SECRET_LENGTH = 200
const params = z.object({ client_secret: z.string().max(SECRET_LENGTH) })

const { ResourceNotFound, ExpiredCheckoutError, NotOpenCheckout, PaymentError, AlreadyActiveSubscriptionError } = checkoutRefusals

async function findBySecret(db: Database, clientSecret: string, context: ItemContext): Promise<FullCheckout> {
  const full = isToken(prefixes.checkout, clientSecret) ? await findCheckoutBySecret(db, clientSecret, context) : undefined
  return full ?? refuse(ResourceNotFound)
}

const toBuyerWire = (full: FullCheckout, platform: Platform) =>
  toCheckoutPublicWire(full, platform.settings.BASE_URL, {
    taxSources: taxSourcesOf(platform),
    now: platform.clock.now(full.checkout),
  })

// The address that the merchant's server sent wins; else that of the buyer's first request counts. No event says so: they changed nothing.
async function withIpAddress(db: Database, full: FullCheckout, ipAddress: string): Promise<FullCheckout> {
  const { checkout } = full
  if (checkout.customerIpAddress !== null || checkout.status !== 'open') return full
  await saveBuyerIpAddress(db, checkout, ipAddress)
  return { ...full, checkout: { ...checkout, customerIpAddress: ipAddress } }
}

export const buyerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/checkouts/client/{client_secret}',
    name: 'checkouts:client_get',
    summary: 'Gets a checkout by its client secret.',
    access: 'client-secret',
    params,
    answer: checkoutPublic,
    refusals: [ResourceNotFound, ExpiredCheckoutError],
    handle: async ({ db, params: { client_secret }, platform, request: { ipAddress } }) => {
      const full = await findBySecret(db, client_secret, platform)
      refuseExpired(full.checkout, platform.clock.now(full.checkout))
      return toBuyerWire(await withIpAddress(db, full, ipAddress), platform)
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/checkouts/client/{client_secret}',
    name: 'checkouts:client_update',
    summary: 'Updates an open checkout by its client secret.',
    access: 'client-secret',
    impersonation: 'allowed',
    params,
    body: checkoutUpdatePublic,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: checkoutPublic,
    refusals: [ResourceNotFound, NotOpenCheckout, ExpiredCheckoutError, AlreadyActiveSubscriptionError],
    handle: async (call) => {
      const { params, body, request } = call
      const input = { clientSecret: params.client_secret, changes: toPublicChanges(body), ipAddress: request.ipAddress }
      const full = await updateCheckoutAsBuyer(call.tx, call, input)
      return toBuyerWire(full, call.platform)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/checkouts/client/{client_secret}/confirm',
    name: 'checkouts:client_confirm',
    summary:
      'Confirms a checkout and takes its payment. A session of the portal that a mailed code has opened, sent as bearer token, verifies the address.',
    access: 'client-secret',
    impersonation: 'allowed',
    params,
    body: checkoutConfirm,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: checkoutPublicConfirmed,
    transaction: 'own',
    refusals: [PaymentError, ResourceNotFound, NotOpenCheckout, ExpiredCheckoutError, AlreadyActiveSubscriptionError],
    handle: ({ params: { client_secret }, body, request: { buyerLanguage: language, ipAddress, headers }, ...call }) =>
      confirmCheckout({
        ...call,
        clientSecret: client_secret,
        portalToken: bearerToken(headers),
        confirmation: { ...toConfirmation(body), language, ipAddress },
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/checkouts/client/{client_secret}/stream',
    name: 'checkouts:client_stream',
    summary: 'Streams the changes of a checkout as server-sent events.',
    access: 'client-secret',
    params,
    addition: true,
    answerType: 'text/event-stream',
    refusals: [ResourceNotFound, ExpiredCheckoutError],
    handle: async ({ db, params: { client_secret }, platform, reply }) => {
      const { checkout } = await findBySecret(db, client_secret, platform)
      refuseExpired(checkout, platform.clock.now(checkout))
      reply.events(channelOf(checkout.id), {
        first: async () => {
          const latest = await findBySecret(platform.database.db, client_secret, platform)
          return [{ event: 'checkout.updated', data: { status: latest.checkout.status } }]
        },
      })
    },
  }),
]
