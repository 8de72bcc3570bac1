-- Discounts, who has redeemed them, and what they were taken off.

create table discounts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  code text,
  type text not null check (type in ('fixed', 'percentage')),
  amount bigint check (amount between 0 and 99999999),
  currency text check (currency ~ '^[a-z]{3}$'),
  basis_points integer check (basis_points between 1 and 10000),
  duration text not null check (duration in ('once', 'forever', 'repeating')),
  duration_in_months integer check (duration_in_months > 0),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  max_redemptions integer check (max_redemptions > 0),
  redemptions_count integer not null check (redemptions_count >= 0),
  -- Empty: all products. Products are archived, never deleted.
  product_ids uuid[] not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  check (type <> 'fixed' or (amount is not null and currency is not null)),
  check (type <> 'percentage' or basis_points is not null),
  check ((duration = 'repeating') = (duration_in_months is not null))
);
create index discounts_created on discounts (organization_id, created_at desc, id desc);
create unique index discounts_code on discounts (organization_id, lower(code)) where deleted_at is null;

alter table checkouts
  add column discount_id uuid,
  add foreign key (organization_id, discount_id) references discounts (organization_id, id);
create index checkouts_discount on checkouts (organization_id, discount_id) where discount_id is not null;

alter table orders
  add column discount_id uuid,
  add foreign key (organization_id, discount_id) references discounts (organization_id, id);
create index orders_discount on orders (organization_id, discount_id, created_at desc) where discount_id is not null;

alter table checkout_links
  add column discount_id uuid,
  add foreign key (organization_id, discount_id) references discounts (organization_id, id);
create index checkout_links_discount on checkout_links (organization_id, discount_id) where discount_id is not null;

-- A redemption is counted from the confirm on and taken back when the payment fails: one for each checkout.
create table discount_redemptions (
  organization_id uuid not null,
  checkout_id uuid not null,
  discount_id uuid not null,
  redeemed_at timestamptz(3) not null,
  primary key (organization_id, checkout_id),
  foreign key (organization_id, checkout_id) references checkouts (organization_id, id) on delete cascade,
  foreign key (organization_id, discount_id) references discounts (organization_id, id) on delete cascade
);
create index discount_redemptions_discount on discount_redemptions (organization_id, discount_id);
