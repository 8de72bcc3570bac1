import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { LARGE_BODY_LIMIT, type Route, route, type TenantScope } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { objectOperation } from '#platform/resource/operation.ts'
import { listAndExport } from '#platform/resource/routes.ts'
import { handleActivation, handleDeactivation, handleValidation } from './actions/handle-sent-key.ts'
import { reissueKeyById } from './actions/reissue-license-key.ts'
import { type CustomerLicenseKey, licenseKeyAudit } from './model.ts'
import { activatedKeyList, findLicenseKey, licenseKeyList } from './reads.ts'
import { licenseKeyRefusals } from './refusals.ts'
import { update } from './rules.ts'
import { licenseKeys } from './store.ts'
import {
  activatedLicenseKey,
  activationParams,
  licenseKey,
  licenseKeyActivate,
  licenseKeyActivation,
  licenseKeyDeactivate,
  licenseKeyUpdate,
  licenseKeyValidate,
  toActivatedKeyWire,
  toActivationWire,
  toLicenseKeyChanges,
  toLicenseKeyWire,
  validatedLicenseKey,
} from './wire.ts'

const { ResourceNotFound, BadRequest, NotPermitted, AlreadyRevokedLicenseKey } = licenseKeyRefusals

export const routes: readonly Route[] = [
  ...listAndExport(
    {
      path: '/v1/license-keys/',
      name: 'license_keys:list',
      summary: 'Lists license keys, newest first.',
      scope: 'license_keys:read',
      list: licenseKeyList,
      schema: licenseKey,
      toWire: toLicenseKeyWire,
    },
    'license keys',
  ),
  route({
    method: 'GET',
    path: '/v1/license-keys/{id}',
    name: 'license_keys:get',
    summary: 'Gets a license key with its activations.',
    access: 'scope:license_keys:read',
    params: idParams,
    answer: activatedLicenseKey,
    refusals: [ResourceNotFound],
    handle: async ({ db, params, tenantScope: { tenants }, platform }) => {
      const key = (await activatedKeyList.find(db, { tenants, id: params.id }, platform)) ?? refuse(ResourceNotFound)
      return toActivatedKeyWire(key, platform.settings.BASE_URL)
    },
  }),
  objectOperation(
    {
      scope: 'license_keys:write',
      schema: licenseKey,
      toWire: toLicenseKeyWire,
      notFound: ResourceNotFound,
      lock: licenseKeys.lock,
      toModel: (key: CustomerLicenseKey) => key,
      audit: licenseKeyAudit,
    },
    {
      method: 'PATCH',
      path: '/v1/license-keys/{id}',
      name: 'license_keys:update',
      action: 'license_key.updated',
      summary: 'Changes the status, the limits, the usage or the expiry of a license key.',
      impersonation: 'allowed',
      body: licenseKeyUpdate,
      write: async (current, body, { tx, platform, at }) => {
        const next = update(current, toLicenseKeyChanges(body), at)
        if (next !== current) await licenseKeys.save(tx, next)
        return { next: await findLicenseKey(tx, platform, next), isUnchanged: next === current }
      },
    },
  ),
  route({
    method: 'POST',
    path: '/v1/license-keys/{id}/reissue',
    name: 'license_keys:reissue',
    summary:
      'Replaces a license key: the old one is revoked, and the new one has its limits, its usage and its expiry, and no activations.',
    access: 'scope:license_keys:write',
    impersonation: 'refused',
    addition: true,
    params: idParams,
    answer: licenseKey,
    status: 201,
    limit: { none: 'A grant has at most 20 license keys: older revoked ones are deleted.' },
    refusals: [ResourceNotFound, AlreadyRevokedLicenseKey],
    handle: async (call) => {
      const { tx, params, tenantScope, platform } = call
      const next = await reissueKeyById(tx, call, { tenants: tenantScope.tenants, id: params.id })
      return toLicenseKeyWire(await findLicenseKey(tx, platform, next), platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/license-keys/{id}/activations/{activation_id}',
    name: 'license_keys:get_activation',
    summary: 'Gets an activation of a license key.',
    access: 'scope:license_keys:read',
    params: activationParams,
    answer: licenseKeyActivation,
    refusals: [ResourceNotFound],
    handle: async ({ db, params, tenantScope: { tenants }, platform }) => {
      const key = (await activatedKeyList.find(db, { tenants, id: params.id }, platform)) ?? refuse(ResourceNotFound)
      const activation = key.activations.find(({ id }) => id === params.activation_id) ?? refuse(ResourceNotFound)
      return toActivationWire(activation, key, platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/license-keys/validate',
    name: 'license_keys:validate',
    summary: 'Validates a license key of the organization, and counts its usage.',
    access: 'scope:license_keys:write',
    impersonation: 'allowed',
    addition: true,
    body: licenseKeyValidate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: validatedLicenseKey,
    refusals: [ResourceNotFound, BadRequest],
    handle: (call) => {
      refuseForeign(call)
      return handleValidation(call, whole)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/license-keys/activate',
    name: 'license_keys:activate',
    summary: 'Activates a license key of the organization, such as on a device.',
    access: 'scope:license_keys:write',
    impersonation: 'allowed',
    addition: true,
    body: licenseKeyActivate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: licenseKeyActivation,
    limit: { none: 'A license key has at most 1,000 activations.' },
    refusals: [ResourceNotFound, NotPermitted],
    handle: (call) => {
      refuseForeign(call)
      return handleActivation(call, whole)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/license-keys/deactivate',
    name: 'license_keys:deactivate',
    summary: 'Removes an activation of a license key of the organization.',
    access: 'scope:license_keys:write',
    impersonation: 'allowed',
    addition: true,
    body: licenseKeyDeactivate,
    status: 204,
    refusals: [ResourceNotFound],
    handle: (call) => {
      refuseForeign(call)
      return handleDeactivation(call)
    },
  }),
]

/** 404 where the body names an organization in which the caller may not write license keys. */
function refuseForeign({
  tenantScope,
  body,
}: {
  readonly tenantScope: TenantScope
  readonly body: { readonly organization_id: string }
}): void {
  refuseWhen(!tenantScope.tenants.includes(body.organization_id), ResourceNotFound)
}

/** A merchant sees all of the customer of a key. */
function whole<Key>(key: Key): Key {
  return key
}
