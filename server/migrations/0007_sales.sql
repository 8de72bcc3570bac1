-- From a price to a paid order: checkouts that buyers fill in and confirm, and the orders that come of them.

create table checkouts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('open', 'confirmed', 'succeeded', 'expired', 'failed')),
  -- Looked up by its digest; the sealed copy lets the merchant's view show it again.
  client_secret_digest text not null,
  sealed_client_secret text not null,
  expires_at timestamptz(3) not null,
  success_url text,
  embed_origin text,
  product_ids uuid[] not null,
  product_id uuid not null,
  product_price_id uuid not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount bigint not null check (amount >= 0),
  discount_amount bigint not null check (discount_amount between 0 and amount),
  tax_amount bigint,
  total_amount bigint not null check (total_amount >= 0),
  allow_discount_codes boolean not null,
  require_billing_address boolean not null,
  customer_id uuid,
  external_customer_id text,
  customer_email text,
  customer_name text,
  customer_billing_name text,
  customer_billing_address jsonb,
  customer_tax_id text,
  customer_ip_address text,
  is_business_customer boolean not null,
  metadata jsonb not null,
  customer_metadata jsonb not null,
  custom_field_data jsonb not null,
  -- Attempts at payment so far, and the one that is under way or was the last.
  attempts integer not null,
  payment_id uuid,
  last_payment_error text,
  is_late_payment boolean not null default false,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id),
  foreign key (organization_id, product_price_id) references product_prices (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id)
);
-- Not unique, because unique indexes lead with the organization and a buyer does not name it: 220 random bits need no guard.
create index checkouts_client_secret on checkouts (client_secret_digest);
create index checkouts_created on checkouts (organization_id, created_at desc, id desc);
create index checkouts_customer on checkouts (organization_id, customer_id, created_at desc) where customer_id is not null;
create index checkouts_expiring on checkouts (expires_at) where status = 'open';

create table orders (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('pending', 'paid', 'refunded', 'partially_refunded')),
  billing_reason text not null check (billing_reason in ('purchase', 'subscription_create', 'subscription_cycle', 'subscription_update')),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  subtotal_amount bigint not null,
  discount_amount bigint not null,
  net_amount bigint not null,
  tax_amount bigint not null,
  total_amount bigint not null,
  applied_balance_amount bigint not null check (applied_balance_amount <= 0),
  written_off_amount bigint not null check (written_off_amount >= 0),
  refunded_amount bigint not null,
  refunded_tax_amount bigint not null,
  billing_name text,
  billing_address jsonb,
  is_invoice_generated boolean not null,
  customer_id uuid not null,
  product_id uuid not null,
  checkout_id uuid,
  metadata jsonb not null,
  custom_field_data jsonb not null,
  is_late_payment boolean not null,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id),
  foreign key (organization_id, checkout_id) references checkouts (organization_id, id),
  check (net_amount = subtotal_amount - discount_amount and total_amount = net_amount + tax_amount),
  check (refunded_amount between 0 and net_amount and refunded_tax_amount between 0 and tax_amount)
);
-- One checkout, one order, whatever a processor says how often.
create unique index orders_checkout on orders (organization_id, checkout_id) where checkout_id is not null;
create index orders_created on orders (organization_id, created_at desc, id desc);
create index orders_customer on orders (organization_id, customer_id, created_at desc);
create index orders_product on orders (organization_id, product_id, created_at desc);

create table order_items (
  organization_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  position integer not null,
  label text not null,
  amount bigint not null,
  tax_amount bigint not null,
  is_proration boolean not null,
  product_price_id uuid,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, order_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id) on delete cascade,
  foreign key (organization_id, product_price_id) references product_prices (organization_id, id)
);

-- What a confirmed checkout hands its buyer. The customer is filled in when the checkout succeeds; without one it opens nothing.
create table customer_sessions (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  token_digest text not null,
  customer_id uuid,
  checkout_id uuid,
  -- A buyer matched by an unproven address sees the order of this checkout alone (rule C16).
  is_limited_to_checkout boolean not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, checkout_id) references checkouts (organization_id, id) on delete cascade
);
create index customer_sessions_token on customer_sessions (token_digest);
create index customer_sessions_checkout on customer_sessions (organization_id, checkout_id);
create index customer_sessions_expired on customer_sessions (expires_at);
