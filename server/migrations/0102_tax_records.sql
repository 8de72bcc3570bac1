-- What is to be recorded at a tax service of the sales that it has taxed, and of what was given back of them (rule X5).
create table tax_records (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('sale', 'reversal', 'restoration')),
  engine text not null,
  reference text not null,
  amount bigint not null check (amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  status text not null check (status in ('pending', 'recorded', 'failed')),
  failure_reason text,
  failure_detail text,
  calculation_id text,
  transaction_id text,
  line_id text,
  attempts integer not null check (attempts >= 0),
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, reference),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  check ((status = 'recorded') = (transaction_id is not null)),
  check ((status = 'failed') = (failure_reason is not null)),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create unique index tax_records_calculation on tax_records (organization_id, calculation_id) where calculation_id is not null;
create index tax_records_created on tax_records (organization_id, created_at desc, id desc);
create index tax_records_order on tax_records (organization_id, order_id, id);
create index tax_records_due on tax_records (next_attempt_at) where next_attempt_at is not null;
create index tax_records_failed on tax_records (organization_id, id) where status = 'failed';
