-- Changes of a subscription's product that wait for their payment, and the redemptions of discounts that running subscriptions got.
alter table subscriptions
  add column prior_discount_id uuid,
  add column prior_discount_for timestamptz(3),
  add foreign key (organization_id, prior_discount_id) references discounts (organization_id, id),
  add check ((prior_discount_id is null) = (prior_discount_for is null));
create index subscriptions_prior_discount on subscriptions (organization_id, prior_discount_id) where prior_discount_id is not null;

create table subscription_changes (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  status text not null check (status in ('pending', 'applied', 'dropped')),
  from_product_id uuid not null,
  from_period_start timestamptz(3) not null,
  product_id uuid not null,
  price_ids uuid[] not null,
  amount bigint not null check (amount >= 0),
  currency text not null,
  recurring_interval text not null check (recurring_interval in ('month', 'year')),
  period_start timestamptz(3),
  period_end timestamptz(3),
  keeps_discount boolean not null,
  items jsonb not null,
  discount_amount bigint not null check (discount_amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  credit_amount bigint not null check (credit_amount >= 0),
  payment_id uuid not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id) on delete cascade,
  check ((period_start is null) = (period_end is null))
);
create index subscription_changes_of on subscription_changes (organization_id, subscription_id, created_at);
create unique index subscription_changes_pending on subscription_changes (organization_id, subscription_id) where status = 'pending';
-- One for each discount that a running subscription got (rule G6), besides those of checkouts.
create table subscription_redemptions (
  organization_id uuid not null,
  subscription_id uuid not null,
  discount_id uuid not null,
  redeemed_at timestamptz(3) not null,
  primary key (organization_id, subscription_id, discount_id),
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id) on delete cascade,
  foreign key (organization_id, discount_id) references discounts (organization_id, id) on delete cascade
);
create index subscription_redemptions_discount on subscription_redemptions (organization_id, discount_id);
