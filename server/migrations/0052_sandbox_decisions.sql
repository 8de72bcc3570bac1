-- A charge of the sandbox that its bank has not decided yet.
alter table sandbox_charges drop constraint sandbox_charges_status_check;
alter table sandbox_charges add constraint sandbox_charges_status_check
  check (status in ('requires_action', 'processing', 'succeeded', 'declined', 'canceled', 'refunded'));
