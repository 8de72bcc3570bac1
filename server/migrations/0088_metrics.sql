-- The figures of the metrics (decision 60): what is counted, in the transaction of what it counts, and its sums by quarter of an hour, hour
-- and day. A row is counted by the tallies of its table's `metric_tallies`; a trigger writes the difference that a statement makes to them.

-- The differences that are not added up yet. No row is updated, so that writers never wait for each other.
create table metric_changes (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  product_id uuid not null,
  is_recurring boolean not null,
  currency text not null,
  measure text not null,
  happened_at timestamptz(3) not null,
  -- When what is counted together with it happened before: the renewal before a renewal, the start of what has ended.
  prior_at timestamptz(3),
  count bigint not null,
  amount bigint not null
);
create index metric_changes_of on metric_changes (organization_id, currency, happened_at);

-- The sums of a span of time that begins at `starts_at`, in UTC: of a product, or (null) of all products that are recurring or not.
create table metric_sums (
  organization_id uuid not null references organizations (id) on delete cascade,
  span text not null check (span in ('quarter', 'hour', 'day')),
  currency text not null,
  product_id uuid,
  is_recurring boolean not null,
  measure text not null,
  starts_at timestamptz(3) not null,
  count bigint not null,
  amount bigint not null
);
create unique index metric_sums_of on metric_sums (organization_id, span, currency, product_id, starts_at, measure, is_recurring) nulls not distinct;

-- How many of a span have their prior in the span that begins at `prior_starts_at`.
create table metric_pairs (
  organization_id uuid not null references organizations (id) on delete cascade,
  span text not null check (span in ('quarter', 'hour', 'day')),
  currency text not null,
  product_id uuid,
  is_recurring boolean not null,
  measure text not null,
  starts_at timestamptz(3) not null,
  prior_starts_at timestamptz(3) not null,
  count bigint not null
);
create unique index metric_pairs_of on metric_pairs (organization_id, span, currency, product_id, starts_at, prior_starts_at, measure, is_recurring) nulls not distinct;
create index metric_pairs_prior on metric_pairs (organization_id, span, currency, product_id, prior_starts_at);

-- Each paid renewal of a subscription with the one before it.
create table subscription_renewals (
  organization_id uuid not null references organizations (id) on delete cascade,
  order_id uuid not null,
  subscription_id uuid not null,
  product_id uuid not null,
  currency text not null,
  paid_at timestamptz(3) not null,
  prior_paid_at timestamptz(3) not null,
  primary key (organization_id, order_id)
);
create index subscription_renewals_of on subscription_renewals (organization_id, subscription_id);

-- By how much the recurring revenue of a subscription changed, and when. Twelfths of a minor unit each month.
create table subscription_value_changes (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  product_id uuid not null,
  currency text not null,
  happened_at timestamptz(3) not null,
  twelfths bigint not null,
  -- Without subscriptions that end with their period.
  committed_twelfths bigint not null,
  primary key (organization_id, id),
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id) on delete cascade
);
create index subscription_value_changes_of on subscription_value_changes (organization_id, subscription_id, happened_at);

create index orders_renewals on orders (organization_id, subscription_id, paid_at, id) where billing_reason = 'subscription_cycle' and paid_at is not null;

-- What a row is counted as.
create function metric_tallies(sold orders)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql immutable as $$
  select sold.product_id, sold.currency, sold.billing_reason, sold.paid_at, null::timestamptz, 1::bigint, sold.net_amount where sold.paid_at is not null
$$;
create function metric_tallies(renewal subscription_renewals)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql immutable as $$
  select renewal.product_id, renewal.currency, 'renewal', renewal.paid_at, renewal.prior_paid_at, 1::bigint, 0::bigint where renewal.order_id is not null
$$;
-- A refund of a payment that was made twice refunds no revenue.
create function metric_tallies(refunded refunds)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql stable as $$
  select orders.product_id, refunded.currency, 'refund', coalesce(refunded.modified_at, refunded.created_at), null::timestamptz, 1::bigint, refunded.amount
  from orders where orders.organization_id = refunded.organization_id and orders.id = refunded.order_id
    and refunded.status = 'succeeded' and not refunded.is_duplicate_payment
$$;
create function metric_tallies(opened checkouts)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql immutable as $$
  select opened.product_id, opened.currency, counted.measure, opened.created_at, null::timestamptz, 1::bigint, 0::bigint
  from (values ('checkout', opened.id is not null), ('checkout_succeeded', opened.status = 'succeeded')) as counted (measure, is_counted)
  where counted.is_counted
