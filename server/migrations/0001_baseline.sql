-- The schema that the first release has. Tables come after those that they refer to, each with its indexes; functions follow with the triggers
-- that call them.

-- The position of the first event of the batch that the relay works on. A sequence, because its value outlives the transaction.
create sequence relay_position minvalue 0 start 0;
-- How many usage events have arrived: what a figure that is being built has to count itself.
create sequence usage_event_arrivals;

-- Domain events and jobs are written in the transaction of the change that they belong to.
create table domain_events (
  id uuid primary key,
  organization_id uuid,
  position bigint generated always as identity,
  sequence bigint,
  name text not null,
  audience text not null check (audience in ('merchant', 'operator', 'internal')),
  resource_id uuid not null,
  payload jsonb not null,
  happened_at timestamptz(3) not null,
  relayed_at timestamptz(3),
  interruptions integer not null default 0
);
create index domain_events_relayed on domain_events (relayed_at) where relayed_at is not null;
create index domain_events_unrelayed on domain_events (position) where relayed_at is null;
create unique index domain_events_organization_sequence on domain_events (organization_id, sequence, (audience = 'operator'));
create unique index domain_events_operator_sequence on domain_events (sequence) where audience = 'operator';

create table domain_event_sequences (
  organization_id uuid primary key,
  last_sequence bigint not null
);

create table jobs (
  id uuid primary key,
  kind text not null,
  payload jsonb not null,
  key text unique,
  run_at timestamptz(3) not null,
  again_at timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  dead_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- Whether a process works on it. What was under way when its process ended is counted, and put aside after the second time.
  is_running boolean not null default false,
  interruptions integer not null default 0
);
create index jobs_due on jobs (kind, run_at) where dead_at is null;
create index jobs_dead on jobs (dead_at, id) where dead_at is not null;
create index jobs_interrupted on jobs (run_at) where dead_at is null and (is_running or interruptions > 0);

-- The period for which each recurring job was ordered last, so that of several instances one orders it.
create table job_periods (
  kind text primary key,
  period_at timestamptz(3) not null
);

create table idempotency_keys (
  scope text not null,
  method text not null,
  path text not null,
  key text not null,
  fingerprint text not null,
  state text not null check (state in ('running', 'done')),
  lease_until timestamptz(3) not null,
  status integer,
  body jsonb,
  created_at timestamptz(3) not null,
  run_id uuid,
  primary key (scope, method, path, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- A count lives until expires_at; each counted call moves that on, a refused one does not. Nearly every request moves one, so
-- nothing but the key is indexed and each page keeps room: a row that moves stays where it is.
create table limit_counts (
  name text not null,
  key text not null,
  count integer not null,
  expires_at timestamptz(3) not null,
  primary key (name, key)
    ) with (fillfactor = 70
);
-- By these the hourly clean-up finds what is expired.
create index limit_counts_expires on limit_counts (expires_at);

create table audit_entries (
  id uuid primary key,
  organization_id uuid,
  user_id uuid,
  actor jsonb not null,
  action text not null,
  target jsonb,
  details jsonb not null,
  ip_address text,
  user_agent text,
  request_id text,
  happened_at timestamptz(3) not null
);
create index audit_entries_organization on audit_entries (organization_id, happened_at desc, id desc);
create index audit_entries_user on audit_entries (user_id, happened_at desc, id desc) where organization_id is null;
create index audit_entries_actor on audit_entries ((actor ->> 'id'), id) where actor ->> 'id' is not null;
create index audit_entries_impersonator on audit_entries ((actor ->> 'impersonated_by'), id) where actor ->> 'impersonated_by' is not null;
create index audit_entries_target on audit_entries (organization_id, (target ->> 'id'), happened_at desc, id desc)
  where target ->> 'id' is not null;
-- The entries that name an email address, which are removed with the account.
create index audit_entries_email on audit_entries ((details ->> 'email')) where details ->> 'email' is not null;

-- The development inbox; never written in production.
create table inbox_messages (
  id uuid primary key,
  position bigint generated always as identity,
  message_id text not null unique,
  sender text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  headers jsonb not null,
  sent_at timestamptz(3) not null
);
create index inbox_messages_position on inbox_messages (position desc);

-- Users, their ways to sign in, and their sessions. Tokens are stored as digests, secrets of other services sealed.
create table users (
  id uuid primary key,
  name text not null,
  email text not null constraint users_email_key unique,
  is_email_verified boolean not null,
  image text,
  username text constraint users_username_key unique,
  display_username text,
  role text,
  is_banned boolean,
  ban_reason text,
  ban_expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The language that a user chose for pages and emails; null: the one that their browser asks for.
  language text,
  -- The link that verified the email was opened without a session of the account, perhaps by a scanner of mails (decision 25).
  is_verified_unattended boolean not null default false
);
create index users_created on users (created_at, id);
-- By these administrators sort and look for the beginning of a name or an address; "C" compares byte by byte, as a prefix needs it.
create index users_email_order on users ((email collate "C"), id);
create index users_elevated on users (id) where role <> 'user';
create index users_banned on users (id) where is_banned;
-- By these the clean-up finds what refers to a picture; a hash index holds values of any length.
create index users_image on users using hash (image) where image is not null;
create index users_name_order on users (name collate "und-x-icu", id);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  sealed_access_token text,
  sealed_refresh_token text,
  sealed_id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  -- Until when one instance is asking the provider for new tokens: no other one asks meanwhile.
  refresh_lease_ends_at timestamptz(3),
  password text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint accounts_provider_key unique (provider_id, account_id)
);
create index accounts_user on accounts (user_id);

-- Organizations, which sell as merchants too, with their members, teams, roles and invitations. Every table of an organization has it first in
-- its key.
create table organizations (
  id uuid primary key,
  name text not null,
  slug text not null constraint organizations_slug_key unique,
  logo text,
  -- JSON as text: the published client reads it as text and parses it itself.
  metadata text,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- Until when an organization starts no payment, because its deletion waits for those that are under way.
  closed_until timestamp(3) with time zone,
  -- Since when the operator lets an organization take no payment, and why.
  blocked_at timestamp(3) with time zone,
  blocked_reason text,
  constraint organizations_blocked_check check ((blocked_at is null) = (blocked_reason is null)),
  -- Webhook endpoints belong to an organization or to the platform. The platform is no organization: its id has no row there and cannot get one.
  constraint organizations_not_the_platform check (id <> '00000000-0000-8000-8000-000000000000')
);
create index organizations_created on organizations (created_at, id);
create index organizations_logo on organizations using hash (logo) where logo is not null;

create table teams (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3),
  primary key (organization_id, id)
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_digest text not null constraint sessions_token_key unique,
  sealed_token text not null,
  is_remembered boolean not null,
  ip_address text,
  user_agent text,
  active_organization_id uuid,
  -- The session of an administrator who acts as the user ends with the administrator: without the name it would pass for the user's own.
  impersonated_by uuid references users (id) on delete cascade,
  expires_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- The active team of a session is a team of its active organization. Whoever changes the organization clears the team first.
  active_team_id uuid,
  constraint sessions_active_organization_fkey
    foreign key (active_organization_id) references organizations (id) on delete set null,
  constraint sessions_active_team_fkey foreign key (active_organization_id, active_team_id)
    references teams (organization_id, id) on delete set null (active_team_id)
);
create index sessions_user on sessions (user_id, created_at);
create index sessions_expires on sessions (expires_at);
create index sessions_active_organization on sessions (active_organization_id);
create index sessions_impersonated_by on sessions (impersonated_by);
create index sessions_active_team on sessions (active_team_id, active_organization_id) where active_team_id is not null;

-- One-time values and mailed links, stored as digests. The identifier is a purpose and whom it is for: a newer one replaces the one before.
create table verifications (
  id uuid primary key,
  identifier text not null constraint verifications_identifier_key unique,
  value text not null,
  user_id uuid references users (id) on delete cascade,
  details jsonb not null,
  used_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index verifications_value on verifications (value);
create index verifications_user on verifications (user_id);
create index verifications_expires on verifications (expires_at);

-- Browsers in which a user has signed in: no email announces them again, and they may sign in while others guess.
create table devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_digest text not null,
  user_agent text,
  last_seen_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint devices_token_key unique (user_id, token_digest)
);
create index devices_last_seen on devices (last_seen_at);

create table members (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role <> ''),
  team_id uuid,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint members_user_key unique (organization_id, user_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete set null (team_id)
);
-- The first who joined are listed first, up to the limit.
create index members_joined on members (organization_id, created_at, id);
create index members_team on members (organization_id, team_id);
-- The first memberships of a user in the order of joining, read from the index alone: a request on /v1 reads a hundred at most.
create index members_user_joined on members (user_id, created_at, id) include (organization_id, role);

-- Roles that organizations make for themselves, beside the built-in ones and those of the settings.
create table organization_roles (
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null check (name <> ''),
  permissions jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3),
  primary key (organization_id, name)
);

-- `email` is folded by the server. The secret is in the mailed link alone: its digest finds it, a sealed copy lets it be mailed again.
create table invitations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role <> ''),
  team_id uuid,
  status text not null check (status in ('pending', 'accepted', 'rejected', 'canceled')),
  inviter_id uuid not null references users (id) on delete cascade,
  secret_digest text not null,
  sealed_secret text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete set null (team_id)
);
create unique index invitations_pending on invitations (organization_id, email) where status = 'pending';
create index invitations_created on invitations (organization_id, created_at, id);
create index invitations_email on invitations (email) where status = 'pending';
create index invitations_inviter on invitations (inviter_id);
create index invitations_team on invitations (organization_id, team_id);
-- They are answered by their id alone.
create index invitations_id on invitations (id);
-- Those that can still be accepted are counted, however many are over.
create index invitations_open on invitations (organization_id, expires_at) where status = 'pending';

-- An organization as a seller. One without a row here has the defaults; the row comes with the first change.
create table merchants (
  organization_id uuid primary key references organizations (id) on delete cascade,
  mode text not null check (mode in ('test', 'live')),
  email text,
  website text,
  socials jsonb not null,
  details jsonb,
  details_submitted_at timestamptz(3),
  feature_settings jsonb,
  subscription_settings jsonb not null,
  default_currency text not null,
  billing_timezone text not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- How invoices are numbered.
  invoice_prefix text not null default 'INV' check (invoice_prefix ~ '^[A-Z0-9]{1,12}$'),
  invoice_series text not null default 'organization' check (invoice_series in ('organization', 'customer')),
  restarts_invoices_yearly boolean not null default false,
  allowed_embed_origins jsonb not null default '[]',
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- The instant of the merchant's test clock. It is here because every process reads it at its start; the row of the clock holds how far an
  -- advance has come.
  frozen_at timestamptz(3),
  -- How taxes are collected (rules X5 to X10); null: they are off.
  tax_settings jsonb,
  -- Who sells, as invoices name them; null: never entered.
  business_details jsonb,
  -- What customers may see and change in the portal, besides what the rules of subscriptions let them.
  portal_settings jsonb not null default '{"showsUsage": true, "allowsEmailChange": true}',
  -- What buyers read on the statements of their cards.
  statement_name text check (statement_name ~ '^[A-Za-z0-9 .&-]{5,22}$'),
  dispute_settings jsonb not null default '{"revokesAccess": true}',
  constraint merchants_frozen_at_check check (frozen_at is null or mode = 'test')
);
create index merchants_frozen on merchants (organization_id) where frozen_at is not null;

