import { refuse } from '#kernel/refusal.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { updateTaxSettings } from './actions/update-tax-settings.ts'
import { readTaxSettings } from './reads.ts'
import { taxRefusals } from './refusals.ts'
import { taxSettings, taxSettingsQuery, taxSettingsUpdate, toTaxSettingsChanges, toTaxSettingsWire } from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/organizations/{id}/tax-settings',
    name: 'taxes:settings',
    summary: 'Gets how an organization collects taxes, the rates that are shipped, and what a buyer of a place pays.',
    access: 'scope:organizations:read',
    params: idParams,
    query: taxSettingsQuery,
    answer: taxSettings,
    addition: true,
    refusals: [taxRefusals.ResourceNotFound],
    handle: async ({ db, params, query, tenantScope, platform }) => {
      const at = platform.clock.now({ organizationId: params.id })
      const standardRates = platform.settings.TAX_RATES_FILE
      const preview = { place: query.place, standardRates, now: at }
      const found = await readTaxSettings(db, { tenants: tenantScope.tenants, id: params.id, ...preview })
      return toTaxSettingsWire(found ?? refuse(taxRefusals.ResourceNotFound), standardRates)
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/organizations/{id}/tax-settings',
    name: 'taxes:update_settings',
    summary: 'Updates how an organization collects taxes: on or off, registrations, rates, and prices with or without tax.',
    access: 'scope:organizations:write',
    impersonation: 'allowed',
    params: idParams,
    body: taxSettingsUpdate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: taxSettings,
    addition: true,
    refusals: [taxRefusals.ResourceNotFound],
    handle: async (call) => {
      const { tx, params, body, tenantScope } = call
      const input = { tenants: tenantScope.tenants, id: params.id, changes: toTaxSettingsChanges(body) }
      return toTaxSettingsWire(await updateTaxSettings(tx, call, input), call.platform.settings.TAX_RATES_FILE)
    },
  }),
]
