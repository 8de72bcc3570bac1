import { type RawBuilder, sql } from 'kysely'
import { foldEmail } from '#kernel/text.ts'
import { type Database, isUniqueBreach, json, type Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Customer } from './model.ts'
import type { Buyer } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    customers: CustomersTable
  }
}

interface CustomersTable {
  organization_id: string
  id: string
  external_id: string | null
  email: string
  is_email_verified: boolean
  name: string | null
  billing_address: Customer['billingAddress']
  tax_id: Customer['taxId']
  metadata: Customer['metadata']
  created_at: Date
  modified_at: Date | null
  deleted_at: Date | null
}

/** Every column of a customer, to select. */
export const customerColumns = [
  'customers.organization_id',
  'customers.id',
  'customers.external_id',
  'customers.email',
  'customers.is_email_verified',
  'customers.name',
  'customers.billing_address',
  'customers.tax_id',
  'customers.metadata',
  'customers.created_at',
  'customers.modified_at',
  'customers.deleted_at',
] as const

type Instant = Date | string

/** A customer as selected, or as the database's JSON, in which times are text. */
export type CustomerRow = Omit<CustomersTable, 'created_at' | 'modified_at' | 'deleted_at'> & {
  readonly created_at: Instant
  readonly modified_at: Instant | null
  readonly deleted_at: Instant | null
}

/** A customer as one JSON value, for reads that join the table `customers` under this name; `fromCustomerRow` takes it. */
export const customerJson: RawBuilder<CustomerRow> = sql`json_build_object(
  'organization_id', customers.organization_id, 'id', customers.id, 'external_id', customers.external_id, 'email', customers.email,
  'is_email_verified', customers.is_email_verified, 'name', customers.name, 'billing_address', customers.billing_address,
  'tax_id', customers.tax_id, 'metadata', customers.metadata, 'created_at', customers.created_at,
  'modified_at', customers.modified_at, 'deleted_at', customers.deleted_at)`

/** Maps a row to its customer. */
export function fromCustomerRow(row: CustomerRow): Customer {
  return {
    id: row.id,
    organizationId: row.organization_id,
    externalId: row.external_id,
    email: row.email,
    isEmailVerified: row.is_email_verified,
    name: row.name,
    billingAddress: row.billing_address,
    taxId: row.tax_id,
    metadata: row.metadata,
    createdAt: new Date(row.created_at),
    modifiedAt: row.modified_at === null ? null : new Date(row.modified_at),
    deletedAt: row.deleted_at === null ? null : new Date(row.deleted_at),
  }
}

function valuesOf(customer: Customer) {
  return {
    external_id: customer.externalId,
    email: customer.email,
    is_email_verified: customer.isEmailVerified,
    name: customer.name,
    billing_address: customer.billingAddress && json(customer.billingAddress),
    tax_id: customer.taxId && json(customer.taxId),
    metadata: json(customer.metadata),
    created_at: customer.createdAt,
    modified_at: customer.modifiedAt,
    deleted_at: customer.deletedAt,
  }
}

/** Inserts a customer; false when another one with the same email or external id exists. */
export async function insertCustomer(tx: Tx, customer: Customer): Promise<boolean> {
  const written = await tx
    .insertInto('customers')
    .values({ organization_id: customer.organizationId, id: customer.id, ...valuesOf(customer) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** Saves a customer whose row is locked. */
export async function saveCustomer(tx: Tx, customer: Customer): Promise<void> {
  await tx
    .updateTable('customers')
    .set(valuesOf(customer))
    .where('organization_id', '=', customer.organizationId)
    .where('id', '=', customer.id)
    .execute()
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

/** A customer of one of the organizations, unless deleted. */
export async function findCustomer(db: Database, tenants: readonly string[], id: string): Promise<Customer | undefined> {
  const row = await db
    .selectFrom('customers')
    .select(customerColumns)
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && fromCustomerRow(row)
}

/** Locks a customer, deleted or not. */
export async function lockCustomer(tx: Tx, organizationId: string, id: string): Promise<Customer | undefined> {
  const row = await tx
    .selectFrom('customers')
    .select(customerColumns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && fromCustomerRow(row)
}

// Three conditions, each with its own index; the rule chooses between the matches.
function matching(db: Database, organizationId: string, buyer: Buyer) {
  const email = buyer.email === null ? null : foldEmail(buyer.email)
  return db
    .selectFrom('customers')
    .select(customerColumns)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([where('id', '=', buyer.customerId), where('external_id', '=', buyer.externalId), where('email', '=', email)]),
    )
    .orderBy('id')
}

/** The customers of a merchant that share id, external id or email with a buyer: three at most. */
export async function findMatchingCustomers(db: Database, organizationId: string, buyer: Buyer): Promise<Customer[]> {
  return (await matching(db, organizationId, buyer).execute()).map(fromCustomerRow)
}

/** The same, locked in order of id. */
export async function lockMatchingCustomers(tx: Tx, organizationId: string, buyer: Buyer): Promise<Customer[]> {
  return (await matching(tx, organizationId, buyer).forUpdate().execute()).map(fromCustomerRow)
}

/** The customer of an avatar; avatars are requested by id alone, for deleted customers too. */
export async function findAvatarSubject(db: Database, id: string): Promise<Pick<Customer, 'id' | 'name' | 'email'> | undefined> {
  return db.selectFrom('customers').select(['id', 'name', 'email']).where('id', '=', id).limit(1).executeTakeFirst()
}
