// The routes that customers and their programs call: the keys of a session, and the calls that need nothing but the key.
import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams, listResource, toList } from '#platform/http/wire-parts.ts'
import { handleActivation, handleDeactivation, handleValidation } from '../actions/handle-sent-key.ts'
import { limitRequests } from '../actions/limit-requests.ts'
import { activatedKeyList, licenseKeyList } from '../reads.ts'
import { licenseKeyRefusals } from '../refusals.ts'
import {
  activatedLicenseKey,
  forCustomer,
  forPublic,
  licenseKey,
  licenseKeyActivate,
  licenseKeyActivation,
  licenseKeyDeactivate,
  licenseKeyValidate,
  portalKeysQuery,
  toActivatedKeyWire,
  toLicenseKeyWire,
  validatedLicenseKey,
} from '../wire.ts'

const { ResourceNotFound, BadRequest, NotPermitted } = licenseKeyRefusals

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customer-portal/license-keys/',
    name: 'customer_portal:license_keys:list',
    summary: 'Lists the license keys of the customer of the session, newest first.',
    access: 'customer',
    query: portalKeysQuery,
    answer: listResource('LicenseKeyRead', licenseKey),
    handle: async ({ db, query, caller, platform }) => {
      const named = query.organization_id === undefined ? [caller.organizationId] : [query.organization_id].flat()
      const filters = { customer_id: [caller.customerId], ...(query.benefit_id && { benefit_id: [query.benefit_id] }) }
      const { items, total } = await licenseKeyList.read(
        db,
        {
          organizationIds: named.filter((each) => each === caller.organizationId),
          query: { ...filters, page: query.page, limit: query.limit },
        },
        platform,
      )
      const wires = items.map((key) => toLicenseKeyWire(forCustomer(key), platform.settings.BASE_URL))
      return toList(wires, total, pageOf(query))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customer-portal/license-keys/{id}',
    name: 'customer_portal:license_keys:get',
    summary: 'Gets a license key of the customer of the session, with its activations.',
    access: 'customer',
    params: idParams,
    answer: activatedLicenseKey,
    refusals: [ResourceNotFound],
    handle: async ({ db, params, caller, platform }) => {
      const key = await activatedKeyList.find(db, { tenants: [caller.organizationId], id: params.id }, platform)
      if (key?.customerId !== caller.customerId) return refuse(ResourceNotFound)
      return toActivatedKeyWire(forCustomer(key), platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/customer-portal/license-keys/validate',
    name: 'customer_portal:license_keys:validate',
    summary: 'Validates a license key, and counts its usage.',
    access: 'public',
    impersonation: 'allowed',
    body: licenseKeyValidate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: validatedLicenseKey,
    refusals: [ResourceNotFound, BadRequest],
    handle: (call) => limitRequests(call, (onFound) => handleValidation({ ...call, onFound }, forPublic)),
  }),
  route({
    method: 'POST',
    path: '/v1/customer-portal/license-keys/activate',
    name: 'customer_portal:license_keys:activate',
    summary: 'Activates a license key, such as on a device.',
    access: 'public',
    impersonation: 'allowed',
    body: licenseKeyActivate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: licenseKeyActivation,
    limit: { none: 'A license key has at most 1,000 activations.' },
    refusals: [ResourceNotFound, NotPermitted],
    handle: (call) => limitRequests(call, (onFound) => handleActivation({ ...call, onFound }, forPublic)),
  }),
  route({
    method: 'POST',
    path: '/v1/customer-portal/license-keys/deactivate',
    name: 'customer_portal:license_keys:deactivate',
    summary: 'Removes an activation of a license key.',
    access: 'public',
    impersonation: 'allowed',
    body: licenseKeyDeactivate,
    status: 204,
    refusals: [ResourceNotFound],
    handle: (call) => limitRequests(call, (onFound) => handleDeactivation({ ...call, onFound })),
  }),
]
