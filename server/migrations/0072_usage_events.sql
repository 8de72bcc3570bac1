-- What the customers of a merchant use: events, which never change, and the figures of meters, which are kept with them.

-- How many events have arrived: what a figure that is being built has to count itself.
create sequence usage_event_arrivals;

-- Partitions are ranges of ids, so that old months can be dropped or moved: no other table refers to an event. A job adds the months;
-- events of others, such as those of a merchant in a simulated time, are in the default partition.
create table usage_events (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- UUID v7 of the timestamp: the order of ids is that of the events.
  id uuid not null,
  "timestamp" timestamptz(3) not null,
  arrival bigint not null default nextval('usage_event_arrivals'),
  name text not null,
  source text not null check (source in ('user', 'system')),
  -- Null while no customer has the external id.
  customer_id uuid,
  external_customer_id text,
  -- The sender's own id of the event.
  external_id text,
  metadata jsonb not null,
  primary key (organization_id, id)
) partition by range (id);
-- Each event is in one of the two.
create index usage_events_customer on usage_events (organization_id, customer_id, id) where customer_id is not null;
create index usage_events_unattached on usage_events (organization_id, external_customer_id, id) where customer_id is null;
create table usage_events_other partition of usage_events default;
create trigger count_added after insert on usage_events referencing new table as added for each statement execute function count_rows();
create trigger count_removed after delete on usage_events referencing old table as removed for each statement execute function count_rows();

-- The ids that senders gave their events, for ever: also those of events whose month was dropped.
create table event_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  external_id text not null,
  primary key (organization_id, external_id)
);

-- The names that events have had, and how often.
create table usage_event_names (
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  source text not null check (source in ('user', 'system')),
  occurrences bigint not null,
  first_seen timestamptz(3) not null,
  last_seen timestamptz(3) not null,
  primary key (organization_id, name, source)
);

-- The meters whose figures are kept, and by which definition. A meter without a row has none yet.
create table meter_figures (
  organization_id uuid not null,
  meter_id uuid not null,
  filter jsonb not null,
  aggregation jsonb not null,
  -- Later arrivals are added as they come; those up to here are counted by a job.
  live_after bigint not null,
  -- The last event that the job has counted.
  counted_to uuid,
  counted_events bigint not null default 0,
  -- How many there were when it began.
  total_events bigint not null,
  completed_at timestamptz(3),
  primary key (organization_id, meter_id),
  foreign key (organization_id, meter_id) references meters (organization_id, id) on delete cascade
);
create index meter_figures_incomplete on meter_figures (organization_id) where completed_at is null;

-- What the events of a meter amount to, by the hour in which they happened: of all customers, and of each.
create table meter_hours (
  organization_id uuid not null references organizations (id) on delete cascade,
  meter_id uuid not null,
  hour timestamptz(0) not null,
  events bigint not null,
  numbers bigint not null,
  total numeric not null,
  maximum numeric,
  minimum numeric,
  primary key (organization_id, meter_id, hour)
);

create table customer_meter_hours (
  organization_id uuid not null references organizations (id) on delete cascade,
  customer_id uuid not null,
  meter_id uuid not null,
  hour timestamptz(0) not null,
  events bigint not null,
  numbers bigint not null,
  total numeric not null,
  maximum numeric,
  minimum numeric,
  primary key (organization_id, customer_id, meter_id, hour)
);

-- What a customer has used of a meter since the last reset.
create table customer_meters (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  window_start timestamptz(3),
  events bigint not null default 0,
  -- Events whose property is a number; of a meter that counts different values, these.
  numbers bigint not null default 0,
  total numeric not null default 0,
  maximum numeric,
  minimum numeric,
  -- The quantity, rounded to twelve decimals.
  consumed numeric not null default 0,
  credited_units bigint not null default 0 check (credited_units >= 0),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, customer_id, meter_id),
  foreign key (organization_id, meter_id) references meters (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create index customer_meters_meter on customer_meters (organization_id, meter_id);

-- The different values of a customer since the last reset, of a meter that counts them, by their SHA-256.
create table customer_meter_values (
  organization_id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  digest bytea not null,
  primary key (organization_id, customer_id, meter_id, digest),
  foreign key (organization_id, customer_id, meter_id) references customer_meters (organization_id, customer_id, meter_id) on delete cascade
);

-- Events that arrived after their window was closed: the window in which they count instead, or null where they are too old for any.
create table late_usage_events (
  organization_id uuid not null,
  meter_id uuid not null,
  event_id uuid not null,
  customer_id uuid not null,
  window_start timestamptz(3),
  primary key (organization_id, meter_id, event_id),
  foreign key (organization_id, customer_id, meter_id) references customer_meters (organization_id, customer_id, meter_id) on delete cascade
);
create index late_usage_events_window on late_usage_events (organization_id, customer_id, meter_id, window_start);
