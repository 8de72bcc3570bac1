-- What is owed and what is paid: a journal that the database itself keeps in balance, attempts at payment, and the sandbox processor's own record.

create table ledger_entries (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  kind text not null,
  source text not null,
  order_id uuid,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  happened_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index ledger_entries_once on ledger_entries (organization_id, source, kind);
create index ledger_entries_order on ledger_entries (organization_id, order_id, happened_at) where order_id is not null;
create index ledger_entries_happened on ledger_entries (organization_id, happened_at desc, id desc);

create table ledger_postings (
  organization_id uuid not null,
  entry_id uuid not null,
  position integer not null,
  account text not null check (account in (
    'provider_clearing', 'receivable', 'revenue', 'refunds', 'tax_payable', 'provider_fees', 'disputes', 'customer_credit',
    'write_off', 'platform_fee', 'org_payable', 'org_held', 'payouts'
  )),
  customer_id uuid,
  amount bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  primary key (organization_id, entry_id, position),
  foreign key (organization_id, entry_id) references ledger_entries (organization_id, id) on delete cascade
);
create index ledger_postings_account on ledger_postings (organization_id, account, currency);

-- An entry and its postings are one statement, so the check at its end sees the whole entry; what is added later, balanced or not, is refused.
create function refuse_unbalanced_postings() returns trigger language plpgsql as $$
declare
  fault record;
begin
  select p.entry_id, p.currency into fault
    from ledger_postings p
    where (p.organization_id, p.entry_id) in (select a.organization_id, a.entry_id from added a)
    group by p.organization_id, p.entry_id, p.currency
    having sum(p.amount) <> 0 or count(*) < 2
    limit 1;
  if found then
    raise exception 'ledger entry % does not balance in %', fault.entry_id, fault.currency using errcode = 'check_violation';
  end if;
  select a.entry_id into fault
    from (select organization_id, entry_id, count(*) as postings from added group by organization_id, entry_id) a
    where a.postings <> (select count(*) from ledger_postings p where p.organization_id = a.organization_id and p.entry_id = a.entry_id)
    limit 1;
  if found then
    raise exception 'ledger entry % has its postings already', fault.entry_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_postings_balance after insert on ledger_postings
  referencing new table as added for each statement execute function refuse_unbalanced_postings();

create function refuse_empty_entries() returns trigger language plpgsql as $$
declare
  fault uuid;
begin
  select a.id into fault
    from added a
    where not exists (select 1 from ledger_postings p where p.organization_id = a.organization_id and p.entry_id = a.id)
    limit 1;
  if found then
    raise exception 'ledger entry % has no postings', fault using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_filled after insert on ledger_entries
  referencing new table as added for each statement execute function refuse_empty_entries();

create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_postings_append_only before update or delete on ledger_postings for each row execute function refuse_change();
create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();
create trigger ledger_postings_no_truncate before truncate on ledger_postings for each statement execute function refuse_change();

-- One row for each attempt; its idempotency key is the one the processor knows it by.
create table payments (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  purpose text not null,
  purpose_id uuid not null,
  status text not null check (status in ('pending', 'in_doubt', 'requires_action', 'succeeded', 'failed', 'refunded')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  processor text not null,
  idempotency_key text not null,
  processor_reference text,
  sealed_action_secret text,
  decline_code text,
  decline_message text,
  method_brand text,
  method_last4 text,
  customer_email text,
  asked_at timestamptz(3),
  settled_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id)
);
create unique index payments_idempotency_key on payments (organization_id, idempotency_key);
-- An attempt that may still succeed blocks the next one for the same purpose.
create unique index payments_one_unsettled on payments (organization_id, purpose, purpose_id)
  where status in ('pending', 'in_doubt', 'requires_action');
create index payments_purpose on payments (organization_id, purpose, purpose_id, created_at);
create index payments_reference on payments (organization_id, processor, processor_reference);
create index payments_unsettled on payments (created_at) where status in ('pending', 'in_doubt', 'requires_action');

-- What processors tell us of their own accord: kept before it is worked on, once for each of their events.
create table payment_events (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  processor text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz(3) not null,
  worked_at timestamptz(3),
  primary key (organization_id, id)
);
create unique index payment_events_once on payment_events (organization_id, processor, event_id);

-- The sandbox processor's own books. It stands for somebody else's system: nothing of ours refers to it.
create table sandbox_charges (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  key text not null,
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('requires_action', 'succeeded', 'declined', 'canceled', 'refunded')),
  decline_code text,
  brand text,
  last4 text,
  action_secret_digest text,
  sealed_action_secret text,
  -- How it misbehaves, where a test asked for that.
  fault text,
  created_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index sandbox_charges_key on sandbox_charges (organization_id, key);
create index sandbox_charges_action on sandbox_charges (action_secret_digest) where action_secret_digest is not null;
