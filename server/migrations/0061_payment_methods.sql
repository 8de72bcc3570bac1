-- Payment methods that customers have saved, and attempts to save one, which have no amount.
alter table payments drop constraint payments_amount_check, add constraint payments_amount_check check (amount >= 0);

create table payment_methods (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  processor text not null,
  -- The processor's reference.
  method text not null,
  brand text not null,
  last4 text not null,
  exp_month integer check (exp_month between 1 and 12),
  exp_year integer check (exp_year between 2000 and 9999),
  is_default boolean not null,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  -- When the processor was last asked to remove it, and when it has.
  tried_at timestamptz(3),
  detached_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, processor, method),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  check (removed_at is null or not is_default)
);
create index payment_methods_customer on payment_methods (organization_id, customer_id, created_at desc, id desc);
create unique index payment_methods_default on payment_methods (organization_id, customer_id) where is_default;
create index payment_methods_undetached on payment_methods (tried_at) where removed_at is not null and detached_at is null;
