-- The free trial of a recurring product (rule R1).

alter table products
  add column trial_interval text check (trial_interval in ('day', 'week', 'month', 'year')),
  add column trial_interval_count integer check (trial_interval_count between 1 and 1000),
  add column is_trial_payment_required boolean not null default true,
  add constraint products_trial check (
    (trial_interval is null) = (trial_interval_count is null) and (trial_interval is null or recurring_interval is not null)
  );
alter table products alter column is_trial_payment_required drop default;