create table organization_access_tokens (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  digest text not null,
  comment text not null,
  scopes text[] not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id)
);
-- Not unique, because unique indexes lead with the organization and a caller does not name it: 220 random bits need no guard.
create index organization_access_tokens_digest on organization_access_tokens (digest);
create index organization_access_tokens_created on organization_access_tokens (organization_id, created_at desc, id desc);

-- `email` is folded by the server, where the database's lower() would follow the locale it was made with.
create table customers (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  external_id text,
  email text not null,
  is_email_verified boolean not null,
  name text,
  billing_address jsonb,
  tax_id jsonb,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  deleted_at timestamptz(3),
  is_tax_exempt boolean not null default false,
  -- Who an address belongs to: a typed address adopts nothing, and leads to no customer of an external id (rules C13 to C16, decision 80).
  -- `is_email_typed`: nobody but a buyer has stated the address, and nobody has verified it. `has_email`: the address leads to this customer;
  -- false where a buyer typed it for an external id of the merchant. `is_external_id_doubtful`: taken over from a purchase with a typed address.
  is_email_typed boolean not null default false,
  has_email boolean not null default true,
  is_external_id_doubtful boolean not null default false,
  email_verified_at timestamptz(3),
  primary key (organization_id, id)
);
create index customers_created on customers (organization_id, created_at desc, id desc) where deleted_at is null;
-- Avatars are asked for by the customer's id alone.
create index customers_id on customers (id);
create index customers_search on customers (organization_id, id) include (name, email);
create unique index customers_email on customers (organization_id, email) where deleted_at is null and has_email;
-- After that of the email: where both are taken, the email is still the one that is named.
create unique index customers_external_id on customers (organization_id, external_id) where deleted_at is null;
create index customers_by_email on customers (organization_id, email, id desc) where deleted_at is null;
create index customers_doubtful on customers (organization_id, id) where is_external_id_doubtful and deleted_at is null;

-- What is sold and what it costs. A price never changes: an edit archives it and puts another in its place.
create table products (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  recurring_interval text check (recurring_interval in ('month', 'year')),
  is_archived boolean not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- The free trial (rule R1).
  trial_interval text check (trial_interval in ('day', 'week', 'month', 'year')),
  trial_interval_count integer check (trial_interval_count between 1 and 1000),
  is_trial_payment_required boolean not null,
  -- Whether it is taxed (rule X7).
  tax_code text not null default 'standard' check (tax_code in ('standard', 'exempt')),
  primary key (organization_id, id),
  constraint products_trial check (
    (trial_interval is null) = (trial_interval_count is null) and (trial_interval is null or recurring_interval is not null)
  )
);
create index products_created on products (organization_id, created_at desc, id desc);
create index products_search on products (organization_id, id) include (name);

-- Meters: which events count for a merchant, and how. Prices of products name them.
create table meters (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  filter jsonb not null,
  aggregation jsonb not null,
  archived_at timestamptz(3),
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- Since a meter has been on an order its definition stays.
  first_billed_at timestamptz(3),
  primary key (organization_id, id)
);
create index meters_name on meters (organization_id, name collate "und-x-icu", id);

create table product_prices (
  organization_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  position integer not null,
  amount_type text not null check (amount_type in ('fixed', 'custom', 'free', 'metered_unit')),
  price_currency text,
  price_amount bigint check (price_amount between 0 and 99999999),
  is_archived boolean not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- Of prices of which the buyer chooses the amount.
  minimum_amount bigint check (minimum_amount between 0 and 99999999),
  maximum_amount bigint check (maximum_amount between 0 and 99999999),
  preset_amount bigint check (preset_amount between 0 and 99999999),
  -- Of prices for each unit that a meter counts. The unit amount is a decimal in minor units, of which text keeps all places.
  unit_amount text check (unit_amount ~ '^\d{1,17}(\.\d{1,12})?$'),
  cap_amount bigint check (cap_amount between 0 and 99999999),
  meter_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id) on delete cascade,
  foreign key (organization_id, meter_id) references meters (organization_id, id),
  check (amount_type <> 'fixed' or (price_currency is not null and price_amount is not null)),
  check (amount_type <> 'custom' or (price_currency is not null and minimum_amount is not null)),
  check (amount_type <> 'free' or price_currency is not null),
  check (amount_type <> 'metered_unit' or (price_currency is not null and unit_amount is not null and meter_id is not null))
);
create index product_prices_product on product_prices (organization_id, product_id, position);
create index product_prices_meter on product_prices (organization_id, meter_id) where meter_id is not null;

-- What is owed and what is paid: a journal that the database itself keeps in balance, attempts at payment, and the sandbox processor's own record.
create table ledger_entries (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  kind text not null,
  source text not null,
  order_id uuid,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  happened_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index ledger_entries_once on ledger_entries (organization_id, source, kind);
create index ledger_entries_order on ledger_entries (organization_id, order_id, happened_at) where order_id is not null;
create index ledger_entries_happened on ledger_entries (organization_id, happened_at desc, id desc);

create table ledger_postings (
  organization_id uuid not null,
  entry_id uuid not null,
  position integer not null,
  account text not null check (account in (
    'provider_clearing', 'receivable', 'revenue', 'refunds', 'tax_payable', 'provider_fees', 'disputes', 'customer_credit',
    'write_off', 'platform_fee', 'org_payable', 'org_held', 'payouts'
    )),
  customer_id uuid,
  amount bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  primary key (organization_id, entry_id, position),
  foreign key (organization_id, entry_id) references ledger_entries (organization_id, id) on delete cascade
);
create index ledger_postings_account on ledger_postings (organization_id, account, currency) include (amount);
-- The entries of a customer's credit, newest first: ids increase with time.
create index ledger_postings_customer on ledger_postings (organization_id, customer_id, entry_id desc) where customer_id is not null;

-- One row for each attempt; its idempotency key is the one the processor knows it by.
create table payments (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  purpose text not null,
  purpose_id uuid not null,
  status text not null check (status in ('pending', 'in_doubt', 'requires_action', 'succeeded', 'failed', 'refunded')),
  amount bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  processor text not null,
  idempotency_key text not null,
  processor_reference text,
  sealed_action_secret text,
  decline_code text,
  decline_message text,
  method_brand text,
  method_last4 text,
  customer_email text,
  asked_at timestamptz(3),
  settled_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- What the processor keeps of it (rule L2).
  fee_amount bigint not null check (fee_amount >= 0),
  primary key (organization_id, id),
  -- An attempt to save a payment method has no amount.
  constraint payments_amount_check check (amount >= 0)
);
create unique index payments_idempotency_key on payments (organization_id, idempotency_key);
-- An attempt that may still succeed blocks the next one for the same purpose.
create unique index payments_one_unsettled on payments (organization_id, purpose, purpose_id)
  where status in ('pending', 'in_doubt', 'requires_action');
create index payments_purpose on payments (organization_id, purpose, purpose_id, created_at);
create index payments_reference on payments (organization_id, processor, processor_reference);
create index payments_unsettled on payments (created_at) where status in ('pending', 'in_doubt', 'requires_action');
-- The list of attempts to pay, the latest first.
create index payments_created on payments (organization_id, created_at desc, id desc);
-- The attempts to pay of a customer, also those that paid no order.
create index payments_email on payments (organization_id, lower(customer_email));

-- Events that processors report: stored before they are worked on, once each.
create table payment_events (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  processor text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz(3) not null,
  worked_at timestamptz(3),
  primary key (organization_id, id)
);
create unique index payment_events_once on payment_events (organization_id, processor, event_id);

-- The records of the sandbox processor. It stands for the system of another company: no table of ours refers to it.
create table sandbox_charges (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  key text not null,
  amount bigint not null,
  currency text not null,
  status text not null,
  decline_code text,
  brand text,
  last4 text,
  action_secret_digest text,
  sealed_action_secret text,
  -- How it misbehaves, where a test asked for that.
  fault text,
  created_at timestamptz(3) not null,
  card text,
  method_id uuid,
  saves_for uuid,
  refunded_amount bigint not null default 0,
  dispute_status text check (dispute_status in ('needs_response', 'under_review', 'won', 'lost')),
  -- The expiry of the card of a charge, `MMYY`; null where its token names none.
  card_expiry text check (card_expiry ~ '^\d{4}$'),
  primary key (organization_id, id),
  constraint sandbox_charges_refunded check (refunded_amount between 0 and amount),
  constraint sandbox_charges_status_check
    check (status in ('requires_action', 'processing', 'succeeded', 'declined', 'canceled', 'refunded'))
);
create unique index sandbox_charges_key on sandbox_charges (organization_id, key);
create index sandbox_charges_action on sandbox_charges (action_secret_digest) where action_secret_digest is not null;

-- Discounts, who has redeemed them, and what they were taken off.
create table discounts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  code text,
  type text not null check (type in ('fixed', 'percentage')),
  amount bigint check (amount between 0 and 99999999),
  currency text check (currency ~ '^[a-z]{3}$'),
  basis_points integer check (basis_points between 1 and 10000),
  duration text not null check (duration in ('once', 'forever', 'repeating')),
  duration_in_months integer check (duration_in_months > 0),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  max_redemptions integer check (max_redemptions > 0),
  redemptions_count integer not null check (redemptions_count >= 0),
  -- Empty: all products. Products are archived, never deleted.
  product_ids uuid[] not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  check (type <> 'fixed' or (amount is not null and currency is not null)),
  check (type <> 'percentage' or basis_points is not null),
  check ((duration = 'repeating') = (duration_in_months is not null))
);
create index discounts_created on discounts (organization_id, created_at desc, id desc);
create unique index discounts_code on discounts (organization_id, lower(code)) where deleted_at is null;

