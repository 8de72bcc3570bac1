-- Checkouts that strangers open by a link are counted apart from those that the merchant's server creates.
alter table checkouts add column is_from_link boolean not null default false;
create index checkouts_open_by_origin on checkouts (organization_id, is_from_link) where status = 'open';
