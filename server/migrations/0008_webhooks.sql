-- What merchants are told: their endpoints, the events recorded for each endpoint, and every attempt to deliver one.

create table webhook_endpoints (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  url text not null,
  format text not null check (format in ('raw', 'slack', 'discord')),
  sealed_secret text not null,
  previous_sealed_secret text,
  previous_secret_until timestamptz(3),
  events text[] not null,
  additional_events text[] not null default '{}',
  is_enabled boolean not null default true,
  disabled_reason text,
  failed_in_a_row integer not null default 0,
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, id)
);
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where failing_since is not null or disabled_reason is not null;
create index webhook_endpoints_created on webhook_endpoints (organization_id, created_at desc, id desc) where deleted_at is null;

-- One row for each endpoint that wanted the fact: its id is the `webhook-id`, the same in every attempt and redelivery.
create table webhook_events (
  organization_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  fact_id uuid not null,
  type text not null,
  resource_id uuid not null,
  -- Events of one lane are sent one after the other; a resource has one lane.
  lane smallint not null,
  sequence bigint not null,
  sealed_payload text not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  last_http_code integer,
  next_attempt_at timestamptz(3),
  happened_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, id) on delete cascade
);
create unique index webhook_events_once on webhook_events (organization_id, endpoint_id, fact_id);
create index webhook_events_waiting on webhook_events (organization_id, endpoint_id, resource_id, sequence) where status = 'pending';
create index webhook_events_due on webhook_events (organization_id, endpoint_id, lane, next_attempt_at, sequence) where status = 'pending';

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  attempt integer not null,
  is_redelivery boolean not null,
  http_code integer,
  succeeded boolean not null,
  error text,
  request_headers jsonb not null,
  answer_body text,
  duration_ms integer not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references webhook_events (organization_id, id) on delete cascade
);
create index webhook_deliveries_created on webhook_deliveries (organization_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (organization_id, event_id, created_at desc);
create index webhook_deliveries_endpoint on webhook_deliveries (organization_id, endpoint_id, created_at desc, id desc);