-- Subscriptions.
create table subscriptions (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  status text not null check (
    status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid')
  ),
  amount bigint not null check (amount >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  recurring_interval text not null check (recurring_interval in ('month', 'year')),
  current_period_start timestamptz(3) not null,
  current_period_end timestamptz(3) not null,
  trial_start timestamptz(3),
  trial_end timestamptz(3),
  cancel_at_period_end boolean not null,
  canceled_at timestamptz(3),
  started_at timestamptz(3),
  ends_at timestamptz(3),
  ended_at timestamptz(3),
  past_due_at timestamptz(3),
  next_payment_attempt_at timestamptz(3),
  customer_id uuid not null,
  product_id uuid not null,
  -- Kept where its checkout is deleted.
  checkout_id uuid,
  discount_id uuid,
  discount_applied_at timestamptz(3),
  customer_cancellation_reason text check (
    customer_cancellation_reason in (
    'customer_service', 'low_quality', 'missing_features', 'switched_service', 'too_complex', 'too_expensive', 'unused', 'other'
    )
  ),
  customer_cancellation_comment text check (char_length(customer_cancellation_comment) <= 1000),
  metadata jsonb not null,
  custom_field_data jsonb not null,
  -- Prices are immutable: those of the product when it was chosen stay (rule C8).
  price_ids uuid[] not null check (cardinality(price_ids) > 0),
  pending_product_id uuid,
  locale text,
  billing_timezone text not null,
  anchor_at timestamptz(3) not null,
  payment_method_id uuid,
  is_exclusive boolean not null,
  unpaid_order_id uuid,
  is_charging boolean not null,
  failed_attempts integer not null check (failed_attempts >= 0),
  reminded_for timestamptz(3),
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- The discount that it had before, and the start of the period that this one still reduces.
  prior_discount_id uuid,
  prior_discount_for timestamptz(3),
  -- Periods in a row that were billed after they had ended (rule D4). At the limit an operator confirms that more are billed.
  late_periods integer not null default 0 check (late_periods >= 0),
  -- What its period was billed at, and since when its money pays: what is given back comes from what was received.
  period_amount bigint check (period_amount >= 0),
  funded_since timestamptz(3),
  is_unproven boolean not null default false,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id),
  foreign key (organization_id, pending_product_id) references products (organization_id, id),
  foreign key (organization_id, discount_id) references discounts (organization_id, id),
  foreign key (organization_id, prior_discount_id) references discounts (organization_id, id),
  check (current_period_start < current_period_end),
  check ((trial_start is null) = (trial_end is null)),
  check ((ended_at is not null) = (status = 'canceled')),
  check (not is_charging or unpaid_order_id is not null),
  check (status <> 'past_due' or past_due_at is not null),
  check ((prior_discount_id is null) = (prior_discount_for is null))
);
create index subscriptions_started on subscriptions (organization_id, started_at desc, id desc);
create index subscriptions_customer on subscriptions (organization_id, customer_id, started_at desc);
create index subscriptions_product on subscriptions (organization_id, product_id, started_at desc);
create index subscriptions_pending_product on subscriptions (organization_id, pending_product_id) where pending_product_id is not null;
create index subscriptions_discount on subscriptions (organization_id, discount_id) where discount_id is not null;
create index subscriptions_period_end on subscriptions (organization_id, current_period_end) where status in ('trialing', 'active', 'past_due');
-- What the renewal run looks for: of all organizations, and of one.
create index subscriptions_due on subscriptions (due_at) where due_at is not null;
create index subscriptions_due_of on subscriptions (organization_id, due_at) where due_at is not null;
create unique index subscriptions_checkout on subscriptions (organization_id, checkout_id) where checkout_id is not null;
-- One of a customer, where the merchant allows no more (rule C19).
create unique index subscriptions_exclusive on subscriptions (organization_id, customer_id)
  where is_exclusive and status in ('incomplete', 'trialing', 'active', 'past_due');
create index subscriptions_prior_discount on subscriptions (organization_id, prior_discount_id) where prior_discount_id is not null;
create index subscriptions_late on subscriptions (organization_id) where late_periods > 0;

-- From a price to a paid order: checkouts that buyers fill in and confirm, and the orders that come of them.
create table checkouts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('open', 'confirmed', 'succeeded', 'expired', 'failed')),
  -- Looked up by its digest; the sealed copy lets the merchant's view show it again.
  client_secret_digest text not null,
  sealed_client_secret text not null,
  expires_at timestamptz(3) not null,
  success_url text,
  embed_origin text,
  product_ids uuid[] not null,
  product_id uuid not null,
  product_price_id uuid not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount bigint not null check (amount >= 0),
  discount_amount bigint not null check (discount_amount between 0 and amount),
  tax_amount bigint,
  total_amount bigint not null check (total_amount >= 0),
  allow_discount_codes boolean not null,
  require_billing_address boolean not null,
  customer_id uuid,
  external_customer_id text,
  customer_email text,
  customer_name text,
  customer_billing_name text,
  customer_billing_address jsonb,
  customer_tax_id text,
  customer_ip_address text,
  is_business_customer boolean not null,
  metadata jsonb not null,
  customer_metadata jsonb not null,
  custom_field_data jsonb not null,
  -- Attempts at payment so far, and the one that is under way or was the last.
  attempts integer not null,
  payment_id uuid,
  last_payment_error text,
  is_late_payment boolean not null default false,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- The language of the buyer at the confirm, in which the receipt is sent; null if it is unknown.
  locale text,
  discount_id uuid,
  -- Whether the buyer has had a trial of the product before.
  is_trial_used boolean not null,
  -- The free subscription of the buyer that it upgrades.
  subscription_id uuid,
  tax jsonb,
  is_tax_exempt boolean not null default false,
  -- The address that the merchant's server stated; the buyer may have typed another one since. `is_address_verified`: the buyer verified it.
  stated_email text,
  is_address_verified boolean not null default false,
  -- Checkouts that strangers open by a link count apart from those that the merchant's server creates.
  is_from_link boolean not null default false,
  -- The discount that was chosen last, also while the selected product is not reduced by it.
  chosen_discount_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id),
  foreign key (organization_id, product_price_id) references product_prices (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, discount_id) references discounts (organization_id, id),
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id),
  foreign key (organization_id, chosen_discount_id) references discounts (organization_id, id)
);
-- Not unique, because unique indexes lead with the organization and a buyer does not name it: 220 random bits need no guard.
create index checkouts_client_secret on checkouts (client_secret_digest);
create index checkouts_created on checkouts (organization_id, created_at desc, id desc);
create index checkouts_customer on checkouts (organization_id, customer_id, created_at desc) where customer_id is not null;
create index checkouts_expiring on checkouts (expires_at) where status = 'open';
create index checkouts_total on checkouts (organization_id, total_amount);
-- By these the deletion of a row finds the rows that refer to it.
create index checkouts_product on checkouts (organization_id, product_id);
create index checkouts_product_price on checkouts (organization_id, product_price_id);
create index checkouts_discount on checkouts (organization_id, discount_id) where discount_id is not null;
create index checkouts_open on checkouts (organization_id, expires_at) where status = 'open';
create index checkouts_subscription on checkouts (organization_id, subscription_id) where subscription_id is not null;
create index checkouts_open_by_origin on checkouts (organization_id, is_from_link) where status = 'open';
create index checkouts_chosen_discount on checkouts (organization_id, chosen_discount_id) where chosen_discount_id is not null;

create table orders (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('pending', 'paid', 'refunded', 'partially_refunded')),
  billing_reason text not null check (billing_reason in ('purchase', 'subscription_create', 'subscription_cycle', 'subscription_update')),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  subtotal_amount bigint not null,
  discount_amount bigint not null,
  net_amount bigint not null,
  tax_amount bigint not null,
  total_amount bigint not null,
  applied_balance_amount bigint not null check (applied_balance_amount <= 0),
  written_off_amount bigint not null check (written_off_amount >= 0),
  refunded_amount bigint not null,
  refunded_tax_amount bigint not null,
  billing_name text,
  billing_address jsonb,
  is_invoice_generated boolean not null,
  customer_id uuid not null,
  product_id uuid not null,
  checkout_id uuid,
  metadata jsonb not null,
  custom_field_data jsonb not null,
  is_late_payment boolean not null,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  number text not null,
  locale text,
  -- Why the receipt was not emailed.
  receipt_not_sent text check (receipt_not_sent in ('limit', 'test_mode')),
  discount_id uuid,
  -- What pending refunds reserve (rule W1).
  pending_refund_amount bigint not null,
  pending_refund_tax_amount bigint not null,
  -- Null where the organization sold it.
  platform_fee_amount bigint check (platform_fee_amount >= 0),
  -- Null where it was free, or paid by credit alone.
  payment_id uuid,
  subscription_id uuid,
  period_start timestamptz(3),
  period_end timestamptz(3),
  next_payment_attempt_at timestamptz(3),
  is_collection_exhausted boolean not null,
  -- When its merchant gave up to collect it.
  voided_at timestamptz,
  tax jsonb,
  invoice_number text,
  disputed_amount bigint not null default 0 check (disputed_amount >= 0),
  disputed_tax_amount bigint not null default 0 check (disputed_tax_amount >= 0),
  pending_dispute_amount bigint not null default 0 check (pending_dispute_amount >= 0),
  credited_amount bigint not null default 0 check (credited_amount >= 0),
  credited_tax_amount bigint not null default 0 check (credited_tax_amount >= 0),
  counted_return_amount bigint not null default 0 check (counted_return_amount >= 0),
  pending_dispute_tax_amount bigint not null default 0 check (pending_dispute_tax_amount >= 0),
  -- The tax id that the buyer stated with the order: its documents name no other.
  buyer_tax_id jsonb,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, product_id) references products (organization_id, id),
  foreign key (organization_id, checkout_id) references checkouts (organization_id, id),
  foreign key (organization_id, discount_id) references discounts (organization_id, id),
  foreign key (organization_id, payment_id) references payments (organization_id, id),
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id),
  constraint orders_refunds check (refunded_amount between 0 and net_amount and refunded_tax_amount between 0 and tax_amount),
  constraint orders_not_negative check (net_amount >= 0 and discount_amount >= 0 and tax_amount >= 0),
  -- Credit and what is written off are parts of the total.
  constraint orders_not_overpaid check (written_off_amount - applied_balance_amount <= total_amount),
  constraint orders_pending_refunds check (
    pending_refund_amount >= 0 and refunded_amount + pending_refund_amount <= net_amount
    and pending_refund_tax_amount >= 0 and refunded_tax_amount + pending_refund_tax_amount <= tax_amount
  ),
  constraint orders_whole_period check ((period_start is null) = (period_end is null)),
  constraint orders_period_of_subscription check (period_start is null or subscription_id is not null),
  -- Prices that contain their tax: what is before tax is less by it (rule X2).
  constraint orders_sums check (
    net_amount = subtotal_amount - discount_amount - case when tax ->> 'behavior' = 'inclusive' then tax_amount else 0 end
    and total_amount = net_amount + tax_amount
  )
);
-- One checkout has one order, however often a processor reports its payment.
create unique index orders_checkout on orders (organization_id, checkout_id) where checkout_id is not null;
create index orders_created on orders (organization_id, created_at desc, id desc);
create index orders_customer on orders (organization_id, customer_id, created_at desc);
create index orders_product on orders (organization_id, product_id, created_at desc);
-- For the filters of the lists.
create index orders_status on orders (organization_id, status, created_at desc, id desc);
create index orders_total on orders (organization_id, total_amount);
create unique index orders_number on orders (organization_id, number) include (id);
create index orders_discount on orders (organization_id, discount_id, created_at desc) where discount_id is not null;
create unique index orders_payment on orders (organization_id, payment_id) where payment_id is not null;
create index orders_subscription on orders (organization_id, subscription_id, created_at desc) where subscription_id is not null;
-- Each period is billed once, also where a process was killed.
create unique index orders_period on orders (organization_id, subscription_id, period_start) where billing_reason = 'subscription_cycle';
create index orders_renewals on orders (organization_id, subscription_id, paid_at, id) where billing_reason = 'subscription_cycle' and paid_at is not null;

