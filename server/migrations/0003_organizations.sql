-- Organizations, which sell as merchants too, and who belongs to them: members, their teams and roles, whoever is invited. Every
-- table of an organization has it first in its key.

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

create table teams (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3),
  primary key (organization_id, id)
);

create table members (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role <> ''),
  team_id uuid,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint members_user_key unique (organization_id, user_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete set null (team_id)
);
create index members_user on members (user_id, created_at);
-- The first who joined are listed first, up to the limit.
create index members_joined on members (organization_id, created_at, id);
create index members_team on members (organization_id, team_id);

-- Roles that organizations make for themselves, beside the built-in ones and those of the settings.
create table organization_roles (
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null check (name <> ''),
  permissions jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3),
  primary key (organization_id, name)
);

-- `email` is folded by the server. The secret is in the mailed link alone: its digest finds it, a sealed copy lets it be mailed again.
create table invitations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role <> ''),
  team_id uuid,
  status text not null check (status in ('pending', 'accepted', 'rejected', 'canceled')),
  inviter_id uuid not null references users (id) on delete cascade,
  secret_digest text not null,
  sealed_secret text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete set null (team_id)
);
create unique index invitations_pending on invitations (organization_id, email) where status = 'pending';
create index invitations_created on invitations (organization_id, created_at, id);
create index invitations_email on invitations (email) where status = 'pending';
create index invitations_inviter on invitations (inviter_id);
create index invitations_team on invitations (organization_id, team_id);
-- They are answered by their id alone.
create index invitations_id on invitations (id);
-- Those that can still be accepted are counted, however many are over.
create index invitations_open on invitations (organization_id, expires_at) where status = 'pending';

-- Whether one more invitation may be open, asked by the statement that writes it. It holds the organization and looks only then:
-- each look sees what was committed meanwhile, so that of many at once no more pass than there is room for.
create function may_invite(organization uuid, address text, team uuid, most int, at timestamptz) returns boolean language plpgsql as $$
begin
  perform from organizations where id = organization for no key update;
  if not found then return false; end if;
  return (team is null or exists (select from teams where organization_id = organization and id = team))
    and not exists (
      select from users join members on members.user_id = users.id where users.email = address and members.organization_id = organization
    ) and not exists (
      select from invitations
      where organization_id = organization and email = address and status = 'pending' and expires_at > at
    ) and (select count(*) from invitations where organization_id = organization and status = 'pending' and expires_at > at) < most;
end $$;

alter table sessions add constraint sessions_active_organization_fkey
  foreign key (active_organization_id) references organizations (id) on delete set null;
