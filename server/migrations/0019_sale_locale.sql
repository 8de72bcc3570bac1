-- The language of the buyer at the confirm, in which the receipt is sent; null if it is unknown.
alter table checkouts add column locale text;
alter table orders add column locale text;
