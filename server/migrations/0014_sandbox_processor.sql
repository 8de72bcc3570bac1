-- The sandbox saves payment methods, refunds parts of a charge, and opens disputes.
alter table sandbox_charges
  add column card text,
  add column method_id uuid,
  add column saves_for uuid,
  add column refunded_amount bigint not null default 0,
  add column dispute_status text check (dispute_status in ('needs_response', 'under_review', 'won', 'lost')),
  add constraint sandbox_charges_refunded check (refunded_amount between 0 and amount);
update sandbox_charges set refunded_amount = amount where status = 'refunded';
update sandbox_charges set card = case last4
  when '4242' then '4242424242424242' when '0002' then '4000000000000002' when '3155' then '4000002500003155' end;

create table sandbox_methods (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  card text not null,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (organization_id, id)
);

create table sandbox_refunds (
  organization_id uuid not null,
  id uuid not null,
  -- The key of the request: at most one refund has it.
  key text not null,
  charge_id uuid not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, charge_id) references sandbox_charges (organization_id, id) on delete cascade
);
create unique index sandbox_refunds_key on sandbox_refunds (organization_id, key);