create table order_items (
  organization_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  position integer not null,
  label text not null,
  amount bigint not null,
  tax_amount bigint not null,
  is_proration boolean not null,
  product_price_id uuid,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  is_exempt boolean not null default false,
  period_start timestamptz(3),
  period_end timestamptz(3),
  primary key (organization_id, order_id, id),
  foreign key (organization_id, order_id) references orders (organization_id, id) on delete cascade,
  foreign key (organization_id, product_price_id) references product_prices (organization_id, id),
  check ((period_start is null) = (period_end is null))
);
create index order_items_product_price on order_items (organization_id, product_price_id);

-- Sessions of the portal. One of a confirmed checkout gets its customer when the checkout succeeds; without one it opens nothing.
create table customer_sessions (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  token_digest text not null,
  customer_id uuid,
  checkout_id uuid,
  -- A buyer matched by an unproven address sees the order of this checkout alone (rule C16).
  is_limited_to_checkout boolean not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- Whose verification opened the session: the address to which its code or link was mailed. Null: the merchant's server or a checkout issued it.
  verified_email text,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, checkout_id) references checkouts (organization_id, id) on delete cascade
);
create index customer_sessions_token on customer_sessions (token_digest);
create index customer_sessions_checkout on customer_sessions (organization_id, checkout_id);
create index customer_sessions_expired on customer_sessions (expires_at);
create index customer_sessions_customer on customer_sessions (organization_id, customer_id);
-- Sessions that a merchant creates, or a customer with a code; buyers get one by each checkout, which count apart.
create index customer_sessions_created on customer_sessions (organization_id) where checkout_id is null;

create table webhook_owners (
  id uuid primary key,
  organization_id uuid generated always as (nullif(id, '00000000-0000-8000-8000-000000000000'::uuid)) stored unique
    references organizations (id) on delete cascade
);

-- Webhooks: endpoints, the events recorded for each endpoint, and every attempt to deliver one.
create table webhook_endpoints (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  format text not null check (format in ('raw', 'slack', 'discord')),
  sealed_secret text not null,
  previous_sealed_secret text,
  previous_secret_until timestamptz(3),
  events text[] not null,
  additional_events text[] not null default '{}',
  is_enabled boolean not null default true,
  disabled_reason text,
  failed_in_a_row integer not null default 0,
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  -- In the tables of webhooks `organization_id` is the owner's id: that of an organization, or of the platform.
  foreign key (organization_id) references webhook_owners (id) on delete cascade
);
create index webhook_endpoints_failing on webhook_endpoints (failing_since) where failing_since is not null or disabled_reason is not null;
create index webhook_endpoints_created on webhook_endpoints (organization_id, created_at desc, id desc) where deleted_at is null;

-- The payload of an event is stored once for all endpoints that get it, in each format that they use.
create table webhook_payloads (
  organization_id uuid not null,
  domain_event_id uuid not null,
  format text not null check (format in ('raw', 'slack', 'discord')),
  sealed_payload text not null,
  happened_at timestamptz(3) not null,
  primary key (organization_id, domain_event_id, format),
  foreign key (organization_id) references webhook_owners (id) on delete cascade
);
create index webhook_payloads_happened on webhook_payloads (happened_at);

-- One row for each endpoint that gets the event: its id is the `webhook-id`, the same in every attempt and redelivery.
create table webhook_events (
  organization_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  domain_event_id uuid not null,
  type text not null,
  resource_id uuid not null,
  -- Events of one lane are sent one after the other; a resource has one lane.
  lane smallint not null,
  sequence bigint not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  last_http_code integer,
  next_attempt_at timestamptz(3),
  happened_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  format text not null,
  -- A sample is sent on request, once, to try a receiver.
  is_sample boolean not null default false,
  primary key (organization_id, id),
  foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, id) on delete cascade,
  foreign key (organization_id, domain_event_id, format) references webhook_payloads (organization_id, domain_event_id, format)
    on delete cascade
);
create unique index webhook_events_once on webhook_events (organization_id, endpoint_id, domain_event_id);
create index webhook_events_waiting on webhook_events (organization_id, endpoint_id, resource_id, sequence) where status = 'pending';
create index webhook_events_due on webhook_events (organization_id, endpoint_id, lane, next_attempt_at, sequence) where status = 'pending';
create index webhook_events_payload on webhook_events (organization_id, domain_event_id, format);
-- The page of a resource lists the webhook events and the audit entries about it.
create index webhook_events_resource on webhook_events (organization_id, resource_id, id desc);
-- The events of an endpoint since a time, for their redelivery.
create index webhook_events_since on webhook_events (organization_id, endpoint_id, created_at, id);

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  endpoint_id uuid not null,
  attempt integer not null,
  is_redelivery boolean not null,
  http_code integer,
  succeeded boolean not null,
  error text,
  request_headers jsonb not null,
  answer_body text,
  duration_ms integer not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, event_id) references webhook_events (organization_id, id) on delete cascade
);
create index webhook_deliveries_created on webhook_deliveries (organization_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (organization_id, event_id, created_at desc);
create index webhook_deliveries_endpoint on webhook_deliveries (organization_id, endpoint_id, created_at desc, id desc);

-- Pictures of users and organizations: files that the server serves, by the digest of their content. A picture that nothing refers to
-- is deleted.
create table pictures (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  type text not null check (type in ('png', 'jpg', 'webp', 'gif')),
  bytes bytea not null check (length(bytes) between 1 and 262144),
  -- When it was last uploaded.
  stored_at timestamptz(3) not null
);
create index pictures_stored on pictures (stored_at);

-- The numbers of orders and documents, such as NW-0215. Each series of an organization counts without gaps and uses no number twice.
-- The lock on a row of this table is the last that a transaction takes, and it is held until the transaction ends.
create table number_series (
  organization_id uuid not null references organizations (id) on delete cascade,
  series text not null,
  -- Chosen with the first number, so that a new slug changes no series.
  prefix text not null,
  last_number bigint not null check (last_number > 0),
  primary key (organization_id, series)
);

create table sandbox_methods (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  card text not null,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (organization_id, id)
);

create table sandbox_refunds (
  organization_id uuid not null,
  id uuid not null,
  -- The key of the request: at most one refund has it.
  key text,
  charge_id uuid not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, charge_id) references sandbox_charges (organization_id, id) on delete cascade
);
create unique index sandbox_refunds_key on sandbox_refunds (organization_id, key);
create index sandbox_refunds_charge on sandbox_refunds (organization_id, charge_id);

-- Events that are not recorded for the endpoints of their organization yet.
create table unrecorded_webhook_events (
  organization_id uuid not null,
  sequence bigint not null,
  domain_event_id uuid not null,
  primary key (organization_id, sequence),
  foreign key (organization_id) references webhook_owners (id) on delete cascade
);

-- The live orders and ledger entries of deleted organizations, without personal data. The organization does not exist any more.
create table archived_books (
  organization_id uuid not null,
  kind text not null check (kind in ('order', 'entry')),
  id uuid not null,
  content jsonb not null,
  archived_at timestamptz(3) not null,
  primary key (organization_id, kind, id)
);

-- Links that merchants publish: each buyer who follows one gets a checkout of their own.
create table checkout_links (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  -- Part of a URL that is published: it opens checkouts and reads nothing.
  client_secret text not null,
  label text,
  success_url text,
  allow_discount_codes boolean not null,
  require_billing_address boolean not null,
  -- Products are archived, never deleted.
  product_ids uuid[] not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  discount_id uuid,
  primary key (organization_id, id),
  foreign key (organization_id, discount_id) references discounts (organization_id, id)
);
create index checkout_links_created on checkout_links (organization_id, created_at, id);
-- Not unique, because unique indexes lead with the organization and a buyer does not name it: 220 random bits need no guard.
create index checkout_links_client_secret on checkout_links (client_secret);
create index checkout_links_discount on checkout_links (organization_id, discount_id) where discount_id is not null;

-- A redemption is counted from the confirm on and taken back when the payment fails: one for each checkout.
create table discount_redemptions (
  organization_id uuid not null,
  checkout_id uuid not null,
  discount_id uuid not null,
  redeemed_at timestamptz(3) not null,
  primary key (organization_id, checkout_id),
  foreign key (organization_id, checkout_id) references checkouts (organization_id, id) on delete cascade,
  foreign key (organization_id, discount_id) references discounts (organization_id, id) on delete cascade
);
create index discount_redemptions_discount on discount_redemptions (organization_id, discount_id);

-- Benefits: what customers get with a product. The properties are those of the type, as the API shows them.
create table benefits (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  type text not null check (type in ('custom', 'discord', 'github_repository', 'downloadables', 'license_keys', 'meter_credit')),
  description text not null,
  selectable boolean not null,
  deletable boolean not null,
  properties jsonb not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, id)
);
create index benefits_created on benefits (organization_id, created_at desc, id desc);

-- Fields that merchants add to the form of checkouts, and the products that have them.
create table custom_fields (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  type text not null check (type in ('text', 'number', 'date', 'checkbox', 'select')),
  slug text not null check (slug <> ''),
  name text not null,
  properties jsonb not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  constraint custom_fields_slug_key unique (organization_id, slug)
);

create table product_custom_fields (
  organization_id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 0),
  custom_field_id uuid not null,
  is_required boolean not null,
  primary key (organization_id, product_id, position),
  foreign key (organization_id, product_id) references products (organization_id, id) on delete cascade,
  foreign key (organization_id, custom_field_id) references custom_fields (organization_id, id) on delete cascade
);
create index product_custom_fields_field on product_custom_fields (organization_id, custom_field_id);

-- The benefits of products, in the order that their merchant chose.
create table product_benefits (
  organization_id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 0),
  benefit_id uuid not null,
  primary key (organization_id, product_id, position),
  foreign key (organization_id, product_id) references products (organization_id, id) on delete cascade,
  foreign key (organization_id, benefit_id) references benefits (organization_id, id) on delete cascade
);
create index product_benefits_benefit on product_benefits (organization_id, benefit_id, product_id);

-- Uploaded files. Their bytes are in the store of files, at a path of their ids; `upload_parts` are the declared parts of the upload.
create table files (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  service text not null check (service in ('downloadable', 'product_media', 'organization_avatar')),
  name text not null,
  mime_type text not null,
  size bigint not null check (size > 0),
  version text,
  checksum_etag text,
  checksum_sha256 text,
  is_uploaded boolean not null,
  upload_id text not null,
  upload_parts jsonb not null,
  last_modified_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id)
);
create index files_created on files (organization_id, created_at desc, id desc);
create index files_unfinished on files (created_at) where not is_uploaded;
create index files_stored on files (organization_id) include (size);

