-- Jobs and events that were under way when their process ended: counted, and put aside after the second time. A lease of an
-- Idempotency-Key belongs to a run, whatever the clocks say.

alter table jobs add column is_running boolean not null default false, add column interruptions integer not null default 0;
create index jobs_interrupted on jobs (run_at) where dead_at is null and (is_running or interruptions > 0);

alter table domain_events add column interruptions integer not null default 0;
-- The position of the first event of the batch that the relay works on. A sequence, because its value outlives the transaction.
create sequence relay_position minvalue 0 start 0;

alter table idempotency_keys add column run_id uuid;