$$;
-- A trial lasts until its end, or until the subscription ends before.
create function metric_tallies(sold subscriptions)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql immutable as $$
  select sold.product_id, sold.currency, counted.measure, counted.happened_at, counted.prior_at, 1::bigint, 0::bigint
  from (select coalesce(sold.trial_end, sold.started_at) as active_at) as life,
  lateral (values
    ('new', sold.started_at, null::timestamptz, true),
    ('ended:' || coalesce(sold.customer_cancellation_reason, 'none'), sold.ended_at, null, sold.ended_at is not null),
    ('trial_begun', sold.trial_start, null, sold.trial_start is not null),
    ('trial_over', least(sold.trial_end, sold.ended_at), null, sold.trial_start is not null),
    ('active', life.active_at, null, sold.ended_at is null or life.active_at < sold.ended_at),
    ('inactive', sold.ended_at, null, life.active_at < sold.ended_at),
    ('lifetime', sold.ended_at, life.active_at, life.active_at < sold.ended_at)
  ) as counted (measure, happened_at, prior_at, is_counted)
  where sold.started_at is not null and counted.is_counted
$$;
create function metric_tallies(changed subscription_value_changes)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql immutable as $$
  select changed.product_id, changed.currency, counted.measure, changed.happened_at, null::timestamptz, 0::bigint, counted.amount
  from (values ('value', changed.twelfths), ('committed_value', changed.committed_twelfths)) as counted (measure, amount)
  where counted.amount <> 0
$$;

-- The rows of an organization that is being deleted are not counted any more: its figures go with it.
create function count_metric_tallies() returns trigger language plpgsql as $$
declare
  owner uuid := case when tg_op = 'DELETE' then old.organization_id else new.organization_id end;
begin
  insert into metric_changes (organization_id, product_id, is_recurring, currency, measure, happened_at, prior_at, count, amount)
  select owner, tallies.product_id, products.recurring_interval is not null, tallies.currency, tallies.measure, tallies.happened_at, tallies.prior_at,
    sum(tallies.sign * tallies.count), sum(tallies.sign * tallies.amount)
  from (select 1 as sign, added.* from metric_tallies(new) as added union all select -1, removed.* from metric_tallies(old) as removed) as tallies
  join products on products.organization_id = owner and products.id = tallies.product_id
  where exists (select from organizations where id = owner)
  group by tallies.product_id, products.recurring_interval, tallies.currency, tallies.measure, tallies.happened_at, tallies.prior_at
  having sum(tallies.sign * tallies.count) <> 0 or sum(tallies.sign * tallies.amount) <> 0;
  return null;
end $$;

create trigger count_metrics_added after insert on orders for each row when (new.paid_at is not null) execute function count_metric_tallies();
create trigger count_metrics_changed after update on orders for each row
  when ((old.paid_at, old.net_amount, old.billing_reason, old.product_id, old.currency) is distinct from (new.paid_at, new.net_amount, new.billing_reason, new.product_id, new.currency))
  execute function count_metric_tallies();
create trigger count_metrics_removed after delete on orders for each row when (old.paid_at is not null) execute function count_metric_tallies();

create trigger count_metrics_added after insert on refunds for each row when (new.status = 'succeeded') execute function count_metric_tallies();
create trigger count_metrics_changed after update on refunds for each row when (old.status is distinct from new.status or (new.status = 'succeeded'
  and (old.amount, old.modified_at, old.is_duplicate_payment) is distinct from (new.amount, new.modified_at, new.is_duplicate_payment)))
  execute function count_metric_tallies();
create trigger count_metrics_removed after delete on refunds for each row when (old.status = 'succeeded') execute function count_metric_tallies();

create trigger count_metrics_added after insert on checkouts for each row execute function count_metric_tallies();
create trigger count_metrics_changed after update on checkouts for each row
  when ((old.product_id, old.currency, old.status = 'succeeded') is distinct from (new.product_id, new.currency, new.status = 'succeeded'))
  execute function count_metric_tallies();
create trigger count_metrics_removed after delete on checkouts for each row execute function count_metric_tallies();

create trigger count_metrics_added after insert on subscriptions for each row when (new.started_at is not null) execute function count_metric_tallies();
create trigger count_metrics_changed after update on subscriptions for each row
  when ((old.started_at, old.ended_at, old.trial_start, old.trial_end, old.customer_cancellation_reason, old.product_id, old.currency)
    is distinct from (new.started_at, new.ended_at, new.trial_start, new.trial_end, new.customer_cancellation_reason, new.product_id, new.currency))
  execute function count_metric_tallies();
create trigger count_metrics_removed after delete on subscriptions for each row when (old.started_at is not null) execute function count_metric_tallies();

create trigger count_metrics after insert or update or delete on subscription_renewals for each row execute function count_metric_tallies();
create trigger count_metrics after insert or update or delete on subscription_value_changes for each row execute function count_metric_tallies();

