import { refuse } from '#kernel/refusal.ts'
import { taxEngineOf } from '#merchant/merchants/model.ts'
import { withAnswers } from '#platform/database/answers/answered.ts'
import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { updateTaxSettings } from './actions/update-tax-settings.ts'
import { taxSourcesOf } from './engines/answers.ts'
import { findStatus } from './engines/status.ts'
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
      const { settings } = platform
      const buyer = { place: query.place, postalCode: query.postal_code, hasStripeKeys: settings.STRIPE_SECRET_KEY !== undefined }
      const at = { taxSources: taxSourcesOf(platform), now: platform.clock.now({ organizationId: params.id }) }
      const read = { ...buyer, ...at, tenants: tenantScope.tenants, id: params.id }
      const found = (await withAnswers(() => readTaxSettings(db, read))) ?? refuse(taxRefusals.ResourceNotFound)
      const status = query.check_engine ? await findStatus(platform, taxEngineOf(found.settings)) : null
      return toTaxSettingsWire(found, status)
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
      return toTaxSettingsWire(await updateTaxSettings(tx, call, input))
    },
  }),
]
