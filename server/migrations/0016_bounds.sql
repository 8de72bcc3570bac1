-- The payload of an event is stored once for all endpoints that get it, in each format that they use.
create table webhook_payloads (
  organization_id uuid not null references organizations (id) on delete cascade,
  domain_event_id uuid not null,
  format text not null check (format in ('raw', 'slack', 'discord')),
  sealed_payload text not null,
  happened_at timestamptz(3) not null,
  primary key (organization_id, domain_event_id, format)
);
create index webhook_payloads_happened on webhook_payloads (happened_at);

alter table webhook_events add column format text;
update webhook_events set format = webhook_endpoints.format from webhook_endpoints
  where webhook_endpoints.organization_id = webhook_events.organization_id and webhook_endpoints.id = webhook_events.endpoint_id;
insert into webhook_payloads (organization_id, domain_event_id, format, sealed_payload, happened_at)
  select distinct on (organization_id, domain_event_id, format) organization_id, domain_event_id, format, sealed_payload, happened_at
  from webhook_events order by organization_id, domain_event_id, format;
alter table webhook_events alter column format set not null, drop column sealed_payload,
  add foreign key (organization_id, domain_event_id, format) references webhook_payloads (organization_id, domain_event_id, format)
    on delete cascade;
create index webhook_events_payload on webhook_events (organization_id, domain_event_id, format);

-- Events that are not recorded for the endpoints of their organization yet.
create table unrecorded_webhook_events (
  organization_id uuid not null references organizations (id) on delete cascade,
  sequence bigint not null,
  domain_event_id uuid not null,
  primary key (organization_id, sequence)
);

-- By these the hourly clean-up finds what is expired.
create index limit_counts_expires on limit_counts (expires_at);

-- By these the deletion of a row finds the rows that refer to it.
create index checkouts_product on checkouts (organization_id, product_id);
create index checkouts_product_price on checkouts (organization_id, product_price_id);
create index customer_sessions_customer on customer_sessions (organization_id, customer_id);
create index order_items_product_price on order_items (organization_id, product_price_id);
create index webhook_events_endpoint on webhook_events (organization_id, endpoint_id);
create index sandbox_refunds_charge on sandbox_refunds (organization_id, charge_id);
