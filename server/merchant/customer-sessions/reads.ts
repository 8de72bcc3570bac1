import { sql } from 'kysely'
import { isVerifiedMember } from '#identity/organizations/index.ts'
import { customers } from '#merchant/customers/index.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { fromLinkedAccountRows, linkedAccountsOfCustomerJson } from '#merchant/linked-accounts/index.ts'
import type { LinkedAccount } from '#merchant/linked-accounts/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import type { CustomerKey } from './model.ts'

/** A customer with the slug of its merchant, which the URL of its portal contains. */
export interface PortalCustomer {
  readonly customer: Customer
  readonly slug: string
}

/** The customer of a key that is not deleted, in one statement. */
export async function findPortalCustomer(db: Database, organizationId: string, key: CustomerKey): Promise<PortalCustomer | undefined> {
  const isNamed = 'id' in key ? sql`customers.id = ${key.id}` : sql`customers.external_id = ${key.externalId}`
  const { rows } = await sql<StoredRow & { readonly slug: string }>`
    select ${customers.selection()}, organizations.slug from customers
    inner join organizations on organizations.id = customers.organization_id
    where customers.organization_id = ${organizationId} and ${isNamed} and customers.deleted_at is null`.execute(db)
  const [row] = rows
  return row && { customer: customers.fromRow(row), slug: row.slug }
}

/** A customer with the accounts that they have linked. */
export interface OwnCustomer {
  readonly customer: Customer
  readonly accounts: readonly LinkedAccount[]
}

/** The customer of a session that is not deleted, in one statement. */
export async function findOwnCustomer(
  db: Database,
  { organizationId, customerId }: { readonly organizationId: string; readonly customerId: string },
): Promise<OwnCustomer | undefined> {
  const { rows } = await sql<StoredRow & { readonly accounts: StoredRow[] }>`
    select ${customers.selection()}, ${linkedAccountsOfCustomerJson} as accounts from customers
    where customers.organization_id = ${organizationId} and customers.id = ${customerId} and customers.deleted_at is null`.execute(db)
  const [row] = rows
  return row && { customer: customers.fromRow(row), accounts: fromLinkedAccountRows(row.accounts) }
}

/** An email to a customer of a merchant, or to the new address of one. */
export interface PortalEmail {
  readonly merchant: Pick<Merchant, 'id' | 'mode'>
  /** Folded. */
  readonly to: string
}

/**
 * Whether the email may be sent. Where email leaves the machine, anybody could make a test merchant email strangers: it then emails the
 * verified members of its organization alone, as receipts do.
 */
export async function mayEmailCustomer(
  db: Database,
  { settings }: Pick<Platform, 'settings'>,
  { merchant, to }: PortalEmail,
): Promise<boolean> {
  if (settings.SMTP_URL === undefined || merchant.mode !== 'test') return true
  return isVerifiedMember(db, { organizationId: merchant.id, email: to })
}
