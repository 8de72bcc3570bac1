import { present } from '#kernel/assert.ts'
import { customers } from '#merchant/customers/index.ts'
import type { Database } from '#platform/database/database.ts'
import { added, searchText } from '#platform/http/wire-parts.ts'
import type { Platform } from '#platform/platform.ts'
import { children, joined, type SealingDeps } from '#platform/resource/embedded.ts'
import { among, createdBetween, filter, ids, searchAcross } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { displayed, foldKey } from './key-format.ts'
import { type CustomerLicenseKey, licenseKeyStatus, type StoredLicenseKey } from './model.ts'
import { licenseKeyActivations, licenseKeys, openLicenseKey } from './store.ts'

/** A whole key: it ends with a UUID. */
const WHOLE_KEY = /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/

const customer = joined(customers, { from: 'license_keys', column: 'customer_id' })

const activations = children(licenseKeyActivations, { of: 'license_keys', column: 'license_key_id', orderBy: 'created_at' })

const opened = <Item extends StoredLicenseKey>({ sealedKey, ...more }: Item, { secrets }: SealingDeps) => ({
  ...more,
  ...openLicenseKey({ sealedKey, ...more } as unknown as StoredLicenseKey, { secrets }),
})

const searched = searchAcross({ table: 'license_keys', texts: ['display_key'] }, [
  { table: 'customers', column: 'customer_id', texts: ['name', 'email'] },
])

// Only the short form of a key can be searched: the key itself is sealed.
const query = filter(searchText, (text, context) => {
  const folded = foldKey(text)
  return searched.condition((WHOLE_KEY.test(folded) ? displayed(folded) : text) as never, context)
})

/** The list of license keys with their customers. */
export const licenseKeyList = list(licenseKeys, {
  with: { customer },
  filters: {
    benefit_id: ids('license_keys.benefit_id').meta({ description: 'Only keys of these benefits.' }),
    customer_id: ids('license_keys.customer_id').meta(added('Only keys of these customers.')),
    status: among('license_keys.status', licenseKeyStatus).meta(added('Only keys with one of these statuses.')),
    query: query.meta(added("A part of the short form of the key, or of the customer's name or email; a whole key finds its short form.")),
    ...createdBetween('license_keys.created_at'),
  },
  newestFirst: 'license_keys.created_at',
  item: opened,
})

/** The same with the activations of each key, oldest first: for one key, and for the export of a customer's data. */
export const activatedKeyList = list(licenseKeys, {
  with: { customer, activations },
  filters: { customer_id: ids('license_keys.customer_id') },
  newestFirst: 'license_keys.created_at',
  item: opened,
})

/** A key of the transaction with its customer and the key itself. */
export async function findLicenseKey(
  db: Database,
  platform: Platform,
  { organizationId, id }: Pick<StoredLicenseKey, 'organizationId' | 'id'>,
): Promise<CustomerLicenseKey> {
  return present(await licenseKeyList.find(db, { tenants: [organizationId], id }, platform), 'The license key')
}
