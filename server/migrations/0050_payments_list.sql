-- The list of attempts to pay, the latest first.
create index payments_created on payments (organization_id, created_at desc, id desc);
