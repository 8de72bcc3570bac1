import { refuse } from '#kernel/refusal.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { listRead } from '#platform/resource/routes.ts'
import { createSandboxRefund } from './actions/create-sandbox-refund.ts'
import { enqueueStripeReturn } from './actions/enqueue-stripe-return.ts'
import { receiveStripeEvent } from './actions/receive-stripe-event.ts'
import { resolveSandboxAction } from './actions/resolve-sandbox-action.ts'
import { sandboxChargeList } from './adapters/sandbox-account.ts'
import { routes as methodRoutes } from './methods/routes.ts'
import { paymentRefusals } from './refusals.ts'
import { readPaymentSettings } from './settings/reads.ts'
import { paymentSettings, toPaymentSettingsWire } from './settings/wire.ts'
import {
  sandboxAction,
  sandboxActionParams,
  sandboxActionResult,
  sandboxCharge,
  sandboxRefund,
  sandboxRefundCreate,
  stripeEvent,
  stripeKey,
  stripeReturn,
  toSandboxChargeWire,
} from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/sandbox/actions/{intent_client_secret}',
    name: 'sandbox:resolve_action',
    summary: 'Approves or declines the action that the sandbox processor requires of the buyer.',
    access: 'client-secret',
    impersonation: 'allowed',
    params: sandboxActionParams,
    body: sandboxAction,
    answer: sandboxActionResult,
    addition: true,
    refusals: [paymentRefusals.ResourceNotFound],
    handle: async ({ tx, params, body, platform }) => {
      const status = await resolveSandboxAction(tx, { platform, secret: params.intent_client_secret, isApproved: body.approve })
      return { status }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/organizations/{id}/payment-settings',
    name: 'payments:settings',
    summary: 'Gets how an organization is paid: processor, mode, test cards, and the terms of the operator.',
    access: 'scope:organizations:read',
    params: idParams,
    answer: paymentSettings,
    addition: true,
    refusals: [paymentRefusals.ResourceNotFound],
    handle: async ({ db, params, tenantScope, platform }) => {
      const found = await readPaymentSettings(db, platform, { tenants: tenantScope.tenants, id: params.id })
      return toPaymentSettingsWire(found ?? refuse(paymentRefusals.ResourceNotFound))
    },
  }),
  route({
    method: 'POST',
    path: '/v1/sandbox/refunds/',
    name: 'sandbox:create_refund',
    summary: 'Refunds a charge at the sandbox itself, as in the dashboard of a processor: an event imports the refund.',
    access: 'scope:refunds:write',
    impersonation: 'allowed',
    body: sandboxRefundCreate,
    answer: sandboxRefund,
    status: 201,
    addition: true,
    limit: 'REFUND_LIMIT',
    handle: (call) => createSandboxRefund(call.tx, call, { tenants: call.tenantScope.tenants, body: call.body }),
  }),
  listRead({
    path: '/v1/sandbox/charges/',
    name: 'sandbox:list_charges',
    summary: 'Lists the charges in the record of the sandbox processor, newest first.',
    scope: 'orders:read',
    list: sandboxChargeList,
    schema: sandboxCharge,
    toWire: toSandboxChargeWire,
    addition: true,
  }),
  route({
    method: 'GET',
    path: '/v1/stripe/key',
    name: 'stripe:get_key',
    summary: 'Gets the publishable key with which a page of a live organization shows the payment form of Stripe.',
    access: 'public',
    answer: stripeKey,
    addition: true,
    refusals: [paymentRefusals.ResourceNotFound],
    handle: async ({ platform }) => ({
      publishable_key: platform.settings.STRIPE_PUBLISHABLE_KEY ?? refuse(paymentRefusals.ResourceNotFound),
    }),
  }),
  route({
    method: 'POST',
    path: '/v1/stripe/events',
    name: 'stripe:receive_event',
    summary: 'Receives an event of Stripe. The endpoint of the account at Stripe calls it, with a signature.',
    access: 'public',
    impersonation: 'allowed',
    body: stripeEvent,
    bodyLimit: LARGE_BODY_LIMIT,
    takesRawBody: true,
    takesAnyText: true,
    transaction: 'own',
    status: 204,
    addition: true,
    limit: { none: 'Only Stripe can sign an event, and the same one is stored once.' },
    refusals: [paymentRefusals.InvalidSignature, paymentRefusals.ResourceNotFound],
    handle: ({ transaction, body, request, platform }) =>
      receiveStripeEvent(transaction, platform, { body, signature: request.headers['stripe-signature'] ?? '' }),
  }),
  route({
    method: 'POST',
    path: '/v1/stripe/returns',
    name: 'stripe:return',
    summary: 'Reports that a page has taken the action that a bank required at Stripe: the outcome is looked up there.',
    access: 'public',
    impersonation: 'allowed',
    body: stripeReturn,
    status: 204,
    addition: true,
    limit: { none: 'A payment has one query at a time.' },
    refusals: [paymentRefusals.ResourceNotFound],
    handle: ({ tx, body, platform }) => enqueueStripeReturn(tx, platform, body.intent_client_secret),
  }),
  ...methodRoutes,
]
