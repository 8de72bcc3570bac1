-- Refunds of a second payment of an order: they return money and leave the order as it is.
alter table refunds add column is_duplicate_payment boolean not null default false;
alter table refunds alter column is_duplicate_payment drop default;