-- The pairs of a subscription's paid renewals, as they are: what differs is written. The lock lets two payments of one subscription see each other.
create function pair_renewals(owner uuid, subscription uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('renewals' || subscription::text, 0));
  with chain as (
    select id, product_id, currency, paid_at, lag(paid_at) over (order by paid_at, id) as prior_paid_at from orders
    where organization_id = owner and subscription_id = subscription and billing_reason = 'subscription_cycle' and paid_at is not null
  ), stale as (
    delete from subscription_renewals as paired where paired.organization_id = owner and paired.subscription_id = subscription
      and not exists (select from chain where chain.id = paired.order_id and chain.prior_paid_at is not null)
  )
  insert into subscription_renewals as paired (organization_id, order_id, subscription_id, product_id, currency, paid_at, prior_paid_at)
  select owner, id, subscription, product_id, currency, paid_at, prior_paid_at from chain
  where prior_paid_at is not null and exists (select from organizations where organizations.id = owner)
  on conflict (organization_id, order_id) do update
    set product_id = excluded.product_id, currency = excluded.currency, paid_at = excluded.paid_at, prior_paid_at = excluded.prior_paid_at
    where (paired.product_id, paired.currency, paired.paid_at, paired.prior_paid_at)
      is distinct from (excluded.product_id, excluded.currency, excluded.paid_at, excluded.prior_paid_at);
end $$;

create function pair_renewals_of_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform pair_renewals(old.organization_id, old.subscription_id);
  else perform pair_renewals(new.organization_id, new.subscription_id);
  end if;
  return null;
end $$;
create trigger pair_renewals_added after insert on orders for each row
  when (new.billing_reason = 'subscription_cycle' and new.paid_at is not null) execute function pair_renewals_of_order();
create trigger pair_renewals_changed after update on orders for each row
  when (new.billing_reason = 'subscription_cycle' and (old.paid_at, old.product_id, old.currency) is distinct from (new.paid_at, new.product_id, new.currency))
  execute function pair_renewals_of_order();
create trigger pair_renewals_removed after delete on orders for each row
  when (old.billing_reason = 'subscription_cycle' and old.paid_at is not null) execute function pair_renewals_of_order();

-- The price of a subscription in its present period, in twelfths of a minor unit each month: after the discount that reduces this period (rules
-- G1, G5, G6, P9), ties away from zero, before tax and without usage.
create function monthly_twelfths(sold subscriptions) returns bigint language sql stable as $$
  select (case sold.recurring_interval when 'month' then 12 else 1 end) * (sold.amount - coalesce((
    select case discounts.type when 'fixed' then least(discounts.amount, sold.amount) else (sold.amount * discounts.basis_points * 2 + 10000) / 20000 end
    from discounts where discounts.organization_id = sold.organization_id and (
      case when sold.prior_discount_for = sold.current_period_start then discounts.id = sold.prior_discount_id
      else discounts.id = sold.discount_id and sold.discount_applied_at is not null and (case discounts.duration
        when 'once' then sold.current_period_start = sold.discount_applied_at
        when 'forever' then sold.current_period_start >= sold.discount_applied_at
        else sold.current_period_start >= sold.discount_applied_at and sold.current_period_start
          < (sold.discount_applied_at at time zone 'UTC' + make_interval(months => discounts.duration_in_months)) at time zone 'UTC' end) end)
  ), 0))
$$;
-- Its recurring revenue: of one that is active or past due (rule Q5).
create function subscription_value(sold subscriptions) returns bigint language sql stable as $$
  select case when sold.status in ('active', 'past_due') then monthly_twelfths(sold) else 0 end
$$;
create function committed_value(sold subscriptions) returns bigint language sql stable as $$
  select case when sold.cancel_at_period_end then 0 else subscription_value(sold) end
$$;

create function note_subscription_value() returns trigger language plpgsql as $$
begin
  insert into subscription_value_changes (organization_id, id, subscription_id, product_id, currency, happened_at, twelfths, committed_twelfths)
  select new.organization_id, gen_random_uuid(), new.id, product_id, currency, coalesce(new.modified_at, new.created_at), sum(twelfths), sum(committed_twelfths)
  from (
    select new.product_id, new.currency, subscription_value(new) as twelfths, committed_value(new) as committed_twelfths
    union all select old.product_id, old.currency, -subscription_value(old), -committed_value(old) where tg_op = 'UPDATE'
  ) as changes (product_id, currency, twelfths, committed_twelfths)
  group by product_id, currency having sum(twelfths) <> 0 or sum(committed_twelfths) <> 0;
  return null;
end $$;
create trigger note_value_added after insert on subscriptions for each row execute function note_subscription_value();
create trigger note_value_changed after update on subscriptions for each row
  when ((old.status, old.amount, old.currency, old.recurring_interval, old.product_id, old.cancel_at_period_end, old.current_period_start,
      old.discount_id, old.discount_applied_at, old.prior_discount_id, old.prior_discount_for)
    is distinct from (new.status, new.amount, new.currency, new.recurring_interval, new.product_id, new.cancel_at_period_end, new.current_period_start,
      new.discount_id, new.discount_applied_at, new.prior_discount_id, new.prior_discount_for))
  execute function note_subscription_value();

