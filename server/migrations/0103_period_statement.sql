-- What a period of a subscription was billed at and paid with is stored, so that what is given back comes from what was received.
alter table subscriptions
  add column period_amount bigint check (period_amount >= 0),
  add column funded_since timestamptz(3);

alter table orders
  add column credited_amount bigint not null default 0 check (credited_amount >= 0),
  add column credited_tax_amount bigint not null default 0 check (credited_tax_amount >= 0),
  add column counted_return_amount bigint not null default 0 check (counted_return_amount >= 0),
  add column pending_dispute_tax_amount bigint not null default 0 check (pending_dispute_tax_amount >= 0);

alter table order_items
  add column is_exempt boolean not null default false,
  add column period_start timestamptz(3),
  add column period_end timestamptz(3),
  add check ((period_start is null) = (period_end is null));

alter table subscription_items
  add column is_exempt boolean not null default false,
  add column period_start timestamptz(3),
  add column period_end timestamptz(3),
  add column closed_at timestamptz(3),
  add check ((period_start is null) = (period_end is null)),
  add check (order_id is null or closed_at is null);

alter table subscription_changes
  add column period_amount bigint check (period_amount >= 0),
  add column waiting_ids uuid[] not null default '{}',
  add column returned_amount bigint not null default 0,
  add column returned_taxable_amount bigint not null default 0,
  add column quoted_return_amount bigint not null default 0;

alter table customer_credits
  add column order_id uuid,
  add column reversed_amount bigint not null default 0 check (reversed_amount >= 0),
  add column reversed_tax_amount bigint not null default 0 check (reversed_tax_amount >= 0),
  add check (reversed_amount <= amount and reversed_tax_amount <= tax_amount);

-- Credit that was given before names the order of its credit note, where the order has received so much: former versions gave all credit of a
-- subscription by notes of its last order, also that of orders before it.
update customer_credits set order_id = noted.order_id
from (
  select invoices.organization_id, invoices.credit_id, invoices.order_id,
    sum(invoices.total_amount) over (partition by invoices.organization_id, invoices.order_id) as total_amount
  from invoices where invoices.credit_id is not null
) as noted
join orders on orders.organization_id = noted.organization_id and orders.id = noted.order_id
where noted.organization_id = customer_credits.organization_id and noted.credit_id = customer_credits.id
  and noted.total_amount <= orders.total_amount - orders.written_off_amount;

update orders set credited_amount = given.amount, credited_tax_amount = given.tax_amount
from (
  select organization_id, order_id, sum(amount) as amount, sum(tax_amount) as tax_amount from customer_credits
  where order_id is not null group by organization_id, order_id
) as given
where given.organization_id = orders.organization_id and given.order_id = orders.id;

update orders set pending_dispute_tax_amount = open.tax_amount
from (
  select organization_id, order_id, sum(tax_amount) as tax_amount from disputes
  where status in ('needs_response', 'under_review') group by organization_id, order_id
) as open
where open.organization_id = orders.organization_id and open.order_id = orders.id;

create index customer_credits_order on customer_credits (organization_id, order_id) where order_id is not null;

-- Credit that was taken back in part has a void note and a valid one of what is left.
drop index invoices_of_credit;
create unique index invoices_of_credit on invoices (organization_id, credit_id) where credit_id is not null and voided_at is null;
