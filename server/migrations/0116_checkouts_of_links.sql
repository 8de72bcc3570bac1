-- Checkouts that strangers open by a link are counted apart from those that the merchant's server creates.
alter table checkouts add column is_from_link boolean not null default false;
create index checkouts_open_by_origin on checkouts (organization_id, is_from_link) where status = 'open';

-- Sessions that a merchant creates, or a customer with a code; buyers get one by each checkout, which count apart.
create index customer_sessions_created on customer_sessions (organization_id) where checkout_id is null;
