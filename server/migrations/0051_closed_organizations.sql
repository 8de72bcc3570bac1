-- Until when an organization starts no payment, because its deletion waits for those that are under way.
alter table organizations add column closed_until timestamp(3) with time zone;
