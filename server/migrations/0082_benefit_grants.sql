-- Grants of benefits: what customers have by an order or a subscription.

create table benefit_grants (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  benefit_id uuid not null,
  -- What it is granted by: one of them.
  order_id uuid,
  subscription_id uuid,
  -- Whether the customer is to have it. What is outside of this server may not have followed yet.
  is_entitled boolean not null,
  granted_at timestamptz(3),
  revoked_at timestamptz(3),
  properties jsonb not null,
  -- The properties of the benefit at the last attempt to grant it.
  benefit_properties jsonb,
  error jsonb,
  -- Failed attempts in a row, and when the next one is.
  attempts integer not null,
  next_attempt_at timestamptz(3),
  -- The account at the service that the customer has chosen, until it has the access.
  chosen_account_id text,
  -- When it ends because a payment is overdue.
  access_ends_at timestamptz(3),
  -- The start of the period that it was last granted or cycled for.
  period_start timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  check (num_nonnulls(order_id, subscription_id) = 1),
  unique nulls not distinct (organization_id, customer_id, benefit_id, order_id, subscription_id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, benefit_id) references benefits (organization_id, id) on delete cascade,
  foreign key (organization_id, order_id) references orders (organization_id, id) on delete cascade,
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id) on delete cascade
);
create index benefit_grants_created on benefit_grants (organization_id, created_at desc, id desc);
create index benefit_grants_benefit on benefit_grants (organization_id, benefit_id, id);
create index benefit_grants_order on benefit_grants (organization_id, order_id) where order_id is not null;
create index benefit_grants_subscription on benefit_grants (organization_id, subscription_id) where subscription_id is not null;
create index benefit_grants_customer on benefit_grants (organization_id, customer_id, id);
create index benefit_grants_access_end on benefit_grants (organization_id, access_ends_at) where access_ends_at is not null;
create index benefit_grants_attempt on benefit_grants (organization_id, next_attempt_at) where next_attempt_at is not null;
create index benefit_grants_failed on benefit_grants (organization_id, id) where error is not null;

-- Orders whose benefits a refund has taken back.
create table withdrawn_orders (
  organization_id uuid not null,
  order_id uuid not null,
  -- The refund that did so: the benefits come back where it fails later.
  refund_id uuid not null,
  withdrawn_at timestamptz(3) not null,
  primary key (organization_id, order_id, refund_id),
  foreign key (organization_id, order_id) references orders (organization_id, id) on delete cascade
);

-- Keys and files belong to their grants.
alter table license_keys
  add foreign key (organization_id, grant_id) references benefit_grants (organization_id, id) on delete cascade;
alter table downloadables
  add foreign key (organization_id, grant_id) references benefit_grants (organization_id, id) on delete cascade;
