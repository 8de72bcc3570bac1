-- A sample is sent on request to try a receiver: nothing happened, and it is sent once.
alter table webhook_events add column is_sample boolean not null default false;

-- The events of an endpoint since a time, for their redelivery.
create index webhook_events_since on webhook_events (organization_id, endpoint_id, created_at, id);
drop index webhook_events_endpoint;
