-- Which subscription bills what a customer uses of a meter, by which price; null: none does. Usage before billed_from is never billed.
alter table customer_meters
  add column subscription_id uuid,
  add column price_id uuid,
  add column billed_from timestamptz(3),
  add foreign key (organization_id, subscription_id) references subscriptions (organization_id, id),
  add check ((subscription_id is null) = (price_id is null)),
  add check (subscription_id is null or (window_start is not null and billed_from is not null));
create index customer_meters_subscription on customer_meters (organization_id, subscription_id) where subscription_id is not null;

-- What customers were credited of meters: positive, or negative where credits were taken back.
create table meter_credits (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  credited_at timestamptz(3) not null,
  units bigint not null check (units <> 0),
  -- Whether what is left of them at the end of a window is credited again.
  rollover boolean not null,
  -- What they were credited for, each once.
  source text not null,
  primary key (organization_id, id),
  unique (organization_id, customer_id, meter_id, source),
  foreign key (organization_id, customer_id, meter_id) references customer_meters (organization_id, customer_id, meter_id) on delete cascade
);
create index meter_credits_window on meter_credits (organization_id, customer_id, meter_id, credited_at);

-- Whether an item is usage that the next order bills: the discount of its period reduces it.
alter table subscription_items add column is_usage boolean not null default false;
alter table subscription_items alter column is_usage drop default;

-- Since a meter has been on an order its definition stays.
alter table meters add column first_billed_at timestamptz(3);
