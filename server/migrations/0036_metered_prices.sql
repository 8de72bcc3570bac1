-- Prices for each unit that a meter counts. The unit amount is a decimal in minor units, of which text keeps all places.

alter table product_prices
  add column unit_amount text check (unit_amount ~ '^\d{1,17}(\.\d{1,12})?$'),
  add column cap_amount bigint check (cap_amount between 0 and 99999999),
  add column meter_id uuid,
  add foreign key (organization_id, meter_id) references meters (organization_id, id),
  add check (amount_type <> 'metered_unit' or (price_currency is not null and unit_amount is not null and meter_id is not null));
create index product_prices_meter on product_prices (organization_id, meter_id) where meter_id is not null;
