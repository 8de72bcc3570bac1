-- Organizations, which sell as merchants too, and who belongs to them. Every table of an organization has it first in its key.

create table organizations (
  id uuid primary key,
  name text not null,
  slug text not null constraint organizations_slug_key unique,
  logo text,
  -- JSON as text: the published client reads it as text and parses it itself.
  metadata text,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3)
);
create index organizations_created on organizations (created_at, id);

create table members (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role <> ''),
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint members_user_key unique (organization_id, user_id)
);
create index members_user on members (user_id, created_at);

alter table sessions add constraint sessions_active_organization_fkey
  foreign key (active_organization_id) references organizations (id) on delete set null;
