-- Orders that were not paid until the deadline, and that their merchant does not collect any more.
alter table orders add column voided_at timestamptz;
