-- Since when the events are complete: earlier ones were dropped, or moved elsewhere. Without a row nothing is missing.
create table usage_event_retention (
  only_row boolean primary key default true check (only_row),
  -- The first instant of a month.
  events_from timestamptz(3) not null
);
