-- How a merchant collects taxes, and what was decided for each sale (rules X5 to X10). Null: taxes are off, or were off.
alter table merchants add column tax_settings jsonb;
alter table checkouts add column tax jsonb;
alter table subscription_changes add column tax jsonb;
alter table orders add column tax jsonb;

-- Prices that contain their tax: what is before tax is less by it (rule X2).
alter table orders drop constraint orders_check;
alter table orders add constraint orders_sums check (
  net_amount = subtotal_amount - discount_amount - case when tax ->> 'behavior' = 'inclusive' then tax_amount else 0 end
  and total_amount = net_amount + tax_amount
);

-- What is not taxed (rule X7).
alter table products add column tax_code text not null default 'standard' check (tax_code in ('standard', 'exempt'));
alter table customers add column is_tax_exempt boolean not null default false;
alter table checkouts add column is_tax_exempt boolean not null default false;
