-- License keys, which customers get with a benefit, and the devices on which they have activated them.

create table license_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  benefit_id uuid not null,
  -- The grant of the benefit: its table comes with a later migration.
  grant_id uuid not null,
  -- The key itself is sealed; a request finds it by its digest.
  sealed_key text not null,
  key_digest text not null,
  display_key text not null,
  status text not null check (status in ('granted', 'revoked', 'disabled')),
  -- Revoked because its grant was: it is granted again with it.
  is_revoked_with_grant boolean not null check (not is_revoked_with_grant or status = 'revoked'),
  limit_activations integer check (limit_activations > 0),
  usage integer not null check (usage >= 0),
  limit_usage integer check (limit_usage > 0),
  validations integer not null check (validations >= 0),
  last_validated_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, key_digest),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, benefit_id) references benefits (organization_id, id) on delete cascade
);
create index license_keys_created on license_keys (organization_id, created_at desc, id desc);
create index license_keys_grant on license_keys (organization_id, grant_id);
create index license_keys_customer on license_keys (organization_id, customer_id, created_at desc);
create index license_keys_benefit on license_keys (organization_id, benefit_id);
create index license_keys_search on license_keys (organization_id, id) include (display_key);

create table license_key_activations (
  organization_id uuid not null,
  id uuid not null,
  license_key_id uuid not null,
  label text not null,
  conditions jsonb not null,
  meta jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, license_key_id) references license_keys (organization_id, id) on delete cascade
);
create index license_key_activations_key on license_key_activations (organization_id, license_key_id, created_at);
