-- The customer portal: sign-in by code, a new email that waits for its confirmation, requests for erasure, and cards that customers save.

-- A code that was mailed to a customer. Its id is the id of the request, which the browser that requested it has.
create table customer_session_codes (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  -- Where it was sent: it counts while this is the email of the customer.
  email text not null,
  -- Of the id and the code, with the secret of the server.
  code_digest text not null,
  failed_attempts integer not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create index customer_session_codes_id on customer_session_codes (id);
create index customer_session_codes_customer on customer_session_codes (organization_id, customer_id);
create index customer_session_codes_expired on customer_session_codes (expires_at);

-- A new email of a customer, until the link that was mailed to it is opened: one for each customer.
create table customer_email_changes (
  organization_id uuid not null references organizations (id) on delete cascade,
  customer_id uuid not null,
  email text not null,
  token_digest text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, customer_id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create index customer_email_changes_token on customer_email_changes (token_digest);
create index customer_email_changes_expired on customer_email_changes (expires_at);

-- The first request of a customer that their personal data be erased. The merchant decides.
create table customer_erasure_requests (
  organization_id uuid not null references organizations (id) on delete cascade,
  customer_id uuid not null,
  requested_at timestamptz(3) not null,
  primary key (organization_id, customer_id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);

-- An attempt of a customer to save a card: the purpose of a payment without an amount.
create table payment_method_setups (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  -- Whether the card becomes the default one, where the customer has another.
  is_default boolean not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create index payment_method_setups_customer on payment_method_setups (organization_id, customer_id, created_at desc);
