// License keys for tests, without a sale.
import { issueLicenseKey } from '#sales/access/license-keys/index.ts'
import type { LicenseKeyGrant, LicenseKeyProperties } from '#sales/access/license-keys/model.ts'
import type { TestMerchant } from '../a-merchant.ts'
import { aGrant } from '../grants/a-grant.ts'
import type { TestServer } from '../server.ts'

/** A license key, its grant and the key itself. */
export interface TestLicenseKey {
  readonly id: string
  readonly key: string
  readonly displayKey: string
  readonly grant: LicenseKeyGrant
}

const byDefault: LicenseKeyProperties = {
  prefix: 'ACME',
  expires: null,
  activations: { limit: 3, enable_customer_admin: true },
  limit_usage: null,
}

/** Issues a key to a customer of a merchant, of a new benefit with these properties. */
export async function aLicenseKey(
  server: TestServer,
  merchant: TestMerchant,
  { customerId, properties = {} }: { readonly customerId: string; readonly properties?: Partial<LicenseKeyProperties> },
): Promise<TestLicenseKey> {
  const { organizationId } = merchant
  const benefit = { type: 'license_keys', description: 'A license key', properties: { ...byDefault, ...properties } }
  const { id: benefitId } = (await merchant.request('POST', '/v1/benefits/', { body: benefit })).json
  const { platform } = server
  const grantId = await aGrant(server, { organizationId, customerId, benefitId })
  const grant = { organizationId, customerId, benefitId, grantId, properties: benefit.properties }
  const { id, displayKey } = await platform.database.transaction((tx) => issueLicenseKey(tx, platform, grant))
  const { key } = (await merchant.request('GET', `/v1/license-keys/${id}`)).json
  return { id, key, displayKey, grant }
}

/** Activates a key through the API. Returns the id of the activation. */
export async function anActivation(server: TestServer, { key, grant }: TestLicenseKey, label = 'Laptop'): Promise<string> {
  const body = { key, organization_id: grant.organizationId, label }
  const answer = await server.request('POST', '/v1/customer-portal/license-keys/activate', { body })
  if (answer.status !== 200) throw new Error(`The activation was answered ${answer.status}: ${answer.text}`)
  return answer.json.id
}