-- The pictures of products, in their order.
create table product_medias (
  organization_id uuid not null,
  product_id uuid not null,
  position integer not null check (position >= 0),
  file_id uuid not null,
  primary key (organization_id, product_id, position),
  foreign key (organization_id, product_id) references products (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index product_medias_file on product_medias (organization_id, file_id);

-- How many rows an organization has in the tables of its lists, for the totals of lists without a filter (decision 42). Each statement adds
-- its change as a row of its own, in its transaction: the sum is exact in every snapshot, and no two writers meet at one row. A job adds
-- the changes up.
create table row_counts (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  counted_table text not null,
  change bigint not null
);
create index row_counts_of on row_counts (organization_id, counted_table) include (change);

create table refunds (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'canceled')),
  reason text not null check (
    reason in ('duplicate', 'fraudulent', 'customer_request', 'service_disruption', 'satisfaction_guarantee', 'other')
  ),
  failure_reason text check (failure_reason in ('amount_too_large', 'not_charged', 'refused_by_bank')),
  amount bigint not null,
  tax_amount bigint not null check (tax_amount >= 0),
  -- What goes back to the payment; the rest becomes credit of the customer (rule W5).
  returned_amount bigint not null check (returned_amount >= 0 and returned_amount <= amount + tax_amount),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  revoke_benefits boolean not null,
  comment text,
  metadata jsonb not null,
  payment_id uuid,
  -- Of the refund at the processor, which refunds at most once for it.
  idempotency_key text not null,
  -- Whether refund.created was emitted: with the first answer of the processor.
  is_announced boolean not null,
  queried_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- Refunds of a second payment of an order: they return money and leave the order as it is.
  is_duplicate_payment boolean not null,
  primary key (organization_id, id),
  unique (organization_id, idempotency_key),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, payment_id) references payments (organization_id, id),
  check (returned_amount = 0 or payment_id is not null),
  constraint refunds_amount_check check (amount >= 0 and amount + tax_amount > 0)
);
create index refunds_created on refunds (organization_id, created_at desc, id desc);
create index refunds_order on refunds (organization_id, order_id, created_at desc);
create index refunds_customer on refunds (organization_id, customer_id, created_at desc);
create index refunds_payment on refunds (organization_id, payment_id) where payment_id is not null;
create index refunds_pending on refunds (coalesce(queried_at, created_at)) where status = 'pending';

-- Platform mode (rule L4): the operator sells for the organizations, keeps a fee of each sale and pays the rest out.
create table platform_terms (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- Null: the setting applies.
  fee_basis_points integer check (fee_basis_points between 0 and 10000),
  fee_fixed integer check (fee_fixed >= 0),
  -- Null: what the organization is owed is held.
  payout_account text check (octet_length(payout_account) between 1 and 1000),
  modified_at timestamptz(3) not null
);

-- Proration items that wait for the next renewal, or that an order has.
create table subscription_items (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  label text not null,
  amount bigint not null,
  product_price_id uuid,
  created_at timestamptz(3) not null,
  order_id uuid,
  -- Whether it is usage that the next order bills: the discount of its period reduces it.
  is_usage boolean not null,
  is_exempt boolean not null default false,
  period_start timestamptz(3),
  period_end timestamptz(3),
  closed_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id) on delete cascade,
  check ((period_start is null) = (period_end is null)),
  check (order_id is null or closed_at is null)
);
create index subscription_items_of on subscription_items (organization_id, subscription_id, created_at);
create index subscription_items_order on subscription_items (organization_id, order_id) where order_id is not null;

-- The buyer who is confirming a checkout of a subscription, where a customer may have only one: held until the payment has an outcome.
create table subscription_reservations (
  organization_id uuid not null,
  checkout_id uuid not null,
  -- The id of the customer, or the email of a buyer who is none yet.
  buyer text not null,
  reserved_at timestamptz(3) not null,
  primary key (organization_id, checkout_id),
  unique (organization_id, buyer),
  foreign key (organization_id, checkout_id) references checkouts (organization_id, id) on delete cascade
);

create table payment_methods (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  processor text not null,
  -- The processor's reference.
  method text not null,
  brand text not null,
  last4 text not null,
  exp_month integer check (exp_month between 1 and 12),
  exp_year integer check (exp_year between 2000 and 9999),
  is_default boolean not null,
  created_at timestamptz(3) not null,
  removed_at timestamptz(3),
  -- When the processor was last asked to remove it, and when it has.
  tried_at timestamptz(3),
  detached_at timestamptz(3),
  -- Saved by a purchase whose buyer had only typed the address of a customer who was known: it pays its own subscription alone.
  is_unproven boolean not null default false,
  primary key (organization_id, id),
  unique (organization_id, processor, method),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  check (removed_at is null or not is_default)
);
create index payment_methods_customer on payment_methods (organization_id, customer_id, created_at desc, id desc);
create unique index payment_methods_default on payment_methods (organization_id, customer_id) where is_default;
create index payment_methods_undetached on payment_methods (tried_at) where removed_at is not null and detached_at is null;

-- What customers have as credit, beside the journal: it is read and locked for every order, and is never negative (section 3.4).
create table credit_balances (
  organization_id uuid not null references organizations (id) on delete cascade,
  customer_id uuid not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount bigint not null check (amount >= 0),
  -- The part that pending orders will use.
  reserved_amount bigint not null,
  primary key (organization_id, customer_id, currency),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  constraint credit_balances_reserved check (reserved_amount between 0 and amount)
);

-- Credit that was given: by the merchant, or for the rest of a period before a downgrade, with its share of the tax.
create table customer_credits (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('grant', 'downgrade')),
  -- The origin, as the entry of the journal names it: credit is given once for it.
  source text not null,
  amount bigint not null check (amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  note text,
  created_at timestamptz(3) not null,
  order_id uuid,
  reversed_amount bigint not null default 0 check (reversed_amount >= 0),
  reversed_tax_amount bigint not null default 0 check (reversed_tax_amount >= 0),
  primary key (organization_id, id),
  unique (organization_id, source),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  check (amount + tax_amount > 0),
  check (kind <> 'grant' or tax_amount = 0),
  check (reversed_amount <= amount and reversed_tax_amount <= tax_amount)
);
create index customer_credits_customer on customer_credits (organization_id, customer_id, created_at desc, id desc);
create index customer_credits_owner on customer_credits (customer_id);
create index customer_credits_order on customer_credits (organization_id, order_id) where order_id is not null;

create table test_clocks (
  organization_id uuid not null references merchants (organization_id) on delete cascade,
  id uuid not null,
  name text,
  status text not null check (status in ('ready', 'advancing', 'failed')),
  -- Of the last advance: from where to where in the merchant's time, and when it was requested in the server's.
  advanced_from timestamptz(3),
  target_at timestamptz(3),
  requested_at timestamptz(3),
  error text,
  -- The process that advances the clock, and until when another one leaves it to it, in the database's time.
  lease_id uuid,
  lease_until timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  check (status <> 'advancing' or target_at is not null)
);
create unique index test_clocks_organization on test_clocks (organization_id);

create table subscription_changes (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  status text not null check (status in ('pending', 'applied', 'dropped')),
  from_product_id uuid not null,
  from_period_start timestamptz(3) not null,
  product_id uuid not null,
  price_ids uuid[] not null,
  amount bigint not null check (amount >= 0),
  currency text not null,
  recurring_interval text not null check (recurring_interval in ('month', 'year')),
  period_start timestamptz(3),
  period_end timestamptz(3),
  keeps_discount boolean not null,
  items jsonb not null,
  discount_amount bigint not null check (discount_amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  credit_amount bigint not null check (credit_amount >= 0),
  payment_id uuid not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  tax jsonb,
  period_amount bigint check (period_amount >= 0),
  waiting_ids uuid[] not null default '{}',
  returned_amount bigint not null default 0,
  returned_taxable_amount bigint not null default 0,
  quoted_return_amount bigint not null default 0,
  primary key (organization_id, id),
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id) on delete cascade,
  check ((period_start is null) = (period_end is null))
);
create index subscription_changes_of on subscription_changes (organization_id, subscription_id, created_at);
create unique index subscription_changes_pending on subscription_changes (organization_id, subscription_id) where status = 'pending';

-- One for each discount that was added to a running subscription (rule G6), besides those of checkouts.
create table subscription_redemptions (
  organization_id uuid not null,
  subscription_id uuid not null,
  discount_id uuid not null,
  redeemed_at timestamptz(3) not null,
  primary key (organization_id, subscription_id, discount_id),
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id) on delete cascade,
  foreign key (organization_id, discount_id) references discounts (organization_id, id) on delete cascade
);
create index subscription_redemptions_discount on subscription_redemptions (organization_id, discount_id);

-- Usage events, which never change. Partitions are ranges of ids, so that old months can be dropped or moved: no other table refers to an event. A job adds the months;
-- events of others, such as those of a merchant in a simulated time, are in the default partition.
create table usage_events (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- UUID v7 of the timestamp: the order of ids is that of the events.
  id uuid not null,
  "timestamp" timestamptz(3) not null,
  arrival bigint not null default nextval('usage_event_arrivals'),
  name text not null,
  source text not null check (source in ('user', 'system')),
  -- Null while no customer has the external id.
  customer_id uuid,
  external_customer_id text,
  -- The sender's own id of the event.
  external_id text,
  metadata jsonb not null,
  primary key (organization_id, id)
    ) partition by range (id
);
create table usage_events_other partition of usage_events default;
-- Each event is in one of the two.
create index usage_events_customer on usage_events (organization_id, customer_id, id) where customer_id is not null;
create index usage_events_unattached on usage_events (organization_id, external_customer_id, id) where customer_id is null;

-- The ids that senders gave their events, for ever: also those of events whose month was dropped.
create table event_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  external_id text not null,
  primary key (organization_id, external_id)
);

-- The names that events have had, and how often.
create table usage_event_names (
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  source text not null check (source in ('user', 'system')),
  occurrences bigint not null,
  first_seen timestamptz(3) not null,
  last_seen timestamptz(3) not null,
  primary key (organization_id, name, source)
);

-- The meters whose figures are counted, and by which definition. A meter without a row has none yet.
create table meter_figures (
  organization_id uuid not null,
  meter_id uuid not null,
  filter jsonb not null,
  aggregation jsonb not null,
  -- Later arrivals are added as they come; those up to here are counted by a job.
  live_after bigint not null,
  -- The last event that the job has counted.
  counted_to uuid,
  counted_events bigint not null default 0,
  -- How many there were when it began.
  total_events bigint not null,
  completed_at timestamptz(3),
  primary key (organization_id, meter_id),
  foreign key (organization_id, meter_id) references meters (organization_id, id) on delete cascade
);
create index meter_figures_incomplete on meter_figures (organization_id) where completed_at is null;

-- What the events of a meter amount to, by the hour in which they happened: of all customers, and of each.
create table meter_hours (
  organization_id uuid not null references organizations (id) on delete cascade,
  meter_id uuid not null,
  hour timestamptz(0) not null,
  events bigint not null,
  numbers bigint not null,
  total numeric not null,
  maximum numeric,
  minimum numeric,
  primary key (organization_id, meter_id, hour)
);

create table customer_meter_hours (
  organization_id uuid not null references organizations (id) on delete cascade,
  customer_id uuid not null,
  meter_id uuid not null,
  hour timestamptz(0) not null,
  events bigint not null,
  numbers bigint not null,
  total numeric not null,
  maximum numeric,
  minimum numeric,
  primary key (organization_id, customer_id, meter_id, hour)
);

