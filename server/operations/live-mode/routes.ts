import { passwordRefusals } from '#identity/passwords/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { organization, toOrganizationWire } from '#merchant/merchants/wire.ts'
import { type Route, route } from '#platform/http/route.ts'
import { tenantScopeOf } from '#platform/http/tenant-scope.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { activateLiveMode } from './actions/activate-live-mode.ts'
import { findReadiness } from './reads.ts'
import { liveModeRefusals } from './refusals.ts'
import { liveMode, liveModeActivate, toLiveModeWire } from './wire.ts'

const { NotPermitted, ResourceNotFound, SessionExpired, AlreadyLive, NotReady, PaymentsUnsettled } = liveModeRefusals

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/organizations/{id}/live-mode',
    name: 'live-mode:get',
    summary: 'Lists what must be done before an organization takes real money, and whether it is.',
    access: 'scope:organizations:read',
    addition: true,
    params: idParams,
    answer: liveMode,
    refusals: [ResourceNotFound],
    handle: async ({ params, tenantScope, platform }) =>
      toLiveModeWire((await findReadiness(platform, { tenants: tenantScope.tenants, id: params.id })) ?? refuse(ResourceNotFound)),
  }),
  route({
    method: 'POST',
    path: '/v1/organizations/{id}/live-mode',
    name: 'live-mode:activate',
    summary: 'Makes a test organization live, for good: its test customers, orders and subscriptions are deleted.',
    access: 'session',
    impersonation: 'refused',
    addition: true,
    params: idParams,
    body: liveModeActivate,
    answer: organization,
    transaction: 'own',
    limit: { none: 'It succeeds once for each organization; wrong passwords are counted as those of signing in.' },
    refusals: [
      NotPermitted,
      ResourceNotFound,
      SessionExpired,
      AlreadyLive,
      NotReady,
      PaymentsUnsettled,
      passwordRefusals.credentialNotFound,
      passwordRefusals.invalidPassword,
    ],
    handle: async (call) => {
      const { params, body, caller, request, transaction } = call
      const { tenants } = tenantScopeOf('scope:organizations:write', caller)
      refuseWhen(caller.scopes.size > 0 && tenants.length === 0, NotPermitted)
      refuseWhen(!tenants.includes(params.id), ResourceNotFound)
      const input = { organizationId: params.id, userId: caller.user.id, caller, request, confirmation: body.confirmation }
      return toOrganizationWire(await activateLiveMode(transaction, call, { ...input, password: body.password ?? undefined }))
    },
  }),
]
