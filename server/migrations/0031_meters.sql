-- Meters: which events count for a merchant, and how. Prices of products name them.

create table meters (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  filter jsonb not null,
  aggregation jsonb not null,
  archived_at timestamptz(3),
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id)
);
create index meters_name on meters (organization_id, lower(name), id);
