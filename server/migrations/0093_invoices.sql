-- Invoices of orders, and credit notes of refunds and of credit for the rest of a period. A document is a copy of what it states, made when it is issued.

-- Who sells, as invoices name them; null: never entered.
alter table merchants add column business_details jsonb;

alter table orders add column invoice_number text;

create table invoices (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number text not null,
  -- The series that has counted it (table number_series).
  series text not null,
  order_id uuid not null,
  refund_id uuid,
  credit_id uuid,
  customer_id uuid not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  net_amount bigint not null check (net_amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  total_amount bigint not null check (total_amount = net_amount + tax_amount),
  language text not null,
  content jsonb not null,
  -- Of a credit note whose refund was sent back by the bank. Its number stays used.
  voided_at timestamptz(3),
  -- When its PDF was written to the store of files.
  stored_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, number),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, refund_id) references refunds (organization_id, id),
  foreign key (organization_id, credit_id) references customer_credits (organization_id, id),
  check (num_nonnulls(refund_id, credit_id) = case kind when 'credit_note' then 1 else 0 end)
);
create unique index invoices_of_order on invoices (organization_id, order_id) where kind = 'invoice';
create unique index invoices_of_refund on invoices (organization_id, refund_id) where refund_id is not null;
create unique index invoices_of_credit on invoices (organization_id, credit_id) where credit_id is not null;
create index invoices_created on invoices (organization_id, created_at desc, id desc);
create index invoices_order on invoices (organization_id, order_id, created_at desc);
create index invoices_customer on invoices (organization_id, customer_id, created_at desc);
create index invoices_series on invoices (organization_id, series);

-- The next number of a series that begins with `head`, which may change while the count goes on.
create function next_document_number(organization uuid, of_series text, head text) returns text language plpgsql as $$
declare
  taken bigint;
begin
  insert into number_series as known (organization_id, series, prefix, last_number) values (organization, of_series, head, 1)
    on conflict (organization_id, series) do update set last_number = known.last_number + 1, prefix = excluded.prefix
    returning last_number into taken;
  return number_text(head, taken);
end $$;
