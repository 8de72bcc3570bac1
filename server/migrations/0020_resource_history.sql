-- The page of a resource lists the webhook events and the audit entries about it.
create index webhook_events_resource on webhook_events (organization_id, resource_id, id desc);
create index audit_entries_target on audit_entries (organization_id, (target ->> 'id'), happened_at desc, id desc)
  where target ->> 'id' is not null;
