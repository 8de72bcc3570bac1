-- What is sold and what it costs. A price never changes: an edit archives it and puts another in its place.

create table products (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  recurring_interval text check (recurring_interval in ('month', 'year')),
  is_archived boolean not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id)
);
create index products_created on products (organization_id, created_at desc, id desc);

create table product_prices (
  organization_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  position integer not null,
  amount_type text not null check (amount_type in ('fixed', 'custom', 'free', 'metered_unit')),
  price_currency text,
  price_amount bigint check (price_amount between 0 and 99999999),
  is_archived boolean not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id) on delete cascade,
  check (amount_type <> 'fixed' or (price_currency is not null and price_amount is not null))
);
create index product_prices_product on product_prices (organization_id, product_id, position);
