-- Since when the operator lets an organization take no payment, and why.
alter table organizations add column blocked_at timestamp(3) with time zone;
alter table organizations add column blocked_reason text;
alter table organizations add constraint organizations_blocked_check check ((blocked_at is null) = (blocked_reason is null));