-- Adds the oldest differences to the sums, in one statement: a reader sees a difference either by itself or in the sums. Returns how many.
create function add_up_metric_changes(maximum integer) returns bigint language sql as $$
  with taken as (
    delete from metric_changes where id = any (array(select id from metric_changes order by id limit maximum for update skip locked))
    returning organization_id, product_id, is_recurring, currency, measure, happened_at, prior_at, count, amount
  ), spans (span, length) as (values ('quarter', interval '15 minutes'), ('hour', interval '1 hour'), ('day', interval '1 day')
  ), spread as (
    select organization_id, span, currency, products.product_id, is_recurring, measure,
      date_bin(length, happened_at, timestamptz '2000-01-01 00:00:00Z') as starts_at,
      date_bin(length, prior_at, timestamptz '2000-01-01 00:00:00Z') as prior_starts_at, sum(count) as count, sum(amount) as amount
    from taken, spans, lateral (values (taken.product_id), (null)) as products (product_id)
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(count) <> 0 or sum(amount) <> 0
  ), summed as (
    insert into metric_sums (organization_id, span, currency, product_id, is_recurring, measure, starts_at, count, amount)
    select organization_id, span, currency, product_id, is_recurring, measure, starts_at, count, amount
    from spread where prior_starts_at is null order by 1, 2, 3, 4, 7, 6, 5
    on conflict (organization_id, span, currency, product_id, starts_at, measure, is_recurring)
      do update set count = metric_sums.count + excluded.count, amount = metric_sums.amount + excluded.amount
  ), paired as (
    insert into metric_pairs (organization_id, span, currency, product_id, is_recurring, measure, starts_at, prior_starts_at, count)
    select organization_id, span, currency, product_id, is_recurring, measure, starts_at, prior_starts_at, count
    from spread where prior_starts_at is not null order by 1, 2, 3, 4, 7, 8, 6, 5
    on conflict (organization_id, span, currency, product_id, starts_at, prior_starts_at, measure, is_recurring)
      do update set count = metric_pairs.count + excluded.count
  )
  select count(*) from taken
$$;

-- What there was before. The recurring revenue of the past is that of the present period, from the start of a subscription to its end: what it
-- was before a change is known from now on only.
insert into metric_changes (organization_id, product_id, is_recurring, currency, measure, happened_at, prior_at, count, amount)
select tallies.organization_id, tallies.product_id, products.recurring_interval is not null, tallies.currency, tallies.measure, tallies.happened_at, tallies.prior_at,
  tallies.count, tallies.amount
from (
  select orders.organization_id, tallies.* from orders, metric_tallies(orders) as tallies
  union all select refunds.organization_id, tallies.* from refunds, metric_tallies(refunds) as tallies
  union all select checkouts.organization_id, tallies.* from checkouts, metric_tallies(checkouts) as tallies
  union all select subscriptions.organization_id, tallies.* from subscriptions, metric_tallies(subscriptions) as tallies
) as tallies
join products on products.id = tallies.product_id and products.organization_id = tallies.organization_id;

insert into subscription_renewals (organization_id, order_id, subscription_id, product_id, currency, paid_at, prior_paid_at)
select organization_id, id, subscription_id, product_id, currency, paid_at, prior_paid_at from (
  select orders.*, lag(paid_at) over (partition by organization_id, subscription_id order by paid_at, id) as prior_paid_at from orders
  where billing_reason = 'subscription_cycle' and paid_at is not null and subscription_id is not null
) as chain where prior_paid_at is not null;

insert into subscription_value_changes (organization_id, id, subscription_id, product_id, currency, happened_at, twelfths, committed_twelfths)
select valued.organization_id, gen_random_uuid(), valued.id, valued.product_id, valued.currency, changes.happened_at, changes.twelfths, changes.committed_twelfths
from (
  select subscriptions.*, coalesce(trial_end, started_at) as active_at, monthly_twelfths(subscriptions) as twelfths, committed_value(subscriptions) as committed
  from subscriptions where started_at is not null
) as valued, lateral (values
  (active_at, twelfths, case when status = 'canceled' then twelfths else committed end, status in ('active', 'past_due', 'canceled')),
  (ended_at, -twelfths, -twelfths, status = 'canceled')
) as changes (happened_at, twelfths, committed_twelfths, is_counted)
where changes.is_counted and valued.twelfths <> 0 and (valued.ended_at is null or valued.active_at < valued.ended_at);

select add_up_metric_changes(2147483647);
