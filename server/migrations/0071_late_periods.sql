-- Periods in a row that were billed after they had ended (rule D4). At the limit an operator confirms that more are billed.
alter table subscriptions add column late_periods integer not null default 0 check (late_periods >= 0);
create index subscriptions_late on subscriptions (organization_id) where late_periods > 0;
