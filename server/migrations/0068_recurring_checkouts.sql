-- Checkouts of subscriptions: whether the buyer has had a trial of the product before.
alter table checkouts add column is_trial_used boolean not null default false;
alter table checkouts alter column is_trial_used drop default;
