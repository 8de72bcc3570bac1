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

/** A customer as selected, or as the database's JSON where times are text. */
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

/** The customer that a row tells of. */
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

/** Writes a new customer; false when somebody else of the same address or external id came first. */
export async function insertCustomer(tx: Tx, customer: Customer): Promise<boolean> {
  const written = await tx
    .insertInto('customers')
    .values({ organization_id: customer.organizationId, id: customer.id, ...valuesOf(customer) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** Writes a changed customer, whose row is locked. */
export async function saveCustomer(tx: Tx, customer: Customer): Promise<void> {
  await tx
    .updateTable('customers')
    .set(valuesOf(customer))
    .where('organization_id', '=', customer.organizationId)
    .where('id', '=', customer.id)
    .execute()
}

/** Gives a locked customer an external id, unless another living customer of the merchant has it by now. */
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

/** A living customer of one of the organizations. */
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

// Three ways to be found, each by its own index; the rule decides between them.
function alike(db: Database, organizationId: string, buyer: Buyer) {
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

/** The living customers of a merchant who share id, external id or address with a buyer: three at most. */
export async function findCustomersAlike(db: Database, organizationId: string, buyer: Buyer): Promise<Customer[]> {
  return (await alike(db, organizationId, buyer).execute()).map(fromCustomerRow)
}

/** The same, locked in the order of their ids. */
export async function lockCustomersAlike(tx: Tx, organizationId: string, buyer: Buyer): Promise<Customer[]> {
  return (await alike(tx, organizationId, buyer).forUpdate().execute()).map(fromCustomerRow)
}

/** Whose initials a picture shows; pictures are asked for by id alone and of deleted customers too. */
export async function findPictured(db: Database, id: string): Promise<Pick<Customer, 'id' | 'name' | 'email'> | undefined> {
  return db.selectFrom('customers').select(['id', 'name', 'email']).where('id', '=', id).limit(1).executeTakeFirst()
}
