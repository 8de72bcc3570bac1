-- The machinery that every room stands on: facts and jobs share the transaction of what they tell of or order.

create table facts (
  id uuid primary key,
  organization_id uuid,
  position bigint generated always as identity,
  sequence bigint,
  name text not null,
  audience text not null check (audience in ('merchant', 'operator', 'internal')),
  resource_id uuid not null,
  payload jsonb not null,
  happened_at timestamptz(3) not null,
  relayed_at timestamptz(3)
);
create unique index facts_organization_sequence on facts (organization_id, sequence);
create index facts_unrelayed on facts (position) where relayed_at is null;
create index facts_relayed on facts (relayed_at) where relayed_at is not null;

create table fact_sequences (
  organization_id uuid primary key,
  last_sequence bigint not null
);

create table jobs (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  key text unique,
  run_at timestamptz(3) not null,
  again_at timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  dead_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index jobs_due on jobs (kind, run_at) where dead_at is null;
create index jobs_dead on jobs (dead_at, id) where dead_at is not null;

-- The period for which each recurring job was ordered last, so that of several instances one orders it.
create table job_periods (
  kind text primary key,
  period_at timestamptz(3) not null
);

create table idempotency_keys (
  scope text not null,
  method text not null,
  path text not null,
  key text not null,
  fingerprint text not null,
  state text not null check (state in ('running', 'done')),
  lease_until timestamptz(3) not null,
  status integer,
  body jsonb,
  created_at timestamptz(3) not null,
  primary key (scope, method, path, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- A count lives until expires_at; each counted call moves that on, a refused one does not. Nearly every request moves one, so
-- nothing but the key is indexed and each page keeps room: a row that moves stays where it is.
create table limit_counts (
  name text not null,
  key text not null,
  count integer not null,
  expires_at timestamptz(3) not null,
  primary key (name, key)
) with (fillfactor = 70);

create table audit_entries (
  id uuid primary key,
  organization_id uuid,
  user_id uuid,
  actor jsonb not null,
  action text not null,
  target jsonb,
  details jsonb not null,
  address text,
  user_agent text,
  request_id text,
  happened_at timestamptz(3) not null
);
create index audit_entries_organization on audit_entries (organization_id, happened_at desc, id desc);
create index audit_entries_user on audit_entries (user_id, happened_at desc, id desc) where organization_id is null;
create index audit_entries_actor on audit_entries ((actor ->> 'id'), id) where actor ->> 'id' is not null;
create index audit_entries_borrower on audit_entries ((actor ->> 'impersonated_by'), id) where actor ->> 'impersonated_by' is not null;

-- What was done stays as it was written. Erasing an organization or a person sets guildhall.erasing in its own transaction.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if current_setting('guildhall.erasing', true) = 'on' then return coalesce(new, old); end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries for each row execute function refuse_change();

-- The guard of a statement of several parts: no row, and none of its parts has happened.
create function require_row(holds boolean) returns boolean language plpgsql as $$
begin
  if holds then return true; end if;
  raise exception 'the guard of the statement does not hold' using errcode = 'GH001';
end $$;

-- The development inbox; never written in production.
create table inbox_messages (
  id uuid primary key,
  position bigint generated always as identity,
  message_id text not null unique,
  sender text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  headers jsonb not null,
  sent_at timestamptz(3) not null
);
create index inbox_messages_position on inbox_messages (position desc);
