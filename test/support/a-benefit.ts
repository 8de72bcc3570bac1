import type { TestMerchant } from './a-merchant.ts'
import type { TestServer } from './server.ts'

const AN_ID = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** Stored properties of each kind of benefit. */
const propertiesOf = {
  custom: { note: 'Write to us.' },
  discord: { guild_id: '34', role_id: '12', kick_member: false, guild_token: 'guild' },
  github_repository: { repository_owner: 'acme', repository_name: 'templates', permission: 'pull' },
  downloadables: { archived: {}, files: [AN_ID] },
  license_keys: {
    prefix: 'ACME',
    expires: { ttl: 1, timeframe: 'year' },
    activations: { limit: 5, enable_customer_admin: true },
    limit_usage: null,
  },
  meter_credit: { units: 1000, rollover: true, meter_id: AN_ID },
} as const

/** A benefit of each kind, as rows: also of those that this server has no bot, app or file for. Their ids by their types. */
export async function aBenefitOfEachKind({ platform }: TestServer, merchant: TestMerchant): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {}
  for (const [type, properties] of Object.entries(propertiesOf)) {
    const body = { type: 'custom', description: `Of the kind ${type}`, properties: {} }
    const { id } = (await merchant.request('POST', '/v1/benefits/', { body })).json
    const stored = { type: type as keyof typeof propertiesOf, properties: JSON.stringify(properties) as never }
    await platform.database.db.updateTable('benefits').set(stored).where('id', '=', id).execute()
    ids[type] = id
  }
  return ids
}
