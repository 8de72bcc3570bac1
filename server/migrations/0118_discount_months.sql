-- The months of a repeating discount end on a day of the subscription's billing zone, in which its periods are counted too (rule G5).
create temporary table valued_before as
select subscriptions.organization_id, subscriptions.id, subscription_value(subscriptions) as twelfths, committed_value(subscriptions) as committed_twelfths
from subscriptions where discount_id is not null and status in ('active', 'past_due');

create or replace function monthly_twelfths(sold subscriptions) returns bigint language sql stable as $$
  select (case sold.recurring_interval when 'month' then 12 else 1 end) * (sold.amount - coalesce((
    select case discounts.type when 'fixed' then least(discounts.amount, sold.amount) else (sold.amount * discounts.basis_points * 2 + 10000) / 20000 end
    from discounts where discounts.organization_id = sold.organization_id and (
      case when sold.prior_discount_for = sold.current_period_start then discounts.id = sold.prior_discount_id
      else discounts.id = sold.discount_id and sold.discount_applied_at is not null and (case discounts.duration
        when 'once' then sold.current_period_start = sold.discount_applied_at
        when 'forever' then sold.current_period_start >= sold.discount_applied_at
        else sold.current_period_start >= sold.discount_applied_at and (sold.current_period_start at time zone sold.billing_timezone)::date
          < (sold.discount_applied_at at time zone sold.billing_timezone)::date + make_interval(months => discounts.duration_in_months) end) end)
  ), 0))
$$;

-- What was counted by the former rule is corrected from the start of the period on.
insert into subscription_value_changes (organization_id, id, subscription_id, product_id, currency, happened_at, twelfths, committed_twelfths)
select subscriptions.organization_id, gen_random_uuid(), subscriptions.id, product_id, currency, current_period_start,
  subscription_value(subscriptions) - before.twelfths, committed_value(subscriptions) - before.committed_twelfths
from subscriptions join valued_before as before on before.organization_id = subscriptions.organization_id and before.id = subscriptions.id
where (subscription_value(subscriptions), committed_value(subscriptions)) is distinct from (before.twelfths, before.committed_twelfths);

drop table valued_before;
