-- Alerts about usage: a customer has reached a number of units of a meter since the last reset.

-- Which quantities of a meter an ingestion has to notice. Written with the alerts, and read with the meters.
create table meter_thresholds (
  organization_id uuid not null,
  meter_id uuid not null,
  threshold numeric not null,
  primary key (organization_id, meter_id, threshold),
  foreign key (organization_id, meter_id) references meters (organization_id, id) on delete cascade
);

create table usage_alerts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  meter_id uuid not null,
  -- Null: each customer.
  customer_id uuid,
  threshold numeric not null check (threshold > 0),
  notify_merchant_email boolean not null,
  notify_customer_email boolean not null,
  is_enabled boolean not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, meter_id) references meters (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create index usage_alerts_created on usage_alerts (organization_id, created_at desc, id desc) where deleted_at is null;
create index usage_alerts_meter on usage_alerts (organization_id, meter_id);
create index usage_alerts_customer on usage_alerts (organization_id, customer_id) where customer_id is not null;

-- Once for each alert, customer and window, whatever is repeated: also in the window before the first reset, which has no beginning.
create table usage_alert_triggers (
  organization_id uuid not null,
  id uuid not null,
  alert_id uuid not null,
  -- That of the alert.
  meter_id uuid not null,
  customer_id uuid not null,
  window_start timestamptz(3),
  -- As they were then.
  threshold numeric not null,
  consumed numeric not null,
  triggered_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique nulls not distinct (organization_id, alert_id, customer_id, window_start),
  foreign key (organization_id, alert_id) references usage_alerts (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create index usage_alert_triggers_newest on usage_alert_triggers (organization_id, alert_id, triggered_at desc, id desc);
create index usage_alert_triggers_customer on usage_alert_triggers (organization_id, customer_id, triggered_at desc);
