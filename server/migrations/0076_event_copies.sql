-- How far the events of a table are copied to ClickHouse, which is handed a month before it is dropped here.
create table usage_event_copies (
  -- The table of a month, attached or detached, or usage_events_other.
  source_table text primary key,
  -- The last event that was copied, in the order of organizations and ids.
  to_organization uuid not null,
  to_event uuid not null,
  events bigint not null
);
