-- Subscriptions, what waits for their next renewal, and the orders of their periods.

create table subscriptions (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  status text not null check (
    status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid')
  ),
  amount bigint not null check (amount >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  recurring_interval text not null check (recurring_interval in ('month', 'year')),
  current_period_start timestamptz(3) not null,
  current_period_end timestamptz(3) not null,
  trial_start timestamptz(3),
  trial_end timestamptz(3),
  cancel_at_period_end boolean not null,
  canceled_at timestamptz(3),
  started_at timestamptz(3),
  ends_at timestamptz(3),
  ended_at timestamptz(3),
  past_due_at timestamptz(3),
  next_payment_attempt_at timestamptz(3),
  customer_id uuid not null,
  product_id uuid not null,
  -- Kept where its checkout is deleted.
  checkout_id uuid,
  discount_id uuid,
  discount_applied_at timestamptz(3),
  customer_cancellation_reason text check (
    customer_cancellation_reason in (
      'customer_service', 'low_quality', 'missing_features', 'switched_service', 'too_complex', 'too_expensive', 'unused', 'other'
    )
  ),
  customer_cancellation_comment text check (char_length(customer_cancellation_comment) <= 1000),
  metadata jsonb not null,
  custom_field_data jsonb not null,
  -- Prices are immutable: those of the product when it was chosen stay (rule C8).
  price_ids uuid[] not null check (cardinality(price_ids) > 0),
  pending_product_id uuid,
  locale text,
  billing_timezone text not null,
  anchor_at timestamptz(3) not null,
  payment_method_id uuid,
  is_exclusive boolean not null,
  unpaid_order_id uuid,
  is_charging boolean not null,
  failed_attempts integer not null check (failed_attempts >= 0),
  reminded_for timestamptz(3),
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id),
  foreign key (organization_id, pending_product_id) references products (organization_id, id),
  foreign key (organization_id, discount_id) references discounts (organization_id, id),
  check (current_period_start < current_period_end),
  check ((trial_start is null) = (trial_end is null)),
  check ((ended_at is not null) = (status = 'canceled')),
  check (not is_charging or unpaid_order_id is not null),
  check (status <> 'past_due' or past_due_at is not null)
);
create index subscriptions_started on subscriptions (organization_id, started_at desc, id desc);
create index subscriptions_customer on subscriptions (organization_id, customer_id, started_at desc);
create index subscriptions_product on subscriptions (organization_id, product_id, started_at desc);
create index subscriptions_pending_product on subscriptions (organization_id, pending_product_id) where pending_product_id is not null;
create index subscriptions_discount on subscriptions (organization_id, discount_id) where discount_id is not null;
create index subscriptions_period_end on subscriptions (organization_id, current_period_end) where status in ('trialing', 'active', 'past_due');
-- What the renewal run looks for: of all organizations, and of one.
create index subscriptions_due on subscriptions (due_at) where due_at is not null;
create index subscriptions_due_of on subscriptions (organization_id, due_at) where due_at is not null;
create unique index subscriptions_checkout on subscriptions (organization_id, checkout_id) where checkout_id is not null;
-- One of a customer, where the merchant allows no more (rule C19).
create unique index subscriptions_exclusive on subscriptions (organization_id, customer_id)
  where is_exclusive and status in ('incomplete', 'trialing', 'active', 'past_due');

insert into row_counts (organization_id, counted_table, change) select organization_id, 'subscriptions', count(*) from subscriptions group by 1;
create trigger count_added after insert on subscriptions referencing new table as added for each statement execute function count_rows();
create trigger count_removed after delete on subscriptions referencing old table as removed for each statement execute function count_rows();

-- Proration items that wait for the next renewal, or that an order has.
create table subscription_items (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  label text not null,
  amount bigint not null,
  product_price_id uuid,
  created_at timestamptz(3) not null,
  order_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id) on delete cascade
);
create index subscription_items_of on subscription_items (organization_id, subscription_id, created_at);
create index subscription_items_order on subscription_items (organization_id, order_id) where order_id is not null;

-- The buyer who is confirming a checkout of a subscription, where a customer may have only one: held until the payment has an outcome.
create table subscription_reservations (
  organization_id uuid not null,
  checkout_id uuid not null,
  -- The id of the customer, or the email of a buyer who is none yet.
  buyer text not null,
  reserved_at timestamptz(3) not null,
  primary key (organization_id, checkout_id),
  unique (organization_id, buyer),
  foreign key (organization_id, checkout_id) references checkouts (organization_id, id) on delete cascade
);

alter table orders
  add column subscription_id uuid,
  add column period_start timestamptz(3),
  add column period_end timestamptz(3),
  add column next_payment_attempt_at timestamptz(3),
  add column is_collection_exhausted boolean not null default false,
  add foreign key (organization_id, subscription_id) references subscriptions (organization_id, id),
  add check ((period_start is null) = (period_end is null)),
  add check (period_start is null or subscription_id is not null);
alter table orders alter column is_collection_exhausted drop default;
create index orders_subscription on orders (organization_id, subscription_id, created_at desc) where subscription_id is not null;
-- Each period is billed once, whatever is repeated or killed.
create unique index orders_period on orders (organization_id, subscription_id, period_start) where billing_reason = 'subscription_cycle';
