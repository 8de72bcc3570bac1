-- An organization as a seller, the programs that may act for it, and who buys from it.

-- An organization without a row here has the defaults of its first day; the row comes with the first change.
create table merchants (
  organization_id uuid primary key references organizations (id) on delete cascade,
  mode text not null check (mode in ('test', 'live')),
  email text,
  website text,
  socials jsonb not null,
  details jsonb,
  details_submitted_at timestamptz(3),
  feature_settings jsonb,
  subscription_settings jsonb not null,
  default_currency text not null,
  billing_timezone text not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3)
);

create table organization_access_tokens (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  digest text not null,
  comment text not null,
  scopes text[] not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id)
);
-- Not unique, because unique indexes lead with the organization and a caller does not name it: 220 random bits need no guard.
create index organization_access_tokens_digest on organization_access_tokens (digest);
create index organization_access_tokens_created on organization_access_tokens (organization_id, created_at desc, id desc);

-- `email` is folded by the server, where the database's lower() would follow the locale it was made with.
create table customers (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  external_id text,
  email text not null,
  is_email_verified boolean not null,
  name text,
  billing_address jsonb,
  tax_id jsonb,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, id)
);
create unique index customers_email on customers (organization_id, email) where deleted_at is null;
create unique index customers_external_id on customers (organization_id, external_id) where deleted_at is null;
create index customers_created on customers (organization_id, created_at desc, id desc) where deleted_at is null;
-- Avatars are asked for by the customer's id alone.
create index customers_id on customers (id);
