-- Disputes of payments are recorded, an order says what they reclaim and have taken, and a merchant what a lost one does with access.
create table disputes (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  payment_id uuid not null,
  processor text not null,
  reference text not null,
  status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
  amount bigint not null check (amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  fee_amount bigint not null check (fee_amount >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  reason text,
  evidence_due_by timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, reference),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, payment_id) references payments (organization_id, id)
);
create index disputes_created on disputes (organization_id, created_at desc, id desc);
create index disputes_order on disputes (organization_id, order_id);
create index disputes_payment on disputes (organization_id, payment_id);
create index disputes_customer on disputes (organization_id, customer_id);

alter table orders
  add column disputed_amount bigint not null default 0 check (disputed_amount >= 0),
  add column disputed_tax_amount bigint not null default 0 check (disputed_tax_amount >= 0),
  add column pending_dispute_amount bigint not null default 0 check (pending_dispute_amount >= 0);

alter table merchants add column dispute_settings jsonb not null default '{"revokesAccess": true}';
