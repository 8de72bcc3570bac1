-- A test clock: the time of one test merchant stands still at an instant and is moved forward. The instant is a column of the merchant,
-- because every process reads it at its start; the row of the clock holds how far an advance has come.
alter table merchants
  add column frozen_at timestamptz(3),
  add constraint merchants_frozen_at_check check (frozen_at is null or mode = 'test');
create index merchants_frozen on merchants (organization_id) where frozen_at is not null;

create table test_clocks (
  organization_id uuid not null references merchants (organization_id) on delete cascade,
  id uuid not null,
  name text,
  status text not null check (status in ('ready', 'advancing', 'failed')),
  -- Of the last advance: from where to where in the merchant's time, and when it was requested in the server's.
  advanced_from timestamptz(3),
  target_at timestamptz(3),
  requested_at timestamptz(3),
  error text,
  -- The process that advances the clock, and until when another one leaves it to it, in the database's time.
  lease_id uuid,
  lease_until timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  check (status <> 'advancing' or target_at is not null)
);
create unique index test_clocks_organization on test_clocks (organization_id);

-- The next instant at which an open checkout of one merchant expires.
drop index checkouts_open;
create index checkouts_open on checkouts (organization_id, expires_at) where status = 'open';
