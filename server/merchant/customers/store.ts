import { sql } from 'kysely'
import { foldEmail } from '#kernel/emails/email.ts'
import { refuseProblems } from '#kernel/refusal.ts'
import { type Database, isUniqueBreach, type Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { table } from '#platform/resource/table.ts'
import { takenKeys } from './changes.ts'
import { type Buyer, type Customer, customerColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    customers: Row<typeof customerColumns>
  }
}

/** The rows of customers. A deleted customer keeps its row, for the orders that name it. */
export const customers = table('customers', customerColumns, { isCounted: true, existing: sql<boolean>`customers.deleted_at is null` })

/** Inserts a customer; false when another one has the email or the external id. */
export async function insertCustomer(tx: Tx, customer: Customer): Promise<boolean> {
  const written = await customers
    .inserting(tx, [customer])
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** The limit on the customers that a merchant creates; a purchase creates one above it all the same. */
const customerLimit: ResourceLimit = { setting: 'CUSTOMER_LIMIT', table: 'customers', isCounted: true, things: 'customers' }

/** Inserts a merchant's customer within the limit; 422 at the email or the external id that another customer has. */
export function insertDraftedCustomer(tx: Tx, platform: Pick<Platform, 'settings'>, customer: Customer): Promise<void> {
  return withinLimit(platform, { limit: customerLimit, owner: customer.organizationId }, (organization_id) =>
    refusingTakenKeys(() => customers.insert(tx, customer, { organization_id })),
  )
}

/** Saves a locked customer; 422 at the email or the external id that another customer has. */
export function saveCustomer(tx: Tx, customer: Customer): Promise<void> {
  return refusingTakenKeys(() => customers.saveAndWait(tx, customer))
}

// The unique indexes decide, because another request may take a key between a look-up and the write.
async function refusingTakenKeys(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (isUniqueBreach(error, 'customers_email')) refuseProblems([takenKeys.email])
    if (isUniqueBreach(error, 'customers_external_id')) refuseProblems([takenKeys.externalId])
    throw error
  }
}

/** The key by which a request names a customer. */
export type CustomerKey = { readonly id: string } | { readonly externalId: string }

/** The rows of a customer of one of the organizations that is not deleted. */
const keyed = (tenants: readonly string[], key: CustomerKey) =>
  sql`where organization_id = ${anyOf(tenants)} and ${'id' in key ? sql`id = ${key.id}` : sql`external_id = ${key.externalId}`} and deleted_at is null`

/** Locks a customer of one of the organizations, deleted or not. */
export async function lockCustomerOf(tx: Tx, tenants: readonly string[], id: string): Promise<Customer | undefined> {
  const [customer] = await customers.select(tx, sql`where organization_id = ${anyOf(tenants)} and id = ${id} for update`)
  return customer
}

/** Locks a customer that is not deleted. With several organizations an external id names the oldest customer that has it. */
export async function lockKeyedCustomer(tx: Tx, tenants: readonly string[], key: CustomerKey): Promise<Customer | undefined> {
  const [customer] = await customers.select(tx, sql`${keyed(tenants, key)} order by id limit 1 for update`)
  return customer
}

/** The same, not locked. */
export async function findKeyedCustomer(db: Database, tenants: readonly string[], key: CustomerKey): Promise<Customer | undefined> {
  const [customer] = await customers.select(db, sql`${keyed(tenants, key)} order by id limit 1`)
  return customer
}

/** Sets the external id of a locked customer; false when another customer of the merchant has it. */
export async function adoptExternalId(tx: Tx, customer: Customer, externalId: string): Promise<boolean> {
  await sql`savepoint adoption`.execute(tx)
  try {
    await tx
      .updateTable('customers')
      .set({ external_id: externalId })
      .where('organization_id', '=', customer.organizationId)
      .where('id', '=', customer.id)
      .execute()
    await sql`release savepoint adoption`.execute(tx)
    return true
  } catch (error) {
    if (!isUniqueBreach(error, 'customers_external_id')) throw error
    await sql`rollback to savepoint adoption`.execute(tx)
    return false
  }
}

/** Locks a customer, deleted or not. */
export async function lockCustomer(tx: Tx, organizationId: string, id: string): Promise<Customer | undefined> {
  const [customer] = await customers.select(tx, sql`where organization_id = ${organizationId} and id = ${id} for update`)
  return customer
}

/**
 * The customer of a merchant whose portal this email opens: the one who has the address. Where none has it, the newest of those for whose
 * external ids it was typed. Deleted ones do not count.
 */
export async function findCustomerByEmail(db: Database, organizationId: string, email: string): Promise<Customer | undefined> {
  const [customer] = await customers.select(
    db,
    sql`where organization_id = ${organizationId}::uuid and email = ${foldEmail(email)} and deleted_at is null
      order by has_email desc, id desc limit 1`,
  )
  return customer
}

type BuyerKeys = Pick<Buyer, 'customerId' | 'externalId' | 'email'>

// Three conditions, each with its own index; the rule chooses between the matches.
function matching(organizationId: string, buyer: BuyerKeys) {
  const email = buyer.email === null ? null : foldEmail(buyer.email)
  return sql`where organization_id = ${organizationId} and deleted_at is null
    and (id = ${buyer.customerId}::uuid or external_id = ${buyer.externalId}::text or email = ${email}::text and has_email) order by id`
}

/** The customers of a merchant that share id, external id or email with a buyer: three at most. */
export function findMatchingCustomers(db: Database, organizationId: string, buyer: BuyerKeys): Promise<Customer[]> {
  return customers.select(db, matching(organizationId, buyer))
}

/** The same, locked in order of id. */
export function lockMatchingCustomers(tx: Tx, organizationId: string, buyer: BuyerKeys): Promise<Customer[]> {
  return customers.select(tx, sql`${matching(organizationId, buyer)} for update`)
}

/** The customer of an avatar; avatars are requested by id alone, for deleted customers too. */
export async function findAvatarSubject(db: Database, id: string): Promise<Pick<Customer, 'id' | 'name' | 'email'> | undefined> {
  return db.selectFrom('customers').select(['id', 'name', 'email']).where('id', '=', id).limit(1).executeTakeFirst()
}
