-- Prices of which the buyer chooses the amount, and free ones.

alter table product_prices
  add column minimum_amount bigint check (minimum_amount between 0 and 99999999),
  add column maximum_amount bigint check (maximum_amount between 0 and 99999999),
  add column preset_amount bigint check (preset_amount between 0 and 99999999),
  add check (amount_type <> 'custom' or (price_currency is not null and minimum_amount is not null)),
  add check (amount_type <> 'free' or price_currency is not null);
