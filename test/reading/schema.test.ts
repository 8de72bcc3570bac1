import { expect, test } from 'vitest'
import { keyFaults, tablesOf } from './schema.ts'

const CUSTOMERS = `
-- customers (the organization, then the customer)
create table customers (
  organization_id uuid not null references organizations (id),
  id uuid not null,
  email text not null check (length(email) between 1 and 320),
  primary key (organization_id, id)
);
create unique index customers_email on customers (organization_id, lower(email)) where deleted_at is null;
`

test('a merchant table whose keys begin with the organization has no fault', () => {
  const orders = `create table orders (organization_id uuid not null, id uuid not null, customer_id uuid not null,
    primary key (organization_id, id), foreign key (organization_id, customer_id) references customers (organization_id, id));`
  expect(keyFaults(tablesOf(CUSTOMERS + orders))).toEqual([])
})

test.for([
  ['a unique index over a column alone', 'create unique index x on customers (lower(email));', '(lower email)'],
  ['a unique constraint that is added later', 'alter table customers add constraint x unique (email);', '(email)'],
  [
    'a unique column',
    'create table orders (organization_id uuid, id uuid, number text unique, primary key (organization_id, id));',
    '(number)',
  ],
  [
    'a key that ends with the organization',
    'create table orders (id uuid, organization_id uuid, primary key (id, organization_id));',
    '(id, ',
  ],
  [
    'a reference by the id alone',
    'create table orders (organization_id uuid, id uuid, customer_id uuid references customers (id), primary key (organization_id, id));',
    '(customer_id)',
  ],
])('%s is a fault', ([, sql, message]) => {
  const faults = keyFaults(tablesOf(CUSTOMERS + sql))
  expect(faults).toEqual([expect.stringContaining(message ?? '')])
})

test('a table of the platform may have any keys', () => {
  expect(keyFaults(tablesOf('create table jobs (id uuid primary key, key text unique);'))).toEqual([])
})