-- What a customer has used of a meter since the last reset.
create table customer_meters (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  window_start timestamptz(3),
  events bigint not null default 0,
  -- Events whose property is a number; of a meter that counts different values, these.
  numbers bigint not null default 0,
  total numeric not null default 0,
  maximum numeric,
  minimum numeric,
  -- The quantity, rounded to twelve decimals.
  consumed numeric not null default 0,
  credited_units bigint not null default 0 check (credited_units >= 0),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- Which subscription bills what a customer uses of a meter, by which price; null: none does. Usage before billed_from is never billed.
  subscription_id uuid,
  price_id uuid,
  billed_from timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, customer_id, meter_id),
  foreign key (organization_id, meter_id) references meters (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id),
  check ((subscription_id is null) = (price_id is null)),
  check (subscription_id is null or (window_start is not null and billed_from is not null))
);
create index customer_meters_meter on customer_meters (organization_id, meter_id);
create index customer_meters_subscription on customer_meters (organization_id, subscription_id) where subscription_id is not null;

-- The different values of a customer since the last reset, of a meter that counts them, by their SHA-256.
create table customer_meter_values (
  organization_id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  digest bytea not null,
  primary key (organization_id, customer_id, meter_id, digest),
  foreign key (organization_id, customer_id, meter_id) references customer_meters (organization_id, customer_id, meter_id) on delete cascade
);

-- Events that arrived after their window was closed: the window in which they count instead, or null where they are too old for any.
create table late_usage_events (
  organization_id uuid not null,
  meter_id uuid not null,
  event_id uuid not null,
  customer_id uuid not null,
  window_start timestamptz(3),
  primary key (organization_id, meter_id, event_id),
  foreign key (organization_id, customer_id, meter_id) references customer_meters (organization_id, customer_id, meter_id) on delete cascade
);
create index late_usage_events_window on late_usage_events (organization_id, customer_id, meter_id, window_start);

-- Since when the events are complete: earlier ones were dropped, or moved elsewhere. Without a row nothing is missing.
create table usage_event_retention (
  only_row boolean primary key default true check (only_row),
  -- The first instant of a month.
  events_from timestamptz(3) not null
);

-- What customers were credited of meters: positive, or negative where credits were taken back.
create table meter_credits (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  credited_at timestamptz(3) not null,
  units bigint not null check (units <> 0),
  -- Whether what is left of them at the end of a window is credited again.
  rollover boolean not null,
  -- What they were credited for, each once.
  source text not null,
  primary key (organization_id, id),
  unique (organization_id, customer_id, meter_id, source),
  foreign key (organization_id, customer_id, meter_id) references customer_meters (organization_id, customer_id, meter_id) on delete cascade
);
create index meter_credits_window on meter_credits (organization_id, customer_id, meter_id, credited_at);

-- Files of usage events that merchants import, how far each import has come, and the lines that it refused.
create table event_imports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  file_name text not null,
  size bigint not null check (size > 0),
  status text not null check (status in ('uploading', 'pending', 'running', 'completed', 'failed', 'cancelled')),
  -- Why it failed, for readers.
  failure text,
  upload_id text not null,
  -- The names of the columns of the file, and what separates them; null until it is uploaded.
  header jsonb,
  separator text,
  -- The bytes that are read: the next line begins there, and has this number.
  position bigint not null,
  next_line integer not null,
  lines_total integer,
  lines_read integer not null,
  inserted integer not null,
  duplicates integer not null,
  refused integer not null,
  -- The refused lines that are stored, and the characters of their cells.
  reported integer not null,
  reported_characters integer not null,
  ended_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id)
);
create index event_imports_created on event_imports (organization_id, created_at desc, id desc);
create index event_imports_unfinished on event_imports (created_at) where ended_at is null;
create index event_imports_ended on event_imports (ended_at) where ended_at is not null;

create table event_import_refusals (
  organization_id uuid not null,
  import_id uuid not null,
  -- Where it begins in the file, from 1.
  line integer not null,
  -- Null where the whole line is at fault.
  field text,
  reason text not null,
  cells jsonb not null,
  primary key (organization_id, import_id, line),
  foreign key (organization_id, import_id) references event_imports (organization_id, id) on delete cascade
);

-- How far the events of a table are copied to ClickHouse, which is handed a month before it is dropped here.
create table usage_event_copies (
  -- The table of a month, attached or detached, or usage_events_other.
  source_table text primary key,
  -- The last event that was copied, in the order of organizations and ids.
  to_organization uuid not null,
  to_event uuid not null,
  events bigint not null
);

-- Which quantities of a meter an ingestion has to notice. Written with the alerts, and read with the meters.
create table meter_thresholds (
  organization_id uuid not null,
  meter_id uuid not null,
  threshold numeric not null,
  primary key (organization_id, meter_id, threshold),
  foreign key (organization_id, meter_id) references meters (organization_id, id) on delete cascade
);

create table usage_alerts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  meter_id uuid not null,
  -- Null: each customer.
  customer_id uuid,
  threshold numeric not null check (threshold > 0),
  notify_merchant_email boolean not null,
  notify_customer_email boolean not null,
  is_enabled boolean not null,
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, meter_id) references meters (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create index usage_alerts_created on usage_alerts (organization_id, created_at desc, id desc) where deleted_at is null;
create index usage_alerts_meter on usage_alerts (organization_id, meter_id);
create index usage_alerts_customer on usage_alerts (organization_id, customer_id) where customer_id is not null;

-- Once for each alert, customer and window, whatever is repeated: also in the window before the first reset, which has no beginning.
create table usage_alert_triggers (
  organization_id uuid not null,
  id uuid not null,
  alert_id uuid not null,
  -- That of the alert.
  meter_id uuid not null,
  customer_id uuid not null,
  window_start timestamptz(3),
  -- As they were then.
  threshold numeric not null,
  consumed numeric not null,
  triggered_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique nulls not distinct (organization_id, alert_id, customer_id, window_start),
  foreign key (organization_id, alert_id) references usage_alerts (organization_id, id) on delete cascade,
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create index usage_alert_triggers_newest on usage_alert_triggers (organization_id, alert_id, triggered_at desc, id desc);
create index usage_alert_triggers_customer on usage_alert_triggers (organization_id, customer_id, triggered_at desc);

-- Grants of benefits: what customers have by an order or a subscription.
create table benefit_grants (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  benefit_id uuid not null,
  -- What it is granted by: one of them.
  order_id uuid,
  subscription_id uuid,
  -- Whether the customer is to have it. What is outside of this server may not have followed yet.
  is_entitled boolean not null,
  granted_at timestamptz(3),
  revoked_at timestamptz(3),
  properties jsonb not null,
  -- The properties of the benefit at the last attempt to grant it.
  benefit_properties jsonb,
  error jsonb,
  -- Failed attempts in a row, and when the next one is.
  attempts integer not null,
  next_attempt_at timestamptz(3),
  -- The account at the service that the customer has chosen, until it has the access.
  chosen_account_id text,
  -- When it ends because a payment is overdue.
  access_ends_at timestamptz(3),
  -- The start of the period that it was last granted or cycled for.
  period_start timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  -- What a grant may have been given at another service by a call whose answer was lost.
  attempted_access jsonb,
  primary key (organization_id, id),
  unique nulls not distinct (organization_id, customer_id, benefit_id, order_id, subscription_id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, benefit_id) references benefits (organization_id, id) on delete cascade,
  foreign key (organization_id, order_id) references orders (organization_id, id) on delete cascade,
  foreign key (organization_id, subscription_id) references subscriptions (organization_id, id) on delete cascade,
  check (num_nonnulls(order_id, subscription_id) = 1)
);
create index benefit_grants_created on benefit_grants (organization_id, created_at desc, id desc);
create index benefit_grants_benefit on benefit_grants (organization_id, benefit_id, id);
create index benefit_grants_order on benefit_grants (organization_id, order_id) where order_id is not null;
create index benefit_grants_subscription on benefit_grants (organization_id, subscription_id) where subscription_id is not null;
create index benefit_grants_customer on benefit_grants (organization_id, customer_id, id);
create index benefit_grants_access_end on benefit_grants (organization_id, access_ends_at) where access_ends_at is not null;
create index benefit_grants_attempt on benefit_grants (organization_id, next_attempt_at) where next_attempt_at is not null;
create index benefit_grants_failed on benefit_grants (organization_id, id) where error is not null;

-- License keys, which customers get with a benefit.
create table license_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  benefit_id uuid not null,
  grant_id uuid not null,
  -- The key itself is sealed; a request finds it by its digest.
  sealed_key text not null,
  key_digest text not null,
  display_key text not null,
  status text not null check (status in ('granted', 'revoked', 'disabled')),
  -- Revoked because its grant was: it is granted again with it.
  is_revoked_with_grant boolean not null check (not is_revoked_with_grant or status = 'revoked'),
  limit_activations integer check (limit_activations > 0),
  usage integer not null check (usage >= 0),
  limit_usage integer check (limit_usage > 0),
  validations integer not null check (validations >= 0),
  last_validated_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, key_digest),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, benefit_id) references benefits (organization_id, id) on delete cascade,
  foreign key (organization_id, grant_id) references benefit_grants (organization_id, id) on delete cascade
);
create index license_keys_created on license_keys (organization_id, created_at desc, id desc);
create index license_keys_grant on license_keys (organization_id, grant_id);
create index license_keys_customer on license_keys (organization_id, customer_id, created_at desc);
create index license_keys_benefit on license_keys (organization_id, benefit_id);
create index license_keys_search on license_keys (organization_id, id) include (display_key);

create table license_key_activations (
  organization_id uuid not null,
  id uuid not null,
  license_key_id uuid not null,
  label text not null,
  conditions jsonb not null,
  meta jsonb not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, license_key_id) references license_keys (organization_id, id) on delete cascade
);
create index license_key_activations_key on license_key_activations (organization_id, license_key_id, created_at);

