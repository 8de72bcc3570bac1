-- What customers have as credit, kept beside the journal: it is read and locked for every order, and is never negative (section 3.4).
create table credit_balances (
  organization_id uuid not null references organizations (id) on delete cascade,
  customer_id uuid not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount bigint not null check (amount >= 0),
  -- The part that pending orders will use.
  reserved_amount bigint not null,
  primary key (organization_id, customer_id, currency),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  constraint credit_balances_reserved check (reserved_amount between 0 and amount)
);
insert into credit_balances (organization_id, customer_id, currency, amount, reserved_amount)
select p.organization_id, p.customer_id, p.currency, greatest(0, -sum(p.amount)), 0
from ledger_postings p join customers c on c.organization_id = p.organization_id and c.id = p.customer_id
where p.account = 'customer_credit'
group by p.organization_id, p.customer_id, p.currency;

-- Every entry changes the balances in its own statement, whatever posts it. An insert checks its row before it finds the existing one, so
-- that a debit is an update.
create function change_credit_balances() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select a.organization_id, a.customer_id, a.currency, -sum(a.amount) as amount
    from added a where a.account = 'customer_credit'
    group by a.organization_id, a.customer_id, a.currency
    order by a.organization_id, a.customer_id, a.currency
  loop
    if change.amount >= 0 then
      insert into credit_balances as balance (organization_id, customer_id, currency, amount, reserved_amount)
      values (change.organization_id, change.customer_id, change.currency, change.amount, 0)
      on conflict (organization_id, customer_id, currency) do update set amount = balance.amount + excluded.amount;
    else
      update credit_balances balance set amount = balance.amount + change.amount
      where balance.organization_id = change.organization_id and balance.customer_id = change.customer_id
        and balance.currency = change.currency;
      if not found then
        raise exception 'customer % has no credit in %', change.customer_id, change.currency using errcode = 'check_violation';
      end if;
    end if;
  end loop;
  return null;
end $$;
create trigger ledger_postings_credit after insert on ledger_postings
  referencing new table as added for each statement execute function change_credit_balances();

-- The entries of a customer's credit, newest first: ids increase with time.
create index ledger_postings_customer on ledger_postings (organization_id, customer_id, entry_id desc) where customer_id is not null;

-- Credit that was given: by the merchant, or for the rest of a period before a downgrade, with its share of the tax.
create table customer_credits (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('grant', 'downgrade')),
  -- The origin, as the entry of the journal names it: credit is given once for it.
  source text not null,
  amount bigint not null check (amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  note text,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique (organization_id, source),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  check (amount + tax_amount > 0),
  check (kind <> 'grant' or tax_amount = 0)
);
create index customer_credits_customer on customer_credits (organization_id, customer_id, created_at desc, id desc);
create index customer_credits_owner on customer_credits (customer_id);
