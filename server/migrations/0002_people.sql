-- Who people are, how they prove it, and the sessions in which they are known. Tokens are kept as digests, secrets of others sealed.

create table users (
  id uuid primary key,
  name text not null,
  email text not null constraint users_email_key unique,
  is_email_verified boolean not null,
  image text,
  username text constraint users_username_key unique,
  display_username text,
  role text,
  is_banned boolean,
  ban_reason text,
  ban_expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index users_created on users (created_at, id);
-- By these administrators sort and look for the beginning of a name or an address; "C" compares byte by byte, as a prefix needs it.
create index users_email_order on users ((email collate "C"), id);
create index users_name_order on users ((lower(name) collate "C"), id);
create index users_elevated on users (id) where role <> 'user';
create index users_banned on users (id) where is_banned;

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  sealed_access_token text,
  sealed_refresh_token text,
  sealed_id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  -- Until when one instance is asking the provider for new tokens: nobody else asks meanwhile.
  refresh_lease_ends_at timestamptz(3),
  password text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint accounts_provider_key unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_digest text not null constraint sessions_token_key unique,
  sealed_token text not null,
  is_remembered boolean not null,
  ip_address text,
  user_agent text,
  active_organization_id uuid,
  -- A borrowed session ends with whoever borrowed it: without that name it would pass for the person's own.
  impersonated_by uuid references users (id) on delete cascade,
  expires_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id, created_at);
create index sessions_expires on sessions (expires_at);
create index sessions_active_organization on sessions (active_organization_id);
create index sessions_impersonated_by on sessions (impersonated_by);

-- Instances hold copies of what sessions show: each is told when one is out of date, in the very commit that makes it so.
create function tell_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('guildhall_sessions', tg_argv[0] || ' ' || old.id);
  return null;
end $$;
create trigger users_tell_change after update or delete on users for each row execute function tell_session_change('user');
create trigger sessions_tell_end after delete on sessions for each row execute function tell_session_change('session');
create trigger sessions_tell_change after update on sessions for each row when (
  (old.user_id, old.active_organization_id, old.impersonated_by, old.is_remembered)
    is distinct from (new.user_id, new.active_organization_id, new.impersonated_by, new.is_remembered)
  or new.expires_at < old.expires_at
) execute function tell_session_change('session');

-- One-time values and mailed links, kept as digests. The identifier is a purpose and whom it is for: a newer one takes the place of
-- the one before, so that only the newest lives.
create table verifications (
  id uuid primary key,
  identifier text not null constraint verifications_identifier_key unique,
  value text not null,
  user_id uuid references users (id) on delete cascade,
  details jsonb not null,
  used_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index verifications_value on verifications (value);
create index verifications_user on verifications (user_id);
create index verifications_expires on verifications (expires_at);

-- Browsers in which a person has signed in: they are not told of again, and are let in while others guess.
create table devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_digest text not null,
  user_agent text,
  last_seen_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint devices_token_key unique (user_id, token_digest)
);
create index devices_last_seen on devices (last_seen_at);