-- A file of a grant. Whether the benefit still offers it is read from the benefit, so that archiving a file works at once in every grant.
create table downloadables (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  benefit_id uuid not null,
  -- The grant of the benefit to the customer.
  grant_id uuid not null,
  file_id uuid not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique (organization_id, grant_id, file_id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, benefit_id) references benefits (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade,
  foreign key (organization_id, grant_id) references benefit_grants (organization_id, id) on delete cascade
);
create index downloadables_customer on downloadables (organization_id, customer_id, created_at desc, id desc);
create index downloadables_benefit on downloadables (organization_id, benefit_id);
create index downloadables_file on downloadables (organization_id, file_id);
-- A signed link names the customer and the file alone.
create index downloadables_link on downloadables (customer_id, file_id);

-- How often a customer has downloaded a file: also after the grant ended.
create table download_counts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  file_id uuid not null,
  downloads integer not null check (downloads > 0),
  first_downloaded_at timestamptz(3) not null,
  last_downloaded_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique (organization_id, customer_id, file_id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index download_counts_newest on download_counts (organization_id, last_downloaded_at desc, id desc);
create index download_counts_file on download_counts (organization_id, file_id);

-- Accounts at Discord and GitHub: those that customers have linked for their benefits, and those with which merchants connect repositories.
create table linked_accounts (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  provider text not null check (provider in ('discord', 'github')),
  -- The account's id at the provider, which never changes.
  account_id text not null,
  account_name text not null,
  -- Null where nothing acts for the account.
  sealed_access_token text,
  sealed_refresh_token text,
  access_token_expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create unique index linked_accounts_customer on linked_accounts (organization_id, customer_id, provider);
-- One account is linked to one customer: access that two share could not be taken from one of them.
create unique index linked_accounts_account on linked_accounts (organization_id, provider, account_id);
-- An account has one authorization at Discord for all merchants that it is linked with: it is revoked with the last link.
create index linked_accounts_discord on linked_accounts (account_id) where provider = 'discord';

-- The account with which a merchant shows what is theirs at a provider: benefits give access to repositories that it administers.
create table connections (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  provider text not null check (provider = 'github'),
  account_id text not null,
  account_name text not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, provider)
);

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

-- Orders whose benefits a refund has taken back.
create table withdrawn_orders (
  organization_id uuid not null,
  order_id uuid not null,
  -- The refund that did so: the benefits come back where it fails later.
  refund_id uuid not null,
  withdrawn_at timestamptz(3) not null,
  primary key (organization_id, order_id, refund_id),
  foreign key (organization_id, order_id) references orders (organization_id, id) on delete cascade
);

-- The log of the calls that programs made with the access tokens of an organization.
create table api_calls (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- The id of the request, which follows the time.
  id uuid not null,
  -- No foreign key: the calls of a token that is revoked stay.
  token_id uuid not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms integer not null,
  error text,
  error_detail text,
  created_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create index api_calls_age on api_calls (id);

-- What was sent and answered, of the organizations that record it.
create table api_call_contents (
  organization_id uuid not null,
  call_id uuid not null,
  sealed_content text not null,
  primary key (organization_id, call_id),
  foreign key (organization_id, call_id) references api_calls (organization_id, id) on delete cascade
);

create table api_call_settings (
  organization_id uuid primary key references organizations (id) on delete cascade,
  records_bodies boolean not null,
  modified_at timestamptz(3) not null
);
create index api_call_settings_recording on api_call_settings (organization_id) where records_bodies;

-- How many calls of a day (UTC) were not recorded.
create table api_call_drops (
  organization_id uuid not null references organizations (id) on delete cascade,
  day date not null,
  calls integer not null,
  primary key (organization_id, day)
);

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

create table invoices (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number text not null,
  -- The series that has counted it (table number_series).
  series text not null,
  order_id uuid not null,
  refund_id uuid,
  credit_id uuid,
  customer_id uuid not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  net_amount bigint not null check (net_amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  total_amount bigint not null check (total_amount = net_amount + tax_amount),
  language text not null,
  content jsonb not null,
  -- Of a credit note whose refund was sent back by the bank. Its number stays used.
  voided_at timestamptz(3),
  -- When its PDF was written to the store of files.
  stored_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, number),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, refund_id) references refunds (organization_id, id),
  foreign key (organization_id, credit_id) references customer_credits (organization_id, id),
  check (num_nonnulls(refund_id, credit_id) = case kind when 'credit_note' then 1 else 0 end)
);
create unique index invoices_of_order on invoices (organization_id, order_id) where kind = 'invoice';
create unique index invoices_of_refund on invoices (organization_id, refund_id) where refund_id is not null;
create index invoices_created on invoices (organization_id, created_at desc, id desc);
create index invoices_order on invoices (organization_id, order_id, created_at desc);
create index invoices_customer on invoices (organization_id, customer_id, created_at desc);
create index invoices_series on invoices (organization_id, series);
create unique index invoices_of_credit on invoices (organization_id, credit_id) where credit_id is not null and voided_at is null;

-- What is needed to find again at Stripe what a key of ours stands for there: Stripe looks nothing up by the keys of requests.
create table stripe_attempts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  -- The key of the request: at most one attempt has it.
  key text not null,
  kind text not null check (kind in ('payment', 'setup')),
  -- The PaymentIntent or SetupIntent; null until Stripe has created it, and where the key was canceled before.
  intent text,
  -- The customer at Stripe whose method is saved or charged; null where there is none.
  customer text,
  -- Whether the buyer has the secret with which a page can try the intent again.
  has_shared_secret boolean not null default false,
  -- Why it failed for good.
  decline jsonb,
  canceled_at timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index stripe_attempts_key on stripe_attempts (organization_id, key);
create index stripe_attempts_intent on stripe_attempts (intent) where intent is not null;

create table stripe_refunds (
  organization_id uuid not null,
  id uuid not null,
  -- The key of the request: at most one refund has it.
  key text not null,
  attempt_id uuid not null,
  reference text,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, attempt_id) references stripe_attempts (organization_id, id) on delete cascade
);
create unique index stripe_refunds_key on stripe_refunds (organization_id, key);
create index stripe_refunds_attempt on stripe_refunds (organization_id, attempt_id);

-- The customers at Stripe, by the id under which a method is saved: a customer, or the checkout of a buyer who becomes one.
create table stripe_customers (
  organization_id uuid not null references organizations (id) on delete cascade,
  customer_id uuid not null,
  reference text not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, customer_id)
);

-- Disputes of payments.
create table disputes (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  payment_id uuid not null,
  processor text not null,
  reference text not null,
  status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
  amount bigint not null check (amount >= 0),
  tax_amount bigint not null check (tax_amount >= 0),
  fee_amount bigint not null check (fee_amount >= 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  reason text,
  evidence_due_by timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, reference),
  foreign key (organization_id, order_id) references orders (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id),
  foreign key (organization_id, payment_id) references payments (organization_id, id)
);
create index disputes_created on disputes (organization_id, created_at desc, id desc);
create index disputes_order on disputes (organization_id, order_id);
create index disputes_payment on disputes (organization_id, payment_id);
create index disputes_customer on disputes (organization_id, customer_id);

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

-- The way back from a change of a customer's address: a link that was mailed to the former one. `token_digest`: of its secret. Server time.
create table customer_email_returns (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  email text not null,
  replaced_by text not null,
  token_digest text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customers (organization_id, id) on delete cascade
);
create index customer_email_returns_customer on customer_email_returns (organization_id, customer_id);
create index customer_email_returns_token on customer_email_returns (token_digest);
create index customer_email_returns_expired on customer_email_returns (expires_at);

-- What is left of a request to send the events of an endpoint again: one request for each endpoint, which a later one joins or begins anew.
create table webhook_redeliveries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  -- The events recorded from `since` until `until`; with `includes_delivered` also those that were accepted.
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  includes_delivered boolean not null,
  -- The last event of the batches that were queued; null before the first.
  after_created_at timestamptz(3),
  after_id uuid,
  primary key (organization_id, endpoint_id),
  foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, id) on delete cascade,
  check ((after_created_at is null) = (after_id is null))
);

-- Which addresses and cards have had a trial of a product, as keyed hashes that outlive the customer (rule R3).
create table trial_uses (
  organization_id uuid not null references organizations (id) on delete cascade,
  mark text not null,
  product_id uuid not null,
  used_at timestamptz(3) not null,
  primary key (organization_id, mark, product_id),
  foreign key (organization_id, product_id) references products (organization_id, id) on delete cascade
);
create index trial_uses_product on trial_uses (organization_id, product_id);

-- Ledger and audit entries never change. Erasing an organization or a user sets guildhall.erasing in its own transaction.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if current_setting('guildhall.erasing', true) = 'on' then return coalesce(new, old); end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_entries_append_only before update or delete on audit_entries for each row execute function refuse_change();

-- An entry and its postings are one statement, so the check at its end sees the whole entry; what is added later, balanced or not, is refused.
create function refuse_unbalanced_postings() returns trigger language plpgsql as $$
declare
  fault record;
begin
  select p.entry_id, p.currency into fault
    from ledger_postings p
    where (p.organization_id, p.entry_id) in (select a.organization_id, a.entry_id from added a)
    group by p.organization_id, p.entry_id, p.currency
    having sum(p.amount) <> 0 or count(*) < 2
    limit 1;
  if found then
    raise exception 'ledger entry % does not balance in %', fault.entry_id, fault.currency using errcode = 'check_violation';
  end if;
  select a.entry_id into fault
    from (select organization_id, entry_id, count(*) as postings from added group by organization_id, entry_id) a
    where a.postings <> (select count(*) from ledger_postings p where p.organization_id = a.organization_id and p.entry_id = a.entry_id)
    limit 1;
  if found then
    raise exception 'ledger entry % has its postings already', fault.entry_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger ledger_postings_balance after insert on ledger_postings
  referencing new table as added for each statement execute function refuse_unbalanced_postings();

create function refuse_empty_entries() returns trigger language plpgsql as $$
declare
  fault uuid;
begin
  select a.id into fault
    from added a
    where not exists (select 1 from ledger_postings p where p.organization_id = a.organization_id and p.entry_id = a.id)
    limit 1;
  if found then
    raise exception 'ledger entry % has no postings', fault using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger ledger_entries_filled after insert on ledger_entries
  referencing new table as added for each statement execute function refuse_empty_entries();

create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();

create trigger ledger_postings_append_only before update or delete on ledger_postings for each row execute function refuse_change();

create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();

create trigger ledger_postings_no_truncate before truncate on ledger_postings for each statement execute function refuse_change();

-- Instances hold copies of what sessions show: the commit that changes one notifies each of them.
create function notify_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('guildhall_sessions', tg_argv[0] || ' ' || old.id);
  return null;
end $$;

create trigger users_notify_change after update or delete on users for each row execute function notify_session_change('user');

create trigger sessions_notify_end after delete on sessions for each row execute function notify_session_change('session');

create trigger archived_books_append_only before update or delete on archived_books for each row execute function refuse_change();

create trigger archived_books_no_truncate before truncate on archived_books for each statement execute function refuse_change();

create trigger sessions_notify_change after update on sessions for each row
  when (old.user_id is distinct from new.user_id or old.active_organization_id is distinct from new.active_organization_id
    or old.active_team_id is distinct from new.active_team_id or old.impersonated_by is distinct from new.impersonated_by
    or old.is_remembered is distinct from new.is_remembered or new.expires_at < old.expires_at)
  execute function notify_session_change('session');

-- After a statement that adds rows or deletes them. With the argument `existing` a row with `deleted_at` is not counted.
create function count_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_changes(each.organization_id, tg_table_name, count(*)) from added as each group by each.organization_id;
  elsif tg_argv[0] is null then
    perform count_changes(each.organization_id, tg_table_name, -count(*)) from removed as each group by each.organization_id;
  elsif tg_op = 'DELETE' then
    perform count_changes(each.organization_id, tg_table_name, -count(*)) from removed as each
    where each.deleted_at is null group by each.organization_id;
  else
    perform count_changes(each.organization_id, tg_table_name, sum(each.change)::bigint) from (
      select organization_id, 1 as change from added where deleted_at is null
      union all select organization_id, -1 from removed where deleted_at is null
    ) as each group by each.organization_id;
  end if;
  return null;
