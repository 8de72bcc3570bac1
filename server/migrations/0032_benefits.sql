-- Benefits: what customers get with a product. The properties are those of the type, as the API shows them.

create table benefits (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  type text not null check (type in ('custom', 'discord', 'github_repository', 'downloadables', 'license_keys', 'meter_credit')),
  description text not null,
  selectable boolean not null,
  deletable boolean not null,
  properties jsonb not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, id)
);
create index benefits_created on benefits (organization_id, created_at desc, id desc);
