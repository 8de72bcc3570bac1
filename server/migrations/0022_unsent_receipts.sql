-- Why the receipt of an order was not emailed.
alter table orders add column receipt_not_sent text check (receipt_not_sent in ('limit', 'test_mode'));
