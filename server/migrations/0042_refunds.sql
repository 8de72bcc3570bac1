-- Refunds of orders. A pending refund reserves its amount on the order (rule W1).

alter table orders
  add column pending_refund_amount bigint not null default 0,
  add column pending_refund_tax_amount bigint not null default 0;
alter table orders
  alter column pending_refund_amount drop default,
  alter column pending_refund_tax_amount drop default,
  add constraint orders_pending_refunds check (
    pending_refund_amount >= 0 and refunded_amount + pending_refund_amount <= net_amount
    and pending_refund_tax_amount >= 0 and refunded_tax_amount + pending_refund_tax_amount <= tax_amount
  );

create table refunds (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  reason text not null check (
    reason in ('duplicate', 'fraudulent', 'customer_request', 'service_disruption', 'satisfaction_guarantee', 'other')
  ),
  failure_reason text check (failure_reason in ('amount_too_large', 'not_charged', 'refused_by_bank')),
  amount bigint not null check (amount > 0),
  tax_amount bigint not null check (tax_amount >= 0),
  -- What goes back to the payment; the rest becomes credit of the customer (rule W5).
  returned_amount bigint not null check (returned_amount >= 0 and returned_amount <= amount + tax_amount),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  revoke_benefits boolean not null,
  comment text,
  metadata jsonb not null,
  payment_id uuid,
  -- Of the refund at the processor, which refunds at most once for it.
  idempotency_key text not null,
  -- Whether refund.created was emitted: with the first answer of the processor.
  is_announced boolean not null,
  queried_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, idempotency_key),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, payment_id) references payments (organization_id, id),
  check (returned_amount = 0 or payment_id is not null)
);
create index refunds_created on refunds (organization_id, created_at desc, id desc);
create index refunds_order on refunds (organization_id, order_id, created_at desc);
create index refunds_customer on refunds (organization_id, customer_id, created_at desc);
create index refunds_payment on refunds (organization_id, payment_id) where payment_id is not null;
create index refunds_pending on refunds (coalesce(queried_at, created_at)) where status = 'pending';
