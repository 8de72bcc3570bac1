-- Accounts at Discord and GitHub: those that customers have linked for their benefits, and those with which merchants connect repositories.
create table linked_accounts (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  provider text not null check (provider in ('discord', 'github')),
  -- The account's id at the provider, which never changes.
  account_id text not null,
  account_name text not null,
  -- Null where nothing acts for the account.
  sealed_access_token text,
  sealed_refresh_token text,
  access_token_expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create unique index linked_accounts_customer on linked_accounts (organization_id, customer_id, provider);
-- One account is linked to one customer: access that two share could not be taken from one of them.
create unique index linked_accounts_account on linked_accounts (organization_id, provider, account_id);

-- The account with which a merchant shows what is theirs at a provider: benefits give access to repositories that it administers.
create table connections (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  provider text not null check (provider = 'github'),
  account_id text not null,
  account_name text not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, provider)
);
