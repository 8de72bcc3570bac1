-- Lists are sorted by name in one collation on every database. The indexes that serve this order have it, too.
drop index users_name_order;
create index users_name_order on users (name collate "und-x-icu", id);
drop index meters_name;
create index meters_name on meters (organization_id, name collate "und-x-icu", id);
