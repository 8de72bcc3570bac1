-- Orders also come from subscriptions, with several items and with customer credit: what the rules ensure of their amounts, the database holds.

alter table orders
  add constraint orders_not_negative check (net_amount >= 0 and discount_amount >= 0 and tax_amount >= 0),
  -- Credit and what is written off are parts of the total.
  add constraint orders_not_overpaid check (written_off_amount - applied_balance_amount <= total_amount);
