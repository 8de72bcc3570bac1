-- The log of the calls that programs made with the access tokens of an organization.

create table api_calls (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- The id of the request, which follows the time.
  id uuid not null,
  -- No foreign key: the calls of a token that is revoked stay.
  token_id uuid not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms integer not null,
  error text,
  error_detail text,
  created_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create index api_calls_age on api_calls (id);

-- What was sent and answered, of the organizations that record it.
create table api_call_contents (
  organization_id uuid not null,
  call_id uuid not null,
  sealed_content text not null,
  primary key (organization_id, call_id),
  foreign key (organization_id, call_id) references api_calls (organization_id, id) on delete cascade
);

create table api_call_settings (
  organization_id uuid primary key references organizations (id) on delete cascade,
  records_bodies boolean not null,
  modified_at timestamptz(3) not null
);
create index api_call_settings_recording on api_call_settings (organization_id) where records_bodies;

-- How many calls of a day (UTC) were not recorded.
create table api_call_drops (
  organization_id uuid not null references organizations (id) on delete cascade,
  day date not null,
  calls integer not null,
  primary key (organization_id, day)
);
