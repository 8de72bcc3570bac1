-- What is left of a request to send the events of an endpoint again: one request for each endpoint, which a later one joins or begins anew.
create table webhook_redeliveries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  -- The events recorded from `since` until `until`; with `includes_delivered` also those that were accepted.
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  includes_delivered boolean not null,
  -- The last event of the batches that were queued; null before the first.
  after_created_at timestamptz(3),
  after_id uuid,
  primary key (organization_id, endpoint_id),
  foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, id) on delete cascade,
  check ((after_created_at is null) = (after_id is null))
);

-- Requests that wait as jobs of their own become one for each endpoint: all that one of them asks for, from the beginning.
insert into webhook_redeliveries (organization_id, endpoint_id, since, until, includes_delivered)
select (payload ->> 'organizationId')::uuid, (payload ->> 'endpointId')::uuid, min((payload ->> 'since')::timestamptz),
  max((payload ->> 'until')::timestamptz), bool_or((payload ->> 'includesDelivered')::boolean)
from jobs
where kind = 'webhooks:queue-since' and dead_at is null and exists (
  select from webhook_endpoints
  where organization_id = (payload ->> 'organizationId')::uuid and webhook_endpoints.id = (payload ->> 'endpointId')::uuid
)
group by 1, 2;

insert into jobs (id, kind, payload, key, run_at, created_at)
select gen_random_uuid(), 'webhooks:queue-redelivery',
  jsonb_build_object('organizationId', organization_id, 'endpointId', endpoint_id), 'webhooks:queue-redelivery:' || endpoint_id, now(), now()
from webhook_redeliveries;

delete from jobs where kind = 'webhooks:queue-since';
