-- Checkouts that upgrade a free subscription of their buyer.
alter table checkouts add column subscription_id uuid;
alter table checkouts add foreign key (organization_id, subscription_id) references subscriptions (organization_id, id);
create index checkouts_subscription on checkouts (organization_id, subscription_id) where subscription_id is not null;