end $$;

create trigger count_added after insert on subscriptions referencing new table as added for each statement execute function count_rows();

create trigger count_removed after delete on subscriptions referencing old table as removed for each statement execute function count_rows();

-- Every entry changes the balances in its own statement, whatever posts it. An insert checks its row before it finds the existing one, so
-- that a debit is an update.
create function change_credit_balances() returns trigger language plpgsql as $$
declare
  change record;
begin
  for change in
    select a.organization_id, a.customer_id, a.currency, -sum(a.amount) as amount
    from added a where a.account = 'customer_credit'
    group by a.organization_id, a.customer_id, a.currency
    order by a.organization_id, a.customer_id, a.currency
  loop
    if change.amount >= 0 then
      insert into credit_balances as balance (organization_id, customer_id, currency, amount, reserved_amount)
      values (change.organization_id, change.customer_id, change.currency, change.amount, 0)
      on conflict (organization_id, customer_id, currency) do update set amount = balance.amount + excluded.amount;
    else
      update credit_balances balance set amount = balance.amount + change.amount
      where balance.organization_id = change.organization_id and balance.customer_id = change.customer_id
        and balance.currency = change.currency;
      if not found then
        raise exception 'customer % has no credit in %', change.customer_id, change.currency using errcode = 'check_violation';
      end if;
    end if;
  end loop;
  return null;
end $$;

create trigger ledger_postings_credit after insert on ledger_postings
  referencing new table as added for each statement execute function change_credit_balances();

create trigger count_added after insert on usage_events referencing new table as added for each statement execute function count_rows();

create trigger count_removed after delete on usage_events referencing old table as removed for each statement execute function count_rows();

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

create function add_webhook_owner() returns trigger language plpgsql as $$
begin
  insert into webhook_owners (id) values (new.id);
  return null;
end $$;

create trigger webhook_owner after insert on organizations for each row execute function add_webhook_owner();

do $$
declare
  counted text;
begin
  foreach counted in array array['products', 'orders', 'checkouts', 'checkout_links', 'custom_fields', 'meters', 'files'] loop
    execute format('create trigger count_added after insert on %I referencing new table as added for each statement execute function count_rows()', counted);
    execute format('create trigger count_removed after delete on %I referencing old table as removed for each statement execute function count_rows()', counted);
  end loop;
  -- Of these a deleted row is kept.
  foreach counted in array array['customers', 'benefits', 'discounts'] loop
    execute format('create trigger count_added after insert on %I referencing new table as added for each statement execute function count_rows(''existing'')', counted);
    execute format('create trigger count_changed after update on %I referencing old table as removed new table as added for each statement execute function count_rows(''existing'')', counted);
    execute format('create trigger count_removed after delete on %I referencing old table as removed for each statement execute function count_rows(''existing'')', counted);
  end loop;
end $$;

-- The guard of a statement of several parts: no row, and none of its parts has happened.
create function require_row(holds boolean) returns boolean language plpgsql as $$
begin
  if holds then return true; end if;
  raise exception 'the guard of the statement does not hold' using errcode = 'GH001';
end $$;

-- What decides on an invitation, for the rule `invite`. With `locks` it holds the organization first. Each statement of a function
-- sees what was committed before it, so the state is then current and stays so until the transaction ends.
create function invite_state(organization uuid, inviter uuid, address text, team uuid, at timestamptz, locks boolean)
returns jsonb language plpgsql as $$
begin
  if locks then
    perform from organizations where id = organization for no key update;
  end if;
  return (
    with open as (
      select id, email from invitations where organization_id = organization and status = 'pending' and expires_at > at
    )
    select jsonb_build_object(
      'role', (select role from members where organization_id = organization and user_id = inviter),
      'customRoles', (
        select coalesce(jsonb_object_agg(name, permissions), '{}') from organization_roles where organization_id = organization
      ),
      'isMember', exists (
        select from users join members on members.user_id = users.id where users.email = address and members.organization_id = organization
      ),
      'openId', (select id from open where email = address),
      'openCount', (select count(*) from open),
      'isTeamKnown', team is null or exists (select from teams where organization_id = organization and id = team)
    )
  );
end $$;

-- The initials of the words of a slug, or the beginning of a slug of one word: at most four letters and digits.
create function number_prefix(slug text) returns text language sql immutable as $$
  select case count(*) when 0 then 'X' when 1 then upper(left(min(word), 3)) else upper(left(string_agg(left(word, 1), '' order by at), 4)) end
  from regexp_split_to_table(lower(slug), '[^a-z0-9]+') with ordinality as words (word, at)
  where word <> ''
$$;

create function number_text(prefix text, number bigint) returns text language sql immutable as $$
  select prefix || '-' || lpad(number::text, greatest(length(number::text), 4), '0')
$$;

-- The next number of a series. Numbers of a transaction that is rolled back are given again.
create function next_number(organization uuid, of_series text) returns text language plpgsql as $$
declare
  taken record;
begin
  insert into number_series as known (organization_id, series, prefix, last_number)
    select id, of_series, number_prefix(slug), 1 from organizations where id = organization
    on conflict (organization_id, series) do update set last_number = known.last_number + 1
    returning prefix, last_number into taken;
  return number_text(taken.prefix, taken.last_number);
end $$;

-- Returns the owner while fewer of its rows than the maximum meet the condition, and fails otherwise (GH002). An insert calls it for
-- the owner of the new row. Each query of a volatile function sees what was committed before it. Far below the maximum concurrent
-- inserts, of one row each, cannot exceed it; near it they wait for each other. The condition is written in the code, never input.
create function within_limit(owner uuid, counted_table regclass, owned_by text, condition text, maximum integer) returns uuid
language plpgsql volatile as $$
declare
  concurrent constant integer := 500;
  query constant text := format('select count(*) from (select from %s where %I = $1 and %s limit $2) as counted', counted_table, owned_by, condition);
  present bigint;
begin
  execute query into present using owner, maximum;
  if present > maximum - concurrent and present < maximum then
    perform pg_advisory_xact_lock(hashtextextended(counted_table::text || owner::text, 0));
    execute query into present using owner, maximum;
  end if;
  if present >= maximum then raise exception 'a limit of % is reached', counted_table using errcode = 'GH002'; end if;
  return owner;
end $$;

-- Returns the bytes of a new file if the owner's files hold no more than the maximum with them, and fails otherwise (GH003). Uploads of
-- one owner wait for each other, so that concurrent ones cannot exceed it.
create function within_file_storage(owner uuid, added bigint, maximum bigint) returns bigint language plpgsql volatile as $$
declare
  present bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('file storage ' || owner::text, 0));
  select coalesce(sum(files.size), 0) into present from files where files.organization_id = owner;
  if present + added > maximum then raise exception 'the storage of an owner is full' using errcode = 'GH003'; end if;
  return added;
end $$;

-- The rows of an organization that is being deleted are not counted any more: its counts go with it.
create function count_changes(organization uuid, counted_table text, change bigint) returns void language sql as $$
  insert into row_counts (organization_id, counted_table, change)
  select organization, counted_table, change
  where change <> 0 and exists (select from organizations where id = organization)
$$;

-- The limit on the rows of an organization whose rows are counted (`row_counts`): no row is read. As `within_limit`.
create function within_counted_limit(owner uuid, counted_table text, maximum integer) returns uuid
language plpgsql volatile as $$
declare
  concurrent constant integer := 500;
  present bigint;
begin
  select coalesce(sum(change), 0) into present from row_counts
  where organization_id = owner and row_counts.counted_table = within_counted_limit.counted_table;
  if present > maximum - concurrent and present < maximum then
    perform pg_advisory_xact_lock(hashtextextended(counted_table || owner::text, 0));
    select coalesce(sum(change), 0) into present from row_counts
    where organization_id = owner and row_counts.counted_table = within_counted_limit.counted_table;
  end if;
  if present >= maximum then raise exception 'a limit of % is reached', counted_table using errcode = 'GH002'; end if;
  return owner;
end $$;

create function metric_tallies(changed subscription_value_changes)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql immutable as $$
  select changed.product_id, changed.currency, counted.measure, changed.happened_at, null::timestamptz, 0::bigint, counted.amount
  from (values ('value', changed.twelfths), ('committed_value', changed.committed_twelfths)) as counted (measure, amount)
  where counted.amount <> 0
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

create function metric_tallies(opened checkouts)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql immutable as $$
  select opened.product_id, opened.currency, counted.measure, opened.created_at, null::timestamptz, 1::bigint, 0::bigint
  from (values ('checkout', opened.id is not null), ('checkout_succeeded', opened.status = 'succeeded')) as counted (measure, is_counted)
  where counted.is_counted
$$;

-- A refund of a payment that was made twice refunds no revenue.
create function metric_tallies(refunded refunds)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql stable as $$
  select orders.product_id, refunded.currency, 'refund', coalesce(refunded.modified_at, refunded.created_at), null::timestamptz, 1::bigint, refunded.amount
  from orders where orders.organization_id = refunded.organization_id and orders.id = refunded.order_id
    and refunded.status = 'succeeded' and not refunded.is_duplicate_payment
$$;

create function metric_tallies(renewal subscription_renewals)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql immutable as $$
  select renewal.product_id, renewal.currency, 'renewal', renewal.paid_at, renewal.prior_paid_at, 1::bigint, 0::bigint where renewal.order_id is not null
$$;

-- What a row is counted as.
create function metric_tallies(sold orders)
returns table (product_id uuid, currency text, measure text, happened_at timestamptz, prior_at timestamptz, count bigint, amount bigint)
language sql immutable as $$
  select sold.product_id, sold.currency, sold.billing_reason, sold.paid_at, null::timestamptz, 1::bigint, sold.net_amount where sold.paid_at is not null
$$;

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
        else sold.current_period_start >= sold.discount_applied_at and (sold.current_period_start at time zone sold.billing_timezone)::date
          < (sold.discount_applied_at at time zone sold.billing_timezone)::date + make_interval(months => discounts.duration_in_months) end) end)
  ), 0))
$$;

-- Its recurring revenue: of one that is active or past due (rule Q5).
create function subscription_value(sold subscriptions) returns bigint language sql stable as $$
  select case when sold.status in ('active', 'past_due') then monthly_twelfths(sold) else 0 end
$$;

create function committed_value(sold subscriptions) returns bigint language sql stable as $$
  select case when sold.cancel_at_period_end then 0 else subscription_value(sold) end
$$;

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

-- The next number of a series that begins with `head`, which may change while the count goes on.
create function next_document_number(organization uuid, of_series text, head text) returns text language plpgsql as $$
declare
  taken bigint;
begin
  insert into number_series as known (organization_id, series, prefix, last_number) values (organization, of_series, head, 1)
    on conflict (organization_id, series) do update set last_number = known.last_number + 1, prefix = excluded.prefix
    returning last_number into taken;
  return number_text(head, taken);
end $$;

insert into webhook_owners (id) values ('00000000-0000-8000-8000-000000000000');
