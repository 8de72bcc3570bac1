-- What the migrations make, read from the database: for reviewers, never run. A test says when it is stale.
-- Each migration with its hash: one that was released is not edited any more.
--   0001_baseline fa2d8dc34521cf65

create table accounts (
  id uuid not null,
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  sealed_access_token text,
  sealed_refresh_token text,
  sealed_id_token text,
  access_token_expires_at timestamp(3) with time zone,
  refresh_token_expires_at timestamp(3) with time zone,
  scope text,
  refresh_lease_ends_at timestamp(3) with time zone,
  password text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_provider_key UNIQUE (provider_id, account_id)
);
CREATE INDEX accounts_user ON accounts USING btree (user_id);

create table api_call_contents (
  organization_id uuid not null,
  call_id uuid not null,
  sealed_content text not null,
  constraint api_call_contents_organization_id_call_id_fkey FOREIGN KEY (organization_id, call_id) REFERENCES api_calls(organization_id, id) ON DELETE CASCADE,
  constraint api_call_contents_pkey PRIMARY KEY (organization_id, call_id)
);

create table api_call_drops (
  organization_id uuid not null,
  day date not null,
  calls integer not null,
  constraint api_call_drops_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint api_call_drops_pkey PRIMARY KEY (organization_id, day)
);

create table api_call_settings (
  organization_id uuid not null,
  records_bodies boolean not null,
  modified_at timestamp(3) with time zone not null,
  constraint api_call_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint api_call_settings_pkey PRIMARY KEY (organization_id)
);
CREATE INDEX api_call_settings_recording ON api_call_settings USING btree (organization_id) WHERE records_bodies;

create table api_calls (
  organization_id uuid not null,
  id uuid not null,
  token_id uuid not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms integer not null,
  error text,
  error_detail text,
  created_at timestamp(3) with time zone not null,
  constraint api_calls_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint api_calls_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX api_calls_age ON api_calls USING btree (id);

create table archived_books (
  organization_id uuid not null,
  kind text not null,
  id uuid not null,
  content jsonb not null,
  archived_at timestamp(3) with time zone not null,
  constraint archived_books_kind_check CHECK ((kind = ANY (ARRAY['order'::text, 'entry'::text]))),
  constraint archived_books_pkey PRIMARY KEY (organization_id, kind, id)
);
CREATE TRIGGER archived_books_append_only BEFORE DELETE OR UPDATE ON archived_books FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER archived_books_no_truncate BEFORE TRUNCATE ON archived_books FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_entries (
  id uuid not null,
  organization_id uuid,
  user_id uuid,
  actor jsonb not null,
  action text not null,
  target jsonb,
  details jsonb not null,
  ip_address text,
  user_agent text,
  request_id text,
  happened_at timestamp(3) with time zone not null,
  constraint audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_actor ON audit_entries USING btree (((actor ->> 'id'::text)), id) WHERE ((actor ->> 'id'::text) IS NOT NULL);
CREATE INDEX audit_entries_email ON audit_entries USING btree (((details ->> 'email'::text))) WHERE ((details ->> 'email'::text) IS NOT NULL);
CREATE INDEX audit_entries_impersonator ON audit_entries USING btree (((actor ->> 'impersonated_by'::text)), id) WHERE ((actor ->> 'impersonated_by'::text) IS NOT NULL);
CREATE INDEX audit_entries_organization ON audit_entries USING btree (organization_id, happened_at DESC, id DESC);
CREATE INDEX audit_entries_target ON audit_entries USING btree (organization_id, ((target ->> 'id'::text)), happened_at DESC, id DESC) WHERE ((target ->> 'id'::text) IS NOT NULL);
CREATE INDEX audit_entries_user ON audit_entries USING btree (user_id, happened_at DESC, id DESC) WHERE (organization_id IS NULL);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table benefit_grants (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  benefit_id uuid not null,
  order_id uuid,
  subscription_id uuid,
  is_entitled boolean not null,
  granted_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  properties jsonb not null,
  benefit_properties jsonb,
  error jsonb,
  attempts integer not null,
  next_attempt_at timestamp(3) with time zone,
  chosen_account_id text,
  access_ends_at timestamp(3) with time zone,
  period_start timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  attempted_access jsonb,
  constraint benefit_grants_check CHECK ((num_nonnulls(order_id, subscription_id) = 1)),
  constraint benefit_grants_organization_id_benefit_id_fkey FOREIGN KEY (organization_id, benefit_id) REFERENCES benefits(organization_id, id) ON DELETE CASCADE,
  constraint benefit_grants_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint benefit_grants_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint benefit_grants_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON DELETE CASCADE,
  constraint benefit_grants_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id) ON DELETE CASCADE,
  constraint benefit_grants_pkey PRIMARY KEY (organization_id, id),
  constraint benefit_grants_organization_id_customer_id_benefit_id_order_key UNIQUE NULLS NOT DISTINCT (organization_id, customer_id, benefit_id, order_id, subscription_id)
);
CREATE INDEX benefit_grants_access_end ON benefit_grants USING btree (organization_id, access_ends_at) WHERE (access_ends_at IS NOT NULL);
CREATE INDEX benefit_grants_attempt ON benefit_grants USING btree (organization_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX benefit_grants_benefit ON benefit_grants USING btree (organization_id, benefit_id, id);
CREATE INDEX benefit_grants_created ON benefit_grants USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX benefit_grants_customer ON benefit_grants USING btree (organization_id, customer_id, id);
CREATE INDEX benefit_grants_failed ON benefit_grants USING btree (organization_id, id) WHERE (error IS NOT NULL);
CREATE INDEX benefit_grants_order ON benefit_grants USING btree (organization_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX benefit_grants_subscription ON benefit_grants USING btree (organization_id, subscription_id) WHERE (subscription_id IS NOT NULL);

create table benefits (
  organization_id uuid not null,
  id uuid not null,
  type text not null,
  description text not null,
  selectable boolean not null,
  deletable boolean not null,
  properties jsonb not null,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  constraint benefits_type_check CHECK ((type = ANY (ARRAY['custom'::text, 'discord'::text, 'github_repository'::text, 'downloadables'::text, 'license_keys'::text, 'meter_credit'::text]))),
  constraint benefits_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint benefits_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX benefits_created ON benefits USING btree (organization_id, created_at DESC, id DESC);
CREATE TRIGGER count_added AFTER INSERT ON benefits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows('existing');
CREATE TRIGGER count_changed AFTER UPDATE ON benefits REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows('existing');
CREATE TRIGGER count_removed AFTER DELETE ON benefits REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('existing');

create table checkout_links (
  organization_id uuid not null,
  id uuid not null,
  client_secret text not null,
  label text,
  success_url text,
  allow_discount_codes boolean not null,
  require_billing_address boolean not null,
  product_ids uuid[] not null,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  discount_id uuid,
  constraint checkout_links_organization_id_discount_id_fkey FOREIGN KEY (organization_id, discount_id) REFERENCES discounts(organization_id, id),
  constraint checkout_links_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint checkout_links_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX checkout_links_client_secret ON checkout_links USING btree (client_secret);
CREATE INDEX checkout_links_created ON checkout_links USING btree (organization_id, created_at, id);
CREATE INDEX checkout_links_discount ON checkout_links USING btree (organization_id, discount_id) WHERE (discount_id IS NOT NULL);
CREATE TRIGGER count_added AFTER INSERT ON checkout_links REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_removed AFTER DELETE ON checkout_links REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();

create table checkouts (
  organization_id uuid not null,
  id uuid not null,
  status text not null,
  client_secret_digest text not null,
  sealed_client_secret text not null,
  expires_at timestamp(3) with time zone not null,
  success_url text,
  embed_origin text,
  product_ids uuid[] not null,
  product_id uuid not null,
  product_price_id uuid not null,
  currency text not null,
  amount bigint not null,
  discount_amount bigint not null,
  tax_amount bigint,
  total_amount bigint not null,
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
  attempts integer not null,
  payment_id uuid,
  last_payment_error text,
  is_late_payment boolean not null default false,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  locale text,
  discount_id uuid,
  is_trial_used boolean not null,
  subscription_id uuid,
  tax jsonb,
  is_tax_exempt boolean not null default false,
  stated_email text,
  is_address_verified boolean not null default false,
  is_from_link boolean not null default false,
  chosen_discount_id uuid,
  constraint checkouts_amount_check CHECK ((amount >= 0)),
  constraint checkouts_check CHECK (((discount_amount >= 0) AND (discount_amount <= amount))),
  constraint checkouts_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint checkouts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'confirmed'::text, 'succeeded'::text, 'expired'::text, 'failed'::text]))),
  constraint checkouts_total_amount_check CHECK ((total_amount >= 0)),
  constraint checkouts_organization_id_chosen_discount_id_fkey FOREIGN KEY (organization_id, chosen_discount_id) REFERENCES discounts(organization_id, id),
  constraint checkouts_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint checkouts_organization_id_discount_id_fkey FOREIGN KEY (organization_id, discount_id) REFERENCES discounts(organization_id, id),
  constraint checkouts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint checkouts_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id),
  constraint checkouts_organization_id_product_price_id_fkey FOREIGN KEY (organization_id, product_price_id) REFERENCES product_prices(organization_id, id),
  constraint checkouts_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  constraint checkouts_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX checkouts_chosen_discount ON checkouts USING btree (organization_id, chosen_discount_id) WHERE (chosen_discount_id IS NOT NULL);
CREATE INDEX checkouts_client_secret ON checkouts USING btree (client_secret_digest);
CREATE INDEX checkouts_created ON checkouts USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX checkouts_customer ON checkouts USING btree (organization_id, customer_id, created_at DESC) WHERE (customer_id IS NOT NULL);
CREATE INDEX checkouts_discount ON checkouts USING btree (organization_id, discount_id) WHERE (discount_id IS NOT NULL);
CREATE INDEX checkouts_expiring ON checkouts USING btree (expires_at) WHERE (status = 'open'::text);
CREATE INDEX checkouts_open ON checkouts USING btree (organization_id, expires_at) WHERE (status = 'open'::text);
CREATE INDEX checkouts_open_by_origin ON checkouts USING btree (organization_id, is_from_link) WHERE (status = 'open'::text);
CREATE INDEX checkouts_product ON checkouts USING btree (organization_id, product_id);
CREATE INDEX checkouts_product_price ON checkouts USING btree (organization_id, product_price_id);
CREATE INDEX checkouts_subscription ON checkouts USING btree (organization_id, subscription_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX checkouts_total ON checkouts USING btree (organization_id, total_amount);
CREATE TRIGGER count_added AFTER INSERT ON checkouts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_metrics_added AFTER INSERT ON checkouts FOR EACH ROW EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_metrics_changed AFTER UPDATE ON checkouts FOR EACH ROW WHEN ((((old.product_id IS DISTINCT FROM new.product_id) OR (old.currency IS DISTINCT FROM new.currency)) OR ((old.status = 'succeeded'::text) IS DISTINCT FROM (new.status = 'succeeded'::text)))) EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_metrics_removed AFTER DELETE ON checkouts FOR EACH ROW EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_removed AFTER DELETE ON checkouts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();

create table connections (
  organization_id uuid not null,
  id uuid not null,
  provider text not null,
  account_id text not null,
  account_name text not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint connections_provider_check CHECK ((provider = 'github'::text)),
  constraint connections_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint connections_pkey PRIMARY KEY (organization_id, id),
  constraint connections_organization_id_provider_key UNIQUE (organization_id, provider)
);

create table credit_balances (
  organization_id uuid not null,
  customer_id uuid not null,
  currency text not null,
  amount bigint not null,
  reserved_amount bigint not null,
  constraint credit_balances_amount_check CHECK ((amount >= 0)),
  constraint credit_balances_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint credit_balances_reserved CHECK (((reserved_amount >= 0) AND (reserved_amount <= amount))),
  constraint credit_balances_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint credit_balances_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint credit_balances_pkey PRIMARY KEY (organization_id, customer_id, currency)
);

create table custom_fields (
  organization_id uuid not null,
  id uuid not null,
  type text not null,
  slug text not null,
  name text not null,
  properties jsonb not null,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint custom_fields_slug_check CHECK ((slug <> ''::text)),
  constraint custom_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'checkbox'::text, 'select'::text]))),
  constraint custom_fields_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint custom_fields_pkey PRIMARY KEY (organization_id, id),
  constraint custom_fields_slug_key UNIQUE (organization_id, slug)
);
CREATE TRIGGER count_added AFTER INSERT ON custom_fields REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_removed AFTER DELETE ON custom_fields REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();

create table customer_credits (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  kind text not null,
  source text not null,
  amount bigint not null,
  tax_amount bigint not null,
  currency text not null,
  note text,
  created_at timestamp(3) with time zone not null,
  order_id uuid,
  reversed_amount bigint not null default 0,
  reversed_tax_amount bigint not null default 0,
  constraint customer_credits_amount_check CHECK ((amount >= 0)),
  constraint customer_credits_check CHECK (((amount + tax_amount) > 0)),
  constraint customer_credits_check1 CHECK (((kind <> 'grant'::text) OR (tax_amount = 0))),
  constraint customer_credits_check2 CHECK (((reversed_amount <= amount) AND (reversed_tax_amount <= tax_amount))),
  constraint customer_credits_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint customer_credits_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'downgrade'::text]))),
  constraint customer_credits_reversed_amount_check CHECK ((reversed_amount >= 0)),
  constraint customer_credits_reversed_tax_amount_check CHECK ((reversed_tax_amount >= 0)),
  constraint customer_credits_tax_amount_check CHECK ((tax_amount >= 0)),
  constraint customer_credits_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint customer_credits_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint customer_credits_pkey PRIMARY KEY (organization_id, id),
  constraint customer_credits_organization_id_source_key UNIQUE (organization_id, source)
);
CREATE INDEX customer_credits_customer ON customer_credits USING btree (organization_id, customer_id, created_at DESC, id DESC);
CREATE INDEX customer_credits_order ON customer_credits USING btree (organization_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX customer_credits_owner ON customer_credits USING btree (customer_id);

create table customer_email_changes (
  organization_id uuid not null,
  customer_id uuid not null,
  email text not null,
  token_digest text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint customer_email_changes_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint customer_email_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint customer_email_changes_pkey PRIMARY KEY (organization_id, customer_id)
);
CREATE INDEX customer_email_changes_expired ON customer_email_changes USING btree (expires_at);
CREATE INDEX customer_email_changes_token ON customer_email_changes USING btree (token_digest);

create table customer_email_returns (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  email text not null,
  replaced_by text not null,
  token_digest text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint customer_email_returns_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint customer_email_returns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint customer_email_returns_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX customer_email_returns_customer ON customer_email_returns USING btree (organization_id, customer_id);
CREATE INDEX customer_email_returns_expired ON customer_email_returns USING btree (expires_at);
CREATE INDEX customer_email_returns_token ON customer_email_returns USING btree (token_digest);

create table customer_erasure_requests (
  organization_id uuid not null,
  customer_id uuid not null,
  requested_at timestamp(3) with time zone not null,
  constraint customer_erasure_requests_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint customer_erasure_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint customer_erasure_requests_pkey PRIMARY KEY (organization_id, customer_id)
);

create table customer_meter_hours (
  organization_id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  hour timestamp(0) with time zone not null,
  events bigint not null,
  numbers bigint not null,
  total numeric not null,
  maximum numeric,
  minimum numeric,
  constraint customer_meter_hours_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint customer_meter_hours_pkey PRIMARY KEY (organization_id, customer_id, meter_id, hour)
);

create table customer_meter_values (
  organization_id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  digest bytea not null,
  constraint customer_meter_values_organization_id_customer_id_meter_id_fkey FOREIGN KEY (organization_id, customer_id, meter_id) REFERENCES customer_meters(organization_id, customer_id, meter_id) ON DELETE CASCADE,
  constraint customer_meter_values_pkey PRIMARY KEY (organization_id, customer_id, meter_id, digest)
);

create table customer_meters (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  window_start timestamp(3) with time zone,
  events bigint not null default 0,
  numbers bigint not null default 0,
  total numeric not null default 0,
  maximum numeric,
  minimum numeric,
  consumed numeric not null default 0,
  credited_units bigint not null default 0,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  subscription_id uuid,
  price_id uuid,
  billed_from timestamp(3) with time zone,
  constraint customer_meters_check CHECK (((subscription_id IS NULL) = (price_id IS NULL))),
  constraint customer_meters_check1 CHECK (((subscription_id IS NULL) OR ((window_start IS NOT NULL) AND (billed_from IS NOT NULL)))),
  constraint customer_meters_credited_units_check CHECK ((credited_units >= 0)),
  constraint customer_meters_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint customer_meters_organization_id_meter_id_fkey FOREIGN KEY (organization_id, meter_id) REFERENCES meters(organization_id, id) ON DELETE CASCADE,
  constraint customer_meters_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  constraint customer_meters_pkey PRIMARY KEY (organization_id, id),
  constraint customer_meters_organization_id_customer_id_meter_id_key UNIQUE (organization_id, customer_id, meter_id)
);
CREATE INDEX customer_meters_meter ON customer_meters USING btree (organization_id, meter_id);
CREATE INDEX customer_meters_subscription ON customer_meters USING btree (organization_id, subscription_id) WHERE (subscription_id IS NOT NULL);

create table customer_session_codes (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  email text not null,
  code_digest text not null,
  failed_attempts integer not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint customer_session_codes_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint customer_session_codes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint customer_session_codes_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX customer_session_codes_customer ON customer_session_codes USING btree (organization_id, customer_id);
CREATE INDEX customer_session_codes_expired ON customer_session_codes USING btree (expires_at);
CREATE INDEX customer_session_codes_id ON customer_session_codes USING btree (id);

create table customer_sessions (
  organization_id uuid not null,
  id uuid not null,
  token_digest text not null,
  customer_id uuid,
  checkout_id uuid,
  is_limited_to_checkout boolean not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  verified_email text,
  constraint customer_sessions_organization_id_checkout_id_fkey FOREIGN KEY (organization_id, checkout_id) REFERENCES checkouts(organization_id, id) ON DELETE CASCADE,
  constraint customer_sessions_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint customer_sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint customer_sessions_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX customer_sessions_checkout ON customer_sessions USING btree (organization_id, checkout_id);
CREATE INDEX customer_sessions_created ON customer_sessions USING btree (organization_id) WHERE (checkout_id IS NULL);
CREATE INDEX customer_sessions_customer ON customer_sessions USING btree (organization_id, customer_id);
CREATE INDEX customer_sessions_expired ON customer_sessions USING btree (expires_at);
CREATE INDEX customer_sessions_token ON customer_sessions USING btree (token_digest);

create table customers (
  organization_id uuid not null,
  id uuid not null,
  external_id text,
  email text not null,
  is_email_verified boolean not null,
  name text,
  billing_address jsonb,
  tax_id jsonb,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  is_tax_exempt boolean not null default false,
  is_email_typed boolean not null default false,
  has_email boolean not null default true,
  is_external_id_doubtful boolean not null default false,
  email_verified_at timestamp(3) with time zone,
  constraint customers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint customers_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX customers_by_email ON customers USING btree (organization_id, email, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX customers_created ON customers USING btree (organization_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX customers_doubtful ON customers USING btree (organization_id, id) WHERE (is_external_id_doubtful AND (deleted_at IS NULL));
CREATE UNIQUE INDEX customers_email ON customers USING btree (organization_id, email) WHERE ((deleted_at IS NULL) AND has_email);
CREATE UNIQUE INDEX customers_external_id ON customers USING btree (organization_id, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX customers_id ON customers USING btree (id);
CREATE INDEX customers_search ON customers USING btree (organization_id, id) INCLUDE (name, email);
CREATE TRIGGER count_added AFTER INSERT ON customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows('existing');
CREATE TRIGGER count_changed AFTER UPDATE ON customers REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows('existing');
CREATE TRIGGER count_removed AFTER DELETE ON customers REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('existing');

create table devices (
  id uuid not null,
  user_id uuid not null,
  token_digest text not null,
  user_agent text,
  last_seen_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_token_key UNIQUE (user_id, token_digest)
);
CREATE INDEX devices_last_seen ON devices USING btree (last_seen_at);

create table discount_redemptions (
  organization_id uuid not null,
  checkout_id uuid not null,
  discount_id uuid not null,
  redeemed_at timestamp(3) with time zone not null,
  constraint discount_redemptions_organization_id_checkout_id_fkey FOREIGN KEY (organization_id, checkout_id) REFERENCES checkouts(organization_id, id) ON DELETE CASCADE,
  constraint discount_redemptions_organization_id_discount_id_fkey FOREIGN KEY (organization_id, discount_id) REFERENCES discounts(organization_id, id) ON DELETE CASCADE,
  constraint discount_redemptions_pkey PRIMARY KEY (organization_id, checkout_id)
);
CREATE INDEX discount_redemptions_discount ON discount_redemptions USING btree (organization_id, discount_id);

create table discounts (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  code text,
  type text not null,
  amount bigint,
  currency text,
  basis_points integer,
  duration text not null,
  duration_in_months integer,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  max_redemptions integer,
  redemptions_count integer not null,
  product_ids uuid[] not null,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  constraint discounts_amount_check CHECK (((amount >= 0) AND (amount <= 99999999))),
  constraint discounts_basis_points_check CHECK (((basis_points >= 1) AND (basis_points <= 10000))),
  constraint discounts_check CHECK (((type <> 'fixed'::text) OR ((amount IS NOT NULL) AND (currency IS NOT NULL)))),
  constraint discounts_check1 CHECK (((type <> 'percentage'::text) OR (basis_points IS NOT NULL))),
  constraint discounts_check2 CHECK (((duration = 'repeating'::text) = (duration_in_months IS NOT NULL))),
  constraint discounts_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint discounts_duration_check CHECK ((duration = ANY (ARRAY['once'::text, 'forever'::text, 'repeating'::text]))),
  constraint discounts_duration_in_months_check CHECK ((duration_in_months > 0)),
  constraint discounts_max_redemptions_check CHECK ((max_redemptions > 0)),
  constraint discounts_redemptions_count_check CHECK ((redemptions_count >= 0)),
  constraint discounts_type_check CHECK ((type = ANY (ARRAY['fixed'::text, 'percentage'::text]))),
  constraint discounts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint discounts_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX discounts_code ON discounts USING btree (organization_id, lower(code)) WHERE (deleted_at IS NULL);
CREATE INDEX discounts_created ON discounts USING btree (organization_id, created_at DESC, id DESC);
CREATE TRIGGER count_added AFTER INSERT ON discounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows('existing');
CREATE TRIGGER count_changed AFTER UPDATE ON discounts REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows('existing');
CREATE TRIGGER count_removed AFTER DELETE ON discounts REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows('existing');

create table disputes (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  payment_id uuid not null,
  processor text not null,
  reference text not null,
  status text not null,
  amount bigint not null,
  tax_amount bigint not null,
  fee_amount bigint not null,
  currency text not null,
  reason text,
  evidence_due_by timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint disputes_amount_check CHECK ((amount >= 0)),
  constraint disputes_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint disputes_fee_amount_check CHECK ((fee_amount >= 0)),
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text]))),
  constraint disputes_tax_amount_check CHECK ((tax_amount >= 0)),
  constraint disputes_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint disputes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint disputes_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint disputes_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint disputes_pkey PRIMARY KEY (organization_id, id),
  constraint disputes_organization_id_reference_key UNIQUE (organization_id, reference)
);
CREATE INDEX disputes_created ON disputes USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX disputes_customer ON disputes USING btree (organization_id, customer_id);
CREATE INDEX disputes_order ON disputes USING btree (organization_id, order_id);
CREATE INDEX disputes_payment ON disputes USING btree (organization_id, payment_id);

create table domain_event_sequences (
  organization_id uuid not null,
  last_sequence bigint not null,
  constraint domain_event_sequences_pkey PRIMARY KEY (organization_id)
);

create table domain_events (
  id uuid not null,
  organization_id uuid,
  position bigint not null generated always as identity,
  sequence bigint,
  name text not null,
  audience text not null,
  resource_id uuid not null,
  payload jsonb not null,
  happened_at timestamp(3) with time zone not null,
  relayed_at timestamp(3) with time zone,
  interruptions integer not null default 0,
  constraint domain_events_audience_check CHECK ((audience = ANY (ARRAY['merchant'::text, 'operator'::text, 'internal'::text]))),
  constraint domain_events_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX domain_events_operator_sequence ON domain_events USING btree (sequence) WHERE (audience = 'operator'::text);
CREATE UNIQUE INDEX domain_events_organization_sequence ON domain_events USING btree (organization_id, sequence, ((audience = 'operator'::text)));
CREATE INDEX domain_events_relayed ON domain_events USING btree (relayed_at) WHERE (relayed_at IS NOT NULL);
CREATE INDEX domain_events_unrelayed ON domain_events USING btree ("position") WHERE (relayed_at IS NULL);

create table download_counts (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  file_id uuid not null,
  downloads integer not null,
  first_downloaded_at timestamp(3) with time zone not null,
  last_downloaded_at timestamp(3) with time zone not null,
  constraint download_counts_downloads_check CHECK ((downloads > 0)),
  constraint download_counts_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint download_counts_organization_id_file_id_fkey FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id) ON DELETE CASCADE,
  constraint download_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint download_counts_pkey PRIMARY KEY (organization_id, id),
  constraint download_counts_organization_id_customer_id_file_id_key UNIQUE (organization_id, customer_id, file_id)
);
CREATE INDEX download_counts_file ON download_counts USING btree (organization_id, file_id);
CREATE INDEX download_counts_newest ON download_counts USING btree (organization_id, last_downloaded_at DESC, id DESC);

create table downloadables (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  benefit_id uuid not null,
  grant_id uuid not null,
  file_id uuid not null,
  created_at timestamp(3) with time zone not null,
  constraint downloadables_organization_id_benefit_id_fkey FOREIGN KEY (organization_id, benefit_id) REFERENCES benefits(organization_id, id) ON DELETE CASCADE,
  constraint downloadables_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint downloadables_organization_id_file_id_fkey FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id) ON DELETE CASCADE,
  constraint downloadables_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint downloadables_organization_id_grant_id_fkey FOREIGN KEY (organization_id, grant_id) REFERENCES benefit_grants(organization_id, id) ON DELETE CASCADE,
  constraint downloadables_pkey PRIMARY KEY (organization_id, id),
  constraint downloadables_organization_id_grant_id_file_id_key UNIQUE (organization_id, grant_id, file_id)
);
CREATE INDEX downloadables_benefit ON downloadables USING btree (organization_id, benefit_id);
CREATE INDEX downloadables_customer ON downloadables USING btree (organization_id, customer_id, created_at DESC, id DESC);
CREATE INDEX downloadables_file ON downloadables USING btree (organization_id, file_id);
CREATE INDEX downloadables_link ON downloadables USING btree (customer_id, file_id);

create table event_import_refusals (
  organization_id uuid not null,
  import_id uuid not null,
  line integer not null,
  field text,
  reason text not null,
  cells jsonb not null,
  constraint event_import_refusals_organization_id_import_id_fkey FOREIGN KEY (organization_id, import_id) REFERENCES event_imports(organization_id, id) ON DELETE CASCADE,
  constraint event_import_refusals_pkey PRIMARY KEY (organization_id, import_id, line)
);

create table event_imports (
  organization_id uuid not null,
  id uuid not null,
  file_name text not null,
  size bigint not null,
  status text not null,
  failure text,
  upload_id text not null,
  header jsonb,
  separator text,
  position bigint not null,
  next_line integer not null,
  lines_total integer,
  lines_read integer not null,
  inserted integer not null,
  duplicates integer not null,
  refused integer not null,
  reported integer not null,
  reported_characters integer not null,
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint event_imports_size_check CHECK ((size > 0)),
  constraint event_imports_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'pending'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint event_imports_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint event_imports_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX event_imports_created ON event_imports USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX event_imports_ended ON event_imports USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX event_imports_unfinished ON event_imports USING btree (created_at) WHERE (ended_at IS NULL);

create table event_keys (
  organization_id uuid not null,
  external_id text not null,
  constraint event_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint event_keys_pkey PRIMARY KEY (organization_id, external_id)
);

create table files (
  organization_id uuid not null,
  id uuid not null,
  service text not null,
  name text not null,
  mime_type text not null,
  size bigint not null,
  version text,
  checksum_etag text,
  checksum_sha256 text,
  is_uploaded boolean not null,
  upload_id text not null,
  upload_parts jsonb not null,
  last_modified_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint files_service_check CHECK ((service = ANY (ARRAY['downloadable'::text, 'product_media'::text, 'organization_avatar'::text]))),
  constraint files_size_check CHECK ((size > 0)),
  constraint files_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint files_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX files_created ON files USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX files_stored ON files USING btree (organization_id) INCLUDE (size);
CREATE INDEX files_unfinished ON files USING btree (created_at) WHERE (NOT is_uploaded);
CREATE TRIGGER count_added AFTER INSERT ON files REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_removed AFTER DELETE ON files REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();

create table idempotency_keys (
  scope text not null,
  method text not null,
  path text not null,
  key text not null,
  fingerprint text not null,
  state text not null,
  lease_until timestamp(3) with time zone not null,
  status integer,
  body jsonb,
  created_at timestamp(3) with time zone not null,
  run_id uuid,
  constraint idempotency_keys_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text]))),
  constraint idempotency_keys_pkey PRIMARY KEY (scope, method, path, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys USING btree (created_at);

create table inbox_messages (
  id uuid not null,
  position bigint not null generated always as identity,
  message_id text not null,
  sender text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  headers jsonb not null,
  sent_at timestamp(3) with time zone not null,
  constraint inbox_messages_pkey PRIMARY KEY (id),
  constraint inbox_messages_message_id_key UNIQUE (message_id)
);
CREATE INDEX inbox_messages_position ON inbox_messages USING btree ("position" DESC);

create table invitations (
  organization_id uuid not null,
  id uuid not null,
  email text not null,
  role text not null,
  team_id uuid,
  status text not null,
  inviter_id uuid not null,
  secret_digest text not null,
  sealed_secret text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint invitations_role_check CHECK ((role <> ''::text)),
  constraint invitations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'canceled'::text]))),
  constraint invitations_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint invitations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint invitations_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE SET NULL (team_id),
  constraint invitations_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX invitations_created ON invitations USING btree (organization_id, created_at, id);
CREATE INDEX invitations_email ON invitations USING btree (email) WHERE (status = 'pending'::text);
CREATE INDEX invitations_id ON invitations USING btree (id);
CREATE INDEX invitations_inviter ON invitations USING btree (inviter_id);
CREATE INDEX invitations_open ON invitations USING btree (organization_id, expires_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX invitations_pending ON invitations USING btree (organization_id, email) WHERE (status = 'pending'::text);
CREATE INDEX invitations_team ON invitations USING btree (organization_id, team_id);

create table invoices (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  number text not null,
  series text not null,
  order_id uuid not null,
  refund_id uuid,
  credit_id uuid,
  customer_id uuid not null,
  currency text not null,
  net_amount bigint not null,
  tax_amount bigint not null,
  total_amount bigint not null,
  language text not null,
  content jsonb not null,
  voided_at timestamp(3) with time zone,
  stored_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint invoices_check CHECK ((total_amount = (net_amount + tax_amount))),
  constraint invoices_check1 CHECK ((num_nonnulls(refund_id, credit_id) =
CASE kind
    WHEN 'credit_note'::text THEN 1
    ELSE 0
END)),
  constraint invoices_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint invoices_net_amount_check CHECK ((net_amount >= 0)),
  constraint invoices_tax_amount_check CHECK ((tax_amount >= 0)),
  constraint invoices_organization_id_credit_id_fkey FOREIGN KEY (organization_id, credit_id) REFERENCES customer_credits(organization_id, id),
  constraint invoices_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint invoices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint invoices_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint invoices_organization_id_refund_id_fkey FOREIGN KEY (organization_id, refund_id) REFERENCES refunds(organization_id, id),
  constraint invoices_pkey PRIMARY KEY (organization_id, id),
  constraint invoices_organization_id_number_key UNIQUE (organization_id, number)
);
CREATE INDEX invoices_created ON invoices USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX invoices_customer ON invoices USING btree (organization_id, customer_id, created_at DESC);
CREATE UNIQUE INDEX invoices_of_credit ON invoices USING btree (organization_id, credit_id) WHERE ((credit_id IS NOT NULL) AND (voided_at IS NULL));
CREATE UNIQUE INDEX invoices_of_order ON invoices USING btree (organization_id, order_id) WHERE (kind = 'invoice'::text);
CREATE UNIQUE INDEX invoices_of_refund ON invoices USING btree (organization_id, refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX invoices_order ON invoices USING btree (organization_id, order_id, created_at DESC);
CREATE INDEX invoices_series ON invoices USING btree (organization_id, series);

create table job_periods (
  kind text not null,
  period_at timestamp(3) with time zone not null,
  constraint job_periods_pkey PRIMARY KEY (kind)
);

create table jobs (
  id uuid not null,
  kind text not null,
  payload jsonb not null,
  key text,
  run_at timestamp(3) with time zone not null,
  again_at timestamp(3) with time zone,
  attempts integer not null default 0,
  last_error text,
  dead_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  is_running boolean not null default false,
  interruptions integer not null default 0,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_key_key UNIQUE (key)
);
CREATE INDEX jobs_dead ON jobs USING btree (dead_at, id) WHERE (dead_at IS NOT NULL);
CREATE INDEX jobs_due ON jobs USING btree (kind, run_at) WHERE (dead_at IS NULL);
CREATE INDEX jobs_interrupted ON jobs USING btree (run_at) WHERE ((dead_at IS NULL) AND (is_running OR (interruptions > 0)));

create table late_usage_events (
  organization_id uuid not null,
  meter_id uuid not null,
  event_id uuid not null,
  customer_id uuid not null,
  window_start timestamp(3) with time zone,
  constraint late_usage_events_organization_id_customer_id_meter_id_fkey FOREIGN KEY (organization_id, customer_id, meter_id) REFERENCES customer_meters(organization_id, customer_id, meter_id) ON DELETE CASCADE,
  constraint late_usage_events_pkey PRIMARY KEY (organization_id, meter_id, event_id)
);
CREATE INDEX late_usage_events_window ON late_usage_events USING btree (organization_id, customer_id, meter_id, window_start);

create table ledger_entries (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  source text not null,
  order_id uuid,
  currency text not null,
  happened_at timestamp(3) with time zone not null,
  constraint ledger_entries_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint ledger_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint ledger_entries_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX ledger_entries_happened ON ledger_entries USING btree (organization_id, happened_at DESC, id DESC);
CREATE UNIQUE INDEX ledger_entries_once ON ledger_entries USING btree (organization_id, source, kind);
CREATE INDEX ledger_entries_order ON ledger_entries USING btree (organization_id, order_id, happened_at) WHERE (order_id IS NOT NULL);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_filled AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_empty_entries();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_postings (
  organization_id uuid not null,
  entry_id uuid not null,
  position integer not null,
  account text not null,
  customer_id uuid,
  amount bigint not null,
  currency text not null,
  constraint ledger_postings_account_check CHECK ((account = ANY (ARRAY['provider_clearing'::text, 'receivable'::text, 'revenue'::text, 'refunds'::text, 'tax_payable'::text, 'provider_fees'::text, 'disputes'::text, 'customer_credit'::text, 'write_off'::text, 'platform_fee'::text, 'org_payable'::text, 'org_held'::text, 'payouts'::text]))),
  constraint ledger_postings_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint ledger_postings_organization_id_entry_id_fkey FOREIGN KEY (organization_id, entry_id) REFERENCES ledger_entries(organization_id, id) ON DELETE CASCADE,
  constraint ledger_postings_pkey PRIMARY KEY (organization_id, entry_id, "position")
);
CREATE INDEX ledger_postings_account ON ledger_postings USING btree (organization_id, account, currency) INCLUDE (amount);
CREATE INDEX ledger_postings_customer ON ledger_postings USING btree (organization_id, customer_id, entry_id DESC) WHERE (customer_id IS NOT NULL);
CREATE TRIGGER ledger_postings_append_only BEFORE DELETE OR UPDATE ON ledger_postings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_balance AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_postings();
CREATE TRIGGER ledger_postings_credit AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION change_credit_balances();
CREATE TRIGGER ledger_postings_no_truncate BEFORE TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table license_key_activations (
  organization_id uuid not null,
  id uuid not null,
  license_key_id uuid not null,
  label text not null,
  conditions jsonb not null,
  meta jsonb not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint license_key_activations_organization_id_license_key_id_fkey FOREIGN KEY (organization_id, license_key_id) REFERENCES license_keys(organization_id, id) ON DELETE CASCADE,
  constraint license_key_activations_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX license_key_activations_key ON license_key_activations USING btree (organization_id, license_key_id, created_at);

create table license_keys (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  benefit_id uuid not null,
  grant_id uuid not null,
  sealed_key text not null,
  key_digest text not null,
  display_key text not null,
  status text not null,
  is_revoked_with_grant boolean not null,
  limit_activations integer,
  usage integer not null,
  limit_usage integer,
  validations integer not null,
  last_validated_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint license_keys_check CHECK (((NOT is_revoked_with_grant) OR (status = 'revoked'::text))),
  constraint license_keys_limit_activations_check CHECK ((limit_activations > 0)),
  constraint license_keys_limit_usage_check CHECK ((limit_usage > 0)),
  constraint license_keys_status_check CHECK ((status = ANY (ARRAY['granted'::text, 'revoked'::text, 'disabled'::text]))),
  constraint license_keys_usage_check CHECK ((usage >= 0)),
  constraint license_keys_validations_check CHECK ((validations >= 0)),
  constraint license_keys_organization_id_benefit_id_fkey FOREIGN KEY (organization_id, benefit_id) REFERENCES benefits(organization_id, id) ON DELETE CASCADE,
  constraint license_keys_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint license_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint license_keys_organization_id_grant_id_fkey FOREIGN KEY (organization_id, grant_id) REFERENCES benefit_grants(organization_id, id) ON DELETE CASCADE,
  constraint license_keys_pkey PRIMARY KEY (organization_id, id),
  constraint license_keys_organization_id_key_digest_key UNIQUE (organization_id, key_digest)
);
CREATE INDEX license_keys_benefit ON license_keys USING btree (organization_id, benefit_id);
CREATE INDEX license_keys_created ON license_keys USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX license_keys_customer ON license_keys USING btree (organization_id, customer_id, created_at DESC);
CREATE INDEX license_keys_grant ON license_keys USING btree (organization_id, grant_id);
CREATE INDEX license_keys_search ON license_keys USING btree (organization_id, id) INCLUDE (display_key);

create table limit_counts (
  name text not null,
  key text not null,
  count integer not null,
  expires_at timestamp(3) with time zone not null,
  constraint limit_counts_pkey PRIMARY KEY (name, key)
);
CREATE INDEX limit_counts_expires ON limit_counts USING btree (expires_at);

create table linked_accounts (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  provider text not null,
  account_id text not null,
  account_name text not null,
  sealed_access_token text,
  sealed_refresh_token text,
  access_token_expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint linked_accounts_provider_check CHECK ((provider = ANY (ARRAY['discord'::text, 'github'::text]))),
  constraint linked_accounts_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint linked_accounts_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX linked_accounts_account ON linked_accounts USING btree (organization_id, provider, account_id);
CREATE UNIQUE INDEX linked_accounts_customer ON linked_accounts USING btree (organization_id, customer_id, provider);
CREATE INDEX linked_accounts_discord ON linked_accounts USING btree (account_id) WHERE (provider = 'discord'::text);

create table members (
  organization_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  role text not null,
  team_id uuid,
  created_at timestamp(3) with time zone not null,
  constraint members_role_check CHECK ((role <> ''::text)),
  constraint members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint members_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE SET NULL (team_id),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint members_pkey PRIMARY KEY (organization_id, id),
  constraint members_user_key UNIQUE (organization_id, user_id)
);
CREATE INDEX members_joined ON members USING btree (organization_id, created_at, id);
CREATE INDEX members_team ON members USING btree (organization_id, team_id);
CREATE INDEX members_user_joined ON members USING btree (user_id, created_at, id) INCLUDE (organization_id, role);

create table merchants (
  organization_id uuid not null,
  mode text not null,
  email text,
  website text,
  socials jsonb not null,
  details jsonb,
  details_submitted_at timestamp(3) with time zone,
  feature_settings jsonb,
  subscription_settings jsonb not null,
  default_currency text not null,
  billing_timezone text not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  invoice_prefix text not null default 'INV'::text,
  invoice_series text not null default 'organization'::text,
  restarts_invoices_yearly boolean not null default false,
  allowed_embed_origins jsonb not null default '[]'::jsonb,
  accent_color text,
  frozen_at timestamp(3) with time zone,
  tax_settings jsonb,
  business_details jsonb,
  portal_settings jsonb not null default '{"showsUsage": true, "allowsEmailChange": true}'::jsonb,
  statement_name text,
  dispute_settings jsonb not null default '{"revokesAccess": true}'::jsonb,
  constraint merchants_accent_color_check CHECK ((accent_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint merchants_frozen_at_check CHECK (((frozen_at IS NULL) OR (mode = 'test'::text))),
  constraint merchants_invoice_prefix_check CHECK ((invoice_prefix ~ '^[A-Z0-9]{1,12}$'::text)),
  constraint merchants_invoice_series_check CHECK ((invoice_series = ANY (ARRAY['organization'::text, 'customer'::text]))),
  constraint merchants_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint merchants_statement_name_check CHECK ((statement_name ~ '^[A-Za-z0-9 .&-]{5,22}$'::text)),
  constraint merchants_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint merchants_pkey PRIMARY KEY (organization_id)
);
CREATE INDEX merchants_frozen ON merchants USING btree (organization_id) WHERE (frozen_at IS NOT NULL);

create table meter_credits (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  meter_id uuid not null,
  credited_at timestamp(3) with time zone not null,
  units bigint not null,
  rollover boolean not null,
  source text not null,
  constraint meter_credits_units_check CHECK ((units <> 0)),
  constraint meter_credits_organization_id_customer_id_meter_id_fkey FOREIGN KEY (organization_id, customer_id, meter_id) REFERENCES customer_meters(organization_id, customer_id, meter_id) ON DELETE CASCADE,
  constraint meter_credits_pkey PRIMARY KEY (organization_id, id),
  constraint meter_credits_organization_id_customer_id_meter_id_source_key UNIQUE (organization_id, customer_id, meter_id, source)
);
CREATE INDEX meter_credits_window ON meter_credits USING btree (organization_id, customer_id, meter_id, credited_at);

create table meter_figures (
  organization_id uuid not null,
  meter_id uuid not null,
  filter jsonb not null,
  aggregation jsonb not null,
  live_after bigint not null,
  counted_to uuid,
  counted_events bigint not null default 0,
  total_events bigint not null,
  completed_at timestamp(3) with time zone,
  constraint meter_figures_organization_id_meter_id_fkey FOREIGN KEY (organization_id, meter_id) REFERENCES meters(organization_id, id) ON DELETE CASCADE,
  constraint meter_figures_pkey PRIMARY KEY (organization_id, meter_id)
);
CREATE INDEX meter_figures_incomplete ON meter_figures USING btree (organization_id) WHERE (completed_at IS NULL);

create table meter_hours (
  organization_id uuid not null,
  meter_id uuid not null,
  hour timestamp(0) with time zone not null,
  events bigint not null,
  numbers bigint not null,
  total numeric not null,
  maximum numeric,
  minimum numeric,
  constraint meter_hours_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint meter_hours_pkey PRIMARY KEY (organization_id, meter_id, hour)
);

create table meter_thresholds (
  organization_id uuid not null,
  meter_id uuid not null,
  threshold numeric not null,
  constraint meter_thresholds_organization_id_meter_id_fkey FOREIGN KEY (organization_id, meter_id) REFERENCES meters(organization_id, id) ON DELETE CASCADE,
  constraint meter_thresholds_pkey PRIMARY KEY (organization_id, meter_id, threshold)
);

create table meters (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  filter jsonb not null,
  aggregation jsonb not null,
  archived_at timestamp(3) with time zone,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  first_billed_at timestamp(3) with time zone,
  constraint meters_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint meters_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX meters_name ON meters USING btree (organization_id, name COLLATE "und-x-icu", id);
CREATE TRIGGER count_added AFTER INSERT ON meters REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_removed AFTER DELETE ON meters REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();

create table metric_changes (
  id bigint not null generated always as identity,
  organization_id uuid not null,
  product_id uuid not null,
  is_recurring boolean not null,
  currency text not null,
  measure text not null,
  happened_at timestamp(3) with time zone not null,
  prior_at timestamp(3) with time zone,
  count bigint not null,
  amount bigint not null,
  constraint metric_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint metric_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX metric_changes_of ON metric_changes USING btree (organization_id, currency, happened_at);

create table metric_pairs (
  organization_id uuid not null,
  span text not null,
  currency text not null,
  product_id uuid,
  is_recurring boolean not null,
  measure text not null,
  starts_at timestamp(3) with time zone not null,
  prior_starts_at timestamp(3) with time zone not null,
  count bigint not null,
  constraint metric_pairs_span_check CHECK ((span = ANY (ARRAY['quarter'::text, 'hour'::text, 'day'::text]))),
  constraint metric_pairs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX metric_pairs_of ON metric_pairs USING btree (organization_id, span, currency, product_id, starts_at, prior_starts_at, measure, is_recurring) NULLS NOT DISTINCT;
CREATE INDEX metric_pairs_prior ON metric_pairs USING btree (organization_id, span, currency, product_id, prior_starts_at);

create table metric_sums (
  organization_id uuid not null,
  span text not null,
  currency text not null,
  product_id uuid,
  is_recurring boolean not null,
  measure text not null,
  starts_at timestamp(3) with time zone not null,
  count bigint not null,
  amount bigint not null,
  constraint metric_sums_span_check CHECK ((span = ANY (ARRAY['quarter'::text, 'hour'::text, 'day'::text]))),
  constraint metric_sums_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX metric_sums_of ON metric_sums USING btree (organization_id, span, currency, product_id, starts_at, measure, is_recurring) NULLS NOT DISTINCT;

create table number_series (
  organization_id uuid not null,
  series text not null,
  prefix text not null,
  last_number bigint not null,
  constraint number_series_last_number_check CHECK ((last_number > 0)),
  constraint number_series_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint number_series_pkey PRIMARY KEY (organization_id, series)
);

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
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  is_exempt boolean not null default false,
  period_start timestamp(3) with time zone,
  period_end timestamp(3) with time zone,
  constraint order_items_check CHECK (((period_start IS NULL) = (period_end IS NULL))),
  constraint order_items_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON DELETE CASCADE,
  constraint order_items_organization_id_product_price_id_fkey FOREIGN KEY (organization_id, product_price_id) REFERENCES product_prices(organization_id, id),
  constraint order_items_pkey PRIMARY KEY (organization_id, order_id, id)
);
CREATE INDEX order_items_product_price ON order_items USING btree (organization_id, product_price_id);

create table orders (
  organization_id uuid not null,
  id uuid not null,
  status text not null,
  billing_reason text not null,
  currency text not null,
  subtotal_amount bigint not null,
  discount_amount bigint not null,
  net_amount bigint not null,
  tax_amount bigint not null,
  total_amount bigint not null,
  applied_balance_amount bigint not null,
  written_off_amount bigint not null,
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
  paid_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  number text not null,
  locale text,
  receipt_not_sent text,
  discount_id uuid,
  pending_refund_amount bigint not null,
  pending_refund_tax_amount bigint not null,
  platform_fee_amount bigint,
  payment_id uuid,
  subscription_id uuid,
  period_start timestamp(3) with time zone,
  period_end timestamp(3) with time zone,
  next_payment_attempt_at timestamp(3) with time zone,
  is_collection_exhausted boolean not null,
  voided_at timestamp with time zone,
  tax jsonb,
  invoice_number text,
  disputed_amount bigint not null default 0,
  disputed_tax_amount bigint not null default 0,
  pending_dispute_amount bigint not null default 0,
  credited_amount bigint not null default 0,
  credited_tax_amount bigint not null default 0,
  counted_return_amount bigint not null default 0,
  pending_dispute_tax_amount bigint not null default 0,
  buyer_tax_id jsonb,
  constraint orders_applied_balance_amount_check CHECK ((applied_balance_amount <= 0)),
  constraint orders_billing_reason_check CHECK ((billing_reason = ANY (ARRAY['purchase'::text, 'subscription_create'::text, 'subscription_cycle'::text, 'subscription_update'::text]))),
  constraint orders_counted_return_amount_check CHECK ((counted_return_amount >= 0)),
  constraint orders_credited_amount_check CHECK ((credited_amount >= 0)),
  constraint orders_credited_tax_amount_check CHECK ((credited_tax_amount >= 0)),
  constraint orders_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint orders_disputed_amount_check CHECK ((disputed_amount >= 0)),
  constraint orders_disputed_tax_amount_check CHECK ((disputed_tax_amount >= 0)),
  constraint orders_not_negative CHECK (((net_amount >= 0) AND (discount_amount >= 0) AND (tax_amount >= 0))),
  constraint orders_not_overpaid CHECK (((written_off_amount - applied_balance_amount) <= total_amount)),
  constraint orders_pending_dispute_amount_check CHECK ((pending_dispute_amount >= 0)),
  constraint orders_pending_dispute_tax_amount_check CHECK ((pending_dispute_tax_amount >= 0)),
  constraint orders_pending_refunds CHECK (((pending_refund_amount >= 0) AND ((refunded_amount + pending_refund_amount) <= net_amount) AND (pending_refund_tax_amount >= 0) AND ((refunded_tax_amount + pending_refund_tax_amount) <= tax_amount))),
  constraint orders_period_of_subscription CHECK (((period_start IS NULL) OR (subscription_id IS NOT NULL))),
  constraint orders_platform_fee_amount_check CHECK ((platform_fee_amount >= 0)),
  constraint orders_receipt_not_sent_check CHECK ((receipt_not_sent = ANY (ARRAY['limit'::text, 'test_mode'::text]))),
  constraint orders_refunds CHECK ((((refunded_amount >= 0) AND (refunded_amount <= net_amount)) AND ((refunded_tax_amount >= 0) AND (refunded_tax_amount <= tax_amount)))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'refunded'::text, 'partially_refunded'::text]))),
  constraint orders_sums CHECK (((net_amount = ((subtotal_amount - discount_amount) -
CASE
    WHEN ((tax ->> 'behavior'::text) = 'inclusive'::text) THEN tax_amount
    ELSE (0)::bigint
END)) AND (total_amount = (net_amount + tax_amount)))),
  constraint orders_whole_period CHECK (((period_start IS NULL) = (period_end IS NULL))),
  constraint orders_written_off_amount_check CHECK ((written_off_amount >= 0)),
  constraint orders_organization_id_checkout_id_fkey FOREIGN KEY (organization_id, checkout_id) REFERENCES checkouts(organization_id, id),
  constraint orders_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint orders_organization_id_discount_id_fkey FOREIGN KEY (organization_id, discount_id) REFERENCES discounts(organization_id, id),
  constraint orders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint orders_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint orders_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id),
  constraint orders_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id),
  constraint orders_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX orders_checkout ON orders USING btree (organization_id, checkout_id) WHERE (checkout_id IS NOT NULL);
CREATE INDEX orders_created ON orders USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX orders_customer ON orders USING btree (organization_id, customer_id, created_at DESC);
CREATE INDEX orders_discount ON orders USING btree (organization_id, discount_id, created_at DESC) WHERE (discount_id IS NOT NULL);
CREATE UNIQUE INDEX orders_number ON orders USING btree (organization_id, number) INCLUDE (id);
CREATE UNIQUE INDEX orders_payment ON orders USING btree (organization_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX orders_period ON orders USING btree (organization_id, subscription_id, period_start) WHERE (billing_reason = 'subscription_cycle'::text);
CREATE INDEX orders_product ON orders USING btree (organization_id, product_id, created_at DESC);
CREATE INDEX orders_renewals ON orders USING btree (organization_id, subscription_id, paid_at, id) WHERE ((billing_reason = 'subscription_cycle'::text) AND (paid_at IS NOT NULL));
CREATE INDEX orders_status ON orders USING btree (organization_id, status, created_at DESC, id DESC);
CREATE INDEX orders_subscription ON orders USING btree (organization_id, subscription_id, created_at DESC) WHERE (subscription_id IS NOT NULL);
CREATE INDEX orders_total ON orders USING btree (organization_id, total_amount);
CREATE TRIGGER count_added AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_metrics_added AFTER INSERT ON orders FOR EACH ROW WHEN ((new.paid_at IS NOT NULL)) EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_metrics_changed AFTER UPDATE ON orders FOR EACH ROW WHEN ((((((old.paid_at IS DISTINCT FROM new.paid_at) OR (old.net_amount IS DISTINCT FROM new.net_amount)) OR (old.billing_reason IS DISTINCT FROM new.billing_reason)) OR (old.product_id IS DISTINCT FROM new.product_id)) OR (old.currency IS DISTINCT FROM new.currency))) EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_metrics_removed AFTER DELETE ON orders FOR EACH ROW WHEN ((old.paid_at IS NOT NULL)) EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_removed AFTER DELETE ON orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER pair_renewals_added AFTER INSERT ON orders FOR EACH ROW WHEN (((new.billing_reason = 'subscription_cycle'::text) AND (new.paid_at IS NOT NULL))) EXECUTE FUNCTION pair_renewals_of_order();
CREATE TRIGGER pair_renewals_changed AFTER UPDATE ON orders FOR EACH ROW WHEN (((new.billing_reason = 'subscription_cycle'::text) AND (((old.paid_at IS DISTINCT FROM new.paid_at) OR (old.product_id IS DISTINCT FROM new.product_id)) OR (old.currency IS DISTINCT FROM new.currency)))) EXECUTE FUNCTION pair_renewals_of_order();
CREATE TRIGGER pair_renewals_removed AFTER DELETE ON orders FOR EACH ROW WHEN (((old.billing_reason = 'subscription_cycle'::text) AND (old.paid_at IS NOT NULL))) EXECUTE FUNCTION pair_renewals_of_order();

create table organization_access_tokens (
  organization_id uuid not null,
  id uuid not null,
  digest text not null,
  comment text not null,
  scopes text[] not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint organization_access_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint organization_access_tokens_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX organization_access_tokens_created ON organization_access_tokens USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX organization_access_tokens_digest ON organization_access_tokens USING btree (digest);

create table organization_roles (
  organization_id uuid not null,
  name text not null,
  permissions jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone,
  constraint organization_roles_name_check CHECK ((name <> ''::text)),
  constraint organization_roles_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint organization_roles_pkey PRIMARY KEY (organization_id, name)
);

create table organizations (
  id uuid not null,
  name text not null,
  slug text not null,
  logo text,
  metadata text,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  closed_until timestamp(3) with time zone,
  blocked_at timestamp(3) with time zone,
  blocked_reason text,
  constraint organizations_blocked_check CHECK (((blocked_at IS NULL) = (blocked_reason IS NULL))),
  constraint organizations_not_the_platform CHECK ((id <> '00000000-0000-8000-8000-000000000000'::uuid)),
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_slug_key UNIQUE (slug)
);
CREATE INDEX organizations_created ON organizations USING btree (created_at, id);
CREATE INDEX organizations_logo ON organizations USING hash (logo) WHERE (logo IS NOT NULL);
CREATE TRIGGER webhook_owner AFTER INSERT ON organizations FOR EACH ROW EXECUTE FUNCTION add_webhook_owner();

create table payment_events (
  organization_id uuid not null,
  id uuid not null,
  processor text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamp(3) with time zone not null,
  worked_at timestamp(3) with time zone,
  constraint payment_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint payment_events_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX payment_events_once ON payment_events USING btree (organization_id, processor, event_id);

create table payment_method_setups (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  is_default boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint payment_method_setups_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint payment_method_setups_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint payment_method_setups_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX payment_method_setups_customer ON payment_method_setups USING btree (organization_id, customer_id, created_at DESC);

create table payment_methods (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  processor text not null,
  method text not null,
  brand text not null,
  last4 text not null,
  exp_month integer,
  exp_year integer,
  is_default boolean not null,
  created_at timestamp(3) with time zone not null,
  removed_at timestamp(3) with time zone,
  tried_at timestamp(3) with time zone,
  detached_at timestamp(3) with time zone,
  is_unproven boolean not null default false,
  constraint payment_methods_check CHECK (((removed_at IS NULL) OR (NOT is_default))),
  constraint payment_methods_exp_month_check CHECK (((exp_month >= 1) AND (exp_month <= 12))),
  constraint payment_methods_exp_year_check CHECK (((exp_year >= 2000) AND (exp_year <= 9999))),
  constraint payment_methods_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint payment_methods_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint payment_methods_pkey PRIMARY KEY (organization_id, id),
  constraint payment_methods_organization_id_processor_method_key UNIQUE (organization_id, processor, method)
);
CREATE INDEX payment_methods_customer ON payment_methods USING btree (organization_id, customer_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX payment_methods_default ON payment_methods USING btree (organization_id, customer_id) WHERE is_default;
CREATE INDEX payment_methods_undetached ON payment_methods USING btree (tried_at) WHERE ((removed_at IS NOT NULL) AND (detached_at IS NULL));

create table payments (
  organization_id uuid not null,
  id uuid not null,
  purpose text not null,
  purpose_id uuid not null,
  status text not null,
  amount bigint not null,
  currency text not null,
  processor text not null,
  idempotency_key text not null,
  processor_reference text,
  sealed_action_secret text,
  decline_code text,
  decline_message text,
  method_brand text,
  method_last4 text,
  customer_email text,
  asked_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  fee_amount bigint not null,
  constraint payments_amount_check CHECK ((amount >= 0)),
  constraint payments_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint payments_fee_amount_check CHECK ((fee_amount >= 0)),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_doubt'::text, 'requires_action'::text, 'succeeded'::text, 'failed'::text, 'refunded'::text]))),
  constraint payments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint payments_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX payments_created ON payments USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX payments_email ON payments USING btree (organization_id, lower(customer_email));
CREATE UNIQUE INDEX payments_idempotency_key ON payments USING btree (organization_id, idempotency_key);
CREATE UNIQUE INDEX payments_one_unsettled ON payments USING btree (organization_id, purpose, purpose_id) WHERE (status = ANY (ARRAY['pending'::text, 'in_doubt'::text, 'requires_action'::text]));
CREATE INDEX payments_purpose ON payments USING btree (organization_id, purpose, purpose_id, created_at);
CREATE INDEX payments_reference ON payments USING btree (organization_id, processor, processor_reference);
CREATE INDEX payments_unsettled ON payments USING btree (created_at) WHERE (status = ANY (ARRAY['pending'::text, 'in_doubt'::text, 'requires_action'::text]));

create table pictures (
  digest text not null,
  type text not null,
  bytes bytea not null,
  stored_at timestamp(3) with time zone not null,
  constraint pictures_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 262144))),
  constraint pictures_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint pictures_type_check CHECK ((type = ANY (ARRAY['png'::text, 'jpg'::text, 'webp'::text, 'gif'::text]))),
  constraint pictures_pkey PRIMARY KEY (digest)
);
CREATE INDEX pictures_stored ON pictures USING btree (stored_at);

create table platform_terms (
  organization_id uuid not null,
  fee_basis_points integer,
  fee_fixed integer,
  payout_account text,
  modified_at timestamp(3) with time zone not null,
  constraint platform_terms_fee_basis_points_check CHECK (((fee_basis_points >= 0) AND (fee_basis_points <= 10000))),
  constraint platform_terms_fee_fixed_check CHECK ((fee_fixed >= 0)),
  constraint platform_terms_payout_account_check CHECK (((octet_length(payout_account) >= 1) AND (octet_length(payout_account) <= 1000))),
  constraint platform_terms_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint platform_terms_pkey PRIMARY KEY (organization_id)
);

create table product_benefits (
  organization_id uuid not null,
  product_id uuid not null,
  position integer not null,
  benefit_id uuid not null,
  constraint product_benefits_position_check CHECK (("position" >= 0)),
  constraint product_benefits_organization_id_benefit_id_fkey FOREIGN KEY (organization_id, benefit_id) REFERENCES benefits(organization_id, id) ON DELETE CASCADE,
  constraint product_benefits_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE,
  constraint product_benefits_pkey PRIMARY KEY (organization_id, product_id, "position")
);
CREATE INDEX product_benefits_benefit ON product_benefits USING btree (organization_id, benefit_id, product_id);

create table product_custom_fields (
  organization_id uuid not null,
  product_id uuid not null,
  position integer not null,
  custom_field_id uuid not null,
  is_required boolean not null,
  constraint product_custom_fields_position_check CHECK (("position" >= 0)),
  constraint product_custom_fields_organization_id_custom_field_id_fkey FOREIGN KEY (organization_id, custom_field_id) REFERENCES custom_fields(organization_id, id) ON DELETE CASCADE,
  constraint product_custom_fields_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE,
  constraint product_custom_fields_pkey PRIMARY KEY (organization_id, product_id, "position")
);
CREATE INDEX product_custom_fields_field ON product_custom_fields USING btree (organization_id, custom_field_id);

create table product_medias (
  organization_id uuid not null,
  product_id uuid not null,
  position integer not null,
  file_id uuid not null,
  constraint product_medias_position_check CHECK (("position" >= 0)),
  constraint product_medias_organization_id_file_id_fkey FOREIGN KEY (organization_id, file_id) REFERENCES files(organization_id, id) ON DELETE CASCADE,
  constraint product_medias_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE,
  constraint product_medias_pkey PRIMARY KEY (organization_id, product_id, "position")
);
CREATE INDEX product_medias_file ON product_medias USING btree (organization_id, file_id);

create table product_prices (
  organization_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  position integer not null,
  amount_type text not null,
  price_currency text,
  price_amount bigint,
  is_archived boolean not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  minimum_amount bigint,
  maximum_amount bigint,
  preset_amount bigint,
  unit_amount text,
  cap_amount bigint,
  meter_id uuid,
  constraint product_prices_amount_type_check CHECK ((amount_type = ANY (ARRAY['fixed'::text, 'custom'::text, 'free'::text, 'metered_unit'::text]))),
  constraint product_prices_cap_amount_check CHECK (((cap_amount >= 0) AND (cap_amount <= 99999999))),
  constraint product_prices_check CHECK (((amount_type <> 'fixed'::text) OR ((price_currency IS NOT NULL) AND (price_amount IS NOT NULL)))),
  constraint product_prices_check1 CHECK (((amount_type <> 'custom'::text) OR ((price_currency IS NOT NULL) AND (minimum_amount IS NOT NULL)))),
  constraint product_prices_check2 CHECK (((amount_type <> 'free'::text) OR (price_currency IS NOT NULL))),
  constraint product_prices_check3 CHECK (((amount_type <> 'metered_unit'::text) OR ((price_currency IS NOT NULL) AND (unit_amount IS NOT NULL) AND (meter_id IS NOT NULL)))),
  constraint product_prices_maximum_amount_check CHECK (((maximum_amount >= 0) AND (maximum_amount <= 99999999))),
  constraint product_prices_minimum_amount_check CHECK (((minimum_amount >= 0) AND (minimum_amount <= 99999999))),
  constraint product_prices_preset_amount_check CHECK (((preset_amount >= 0) AND (preset_amount <= 99999999))),
  constraint product_prices_price_amount_check CHECK (((price_amount >= 0) AND (price_amount <= 99999999))),
  constraint product_prices_unit_amount_check CHECK ((unit_amount ~ '^\d{1,17}(\.\d{1,12})?$'::text)),
  constraint product_prices_organization_id_meter_id_fkey FOREIGN KEY (organization_id, meter_id) REFERENCES meters(organization_id, id),
  constraint product_prices_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE,
  constraint product_prices_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX product_prices_meter ON product_prices USING btree (organization_id, meter_id) WHERE (meter_id IS NOT NULL);
CREATE INDEX product_prices_product ON product_prices USING btree (organization_id, product_id, "position");

create table products (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  recurring_interval text,
  is_archived boolean not null,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  trial_interval text,
  trial_interval_count integer,
  is_trial_payment_required boolean not null,
  tax_code text not null default 'standard'::text,
  constraint products_recurring_interval_check CHECK ((recurring_interval = ANY (ARRAY['month'::text, 'year'::text]))),
  constraint products_tax_code_check CHECK ((tax_code = ANY (ARRAY['standard'::text, 'exempt'::text]))),
  constraint products_trial CHECK ((((trial_interval IS NULL) = (trial_interval_count IS NULL)) AND ((trial_interval IS NULL) OR (recurring_interval IS NOT NULL)))),
  constraint products_trial_interval_check CHECK ((trial_interval = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text]))),
  constraint products_trial_interval_count_check CHECK (((trial_interval_count >= 1) AND (trial_interval_count <= 1000))),
  constraint products_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint products_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX products_created ON products USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX products_search ON products USING btree (organization_id, id) INCLUDE (name);
CREATE TRIGGER count_added AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_removed AFTER DELETE ON products REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();

create table refunds (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  customer_id uuid not null,
  status text not null,
  reason text not null,
  failure_reason text,
  amount bigint not null,
  tax_amount bigint not null,
  returned_amount bigint not null,
  currency text not null,
  revoke_benefits boolean not null,
  comment text,
  metadata jsonb not null,
  payment_id uuid,
  idempotency_key text not null,
  is_announced boolean not null,
  queried_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  is_duplicate_payment boolean not null,
  constraint refunds_amount_check CHECK (((amount >= 0) AND ((amount + tax_amount) > 0))),
  constraint refunds_check CHECK (((returned_amount >= 0) AND (returned_amount <= (amount + tax_amount)))),
  constraint refunds_check1 CHECK (((returned_amount = 0) OR (payment_id IS NOT NULL))),
  constraint refunds_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint refunds_failure_reason_check CHECK ((failure_reason = ANY (ARRAY['amount_too_large'::text, 'not_charged'::text, 'refused_by_bank'::text]))),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['duplicate'::text, 'fraudulent'::text, 'customer_request'::text, 'service_disruption'::text, 'satisfaction_guarantee'::text, 'other'::text]))),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text]))),
  constraint refunds_tax_amount_check CHECK ((tax_amount >= 0)),
  constraint refunds_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint refunds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint refunds_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint refunds_organization_id_payment_id_fkey FOREIGN KEY (organization_id, payment_id) REFERENCES payments(organization_id, id),
  constraint refunds_pkey PRIMARY KEY (organization_id, id),
  constraint refunds_organization_id_idempotency_key_key UNIQUE (organization_id, idempotency_key)
);
CREATE INDEX refunds_created ON refunds USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX refunds_customer ON refunds USING btree (organization_id, customer_id, created_at DESC);
CREATE INDEX refunds_order ON refunds USING btree (organization_id, order_id, created_at DESC);
CREATE INDEX refunds_payment ON refunds USING btree (organization_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX refunds_pending ON refunds USING btree (COALESCE(queried_at, created_at)) WHERE (status = 'pending'::text);
CREATE TRIGGER count_metrics_added AFTER INSERT ON refunds FOR EACH ROW WHEN ((new.status = 'succeeded'::text)) EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_metrics_changed AFTER UPDATE ON refunds FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR ((new.status = 'succeeded'::text) AND (((old.amount IS DISTINCT FROM new.amount) OR (old.modified_at IS DISTINCT FROM new.modified_at)) OR (old.is_duplicate_payment IS DISTINCT FROM new.is_duplicate_payment))))) EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_metrics_removed AFTER DELETE ON refunds FOR EACH ROW WHEN ((old.status = 'succeeded'::text)) EXECUTE FUNCTION count_metric_tallies();

create table row_counts (
  id bigint not null generated always as identity,
  organization_id uuid not null,
  counted_table text not null,
  change bigint not null,
  constraint row_counts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint row_counts_pkey PRIMARY KEY (id)
);
CREATE INDEX row_counts_of ON row_counts USING btree (organization_id, counted_table) INCLUDE (change);

create table sandbox_charges (
  organization_id uuid not null,
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
  fault text,
  created_at timestamp(3) with time zone not null,
  card text,
  method_id uuid,
  saves_for uuid,
  refunded_amount bigint not null default 0,
  dispute_status text,
  card_expiry text,
  constraint sandbox_charges_card_expiry_check CHECK ((card_expiry ~ '^\d{4}$'::text)),
  constraint sandbox_charges_dispute_status_check CHECK ((dispute_status = ANY (ARRAY['needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text]))),
  constraint sandbox_charges_refunded CHECK (((refunded_amount >= 0) AND (refunded_amount <= amount))),
  constraint sandbox_charges_status_check CHECK ((status = ANY (ARRAY['requires_action'::text, 'processing'::text, 'succeeded'::text, 'declined'::text, 'canceled'::text, 'refunded'::text]))),
  constraint sandbox_charges_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint sandbox_charges_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX sandbox_charges_action ON sandbox_charges USING btree (action_secret_digest) WHERE (action_secret_digest IS NOT NULL);
CREATE UNIQUE INDEX sandbox_charges_key ON sandbox_charges USING btree (organization_id, key);

create table sandbox_methods (
  organization_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  card text not null,
  created_at timestamp(3) with time zone not null,
  removed_at timestamp(3) with time zone,
  constraint sandbox_methods_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint sandbox_methods_pkey PRIMARY KEY (organization_id, id)
);

create table sandbox_refunds (
  organization_id uuid not null,
  id uuid not null,
  key text,
  charge_id uuid not null,
  amount bigint not null,
  status text not null,
  created_at timestamp(3) with time zone not null,
  constraint sandbox_refunds_amount_check CHECK ((amount > 0)),
  constraint sandbox_refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text]))),
  constraint sandbox_refunds_organization_id_charge_id_fkey FOREIGN KEY (organization_id, charge_id) REFERENCES sandbox_charges(organization_id, id) ON DELETE CASCADE,
  constraint sandbox_refunds_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX sandbox_refunds_charge ON sandbox_refunds USING btree (organization_id, charge_id);
CREATE UNIQUE INDEX sandbox_refunds_key ON sandbox_refunds USING btree (organization_id, key);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token_digest text not null,
  sealed_token text not null,
  is_remembered boolean not null,
  ip_address text,
  user_agent text,
  active_organization_id uuid,
  impersonated_by uuid,
  expires_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  active_team_id uuid,
  constraint sessions_active_organization_fkey FOREIGN KEY (active_organization_id) REFERENCES organizations(id) ON DELETE SET NULL,
  constraint sessions_active_team_fkey FOREIGN KEY (active_organization_id, active_team_id) REFERENCES teams(organization_id, id) ON DELETE SET NULL (active_team_id),
  constraint sessions_impersonated_by_fkey FOREIGN KEY (impersonated_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token_digest)
);
CREATE INDEX sessions_active_organization ON sessions USING btree (active_organization_id);
CREATE INDEX sessions_active_team ON sessions USING btree (active_team_id, active_organization_id) WHERE (active_team_id IS NOT NULL);
CREATE INDEX sessions_expires ON sessions USING btree (expires_at);
CREATE INDEX sessions_impersonated_by ON sessions USING btree (impersonated_by);
CREATE INDEX sessions_user ON sessions USING btree (user_id, created_at);
CREATE TRIGGER sessions_notify_change AFTER UPDATE ON sessions FOR EACH ROW WHEN (((old.user_id IS DISTINCT FROM new.user_id) OR (old.active_organization_id IS DISTINCT FROM new.active_organization_id) OR (old.active_team_id IS DISTINCT FROM new.active_team_id) OR (old.impersonated_by IS DISTINCT FROM new.impersonated_by) OR (old.is_remembered IS DISTINCT FROM new.is_remembered) OR (new.expires_at < old.expires_at))) EXECUTE FUNCTION notify_session_change('session');
CREATE TRIGGER sessions_notify_end AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION notify_session_change('session');

create table stripe_attempts (
  organization_id uuid not null,
  id uuid not null,
  key text not null,
  kind text not null,
  intent text,
  customer text,
  has_shared_secret boolean not null default false,
  decline jsonb,
  canceled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint stripe_attempts_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'setup'::text]))),
  constraint stripe_attempts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint stripe_attempts_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX stripe_attempts_intent ON stripe_attempts USING btree (intent) WHERE (intent IS NOT NULL);
CREATE UNIQUE INDEX stripe_attempts_key ON stripe_attempts USING btree (organization_id, key);

create table stripe_customers (
  organization_id uuid not null,
  customer_id uuid not null,
  reference text not null,
  created_at timestamp(3) with time zone not null,
  constraint stripe_customers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint stripe_customers_pkey PRIMARY KEY (organization_id, customer_id)
);

create table stripe_refunds (
  organization_id uuid not null,
  id uuid not null,
  key text not null,
  attempt_id uuid not null,
  reference text,
  created_at timestamp(3) with time zone not null,
  constraint stripe_refunds_organization_id_attempt_id_fkey FOREIGN KEY (organization_id, attempt_id) REFERENCES stripe_attempts(organization_id, id) ON DELETE CASCADE,
  constraint stripe_refunds_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX stripe_refunds_attempt ON stripe_refunds USING btree (organization_id, attempt_id);
CREATE UNIQUE INDEX stripe_refunds_key ON stripe_refunds USING btree (organization_id, key);

create table subscription_changes (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  status text not null,
  from_product_id uuid not null,
  from_period_start timestamp(3) with time zone not null,
  product_id uuid not null,
  price_ids uuid[] not null,
  amount bigint not null,
  currency text not null,
  recurring_interval text not null,
  period_start timestamp(3) with time zone,
  period_end timestamp(3) with time zone,
  keeps_discount boolean not null,
  items jsonb not null,
  discount_amount bigint not null,
  tax_amount bigint not null,
  credit_amount bigint not null,
  payment_id uuid not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  tax jsonb,
  period_amount bigint,
  waiting_ids uuid[] not null default '{}'::uuid[],
  returned_amount bigint not null default 0,
  returned_taxable_amount bigint not null default 0,
  quoted_return_amount bigint not null default 0,
  constraint subscription_changes_amount_check CHECK ((amount >= 0)),
  constraint subscription_changes_check CHECK (((period_start IS NULL) = (period_end IS NULL))),
  constraint subscription_changes_credit_amount_check CHECK ((credit_amount >= 0)),
  constraint subscription_changes_discount_amount_check CHECK ((discount_amount >= 0)),
  constraint subscription_changes_period_amount_check CHECK ((period_amount >= 0)),
  constraint subscription_changes_recurring_interval_check CHECK ((recurring_interval = ANY (ARRAY['month'::text, 'year'::text]))),
  constraint subscription_changes_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'applied'::text, 'dropped'::text]))),
  constraint subscription_changes_tax_amount_check CHECK ((tax_amount >= 0)),
  constraint subscription_changes_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id) ON DELETE CASCADE,
  constraint subscription_changes_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX subscription_changes_of ON subscription_changes USING btree (organization_id, subscription_id, created_at);
CREATE UNIQUE INDEX subscription_changes_pending ON subscription_changes USING btree (organization_id, subscription_id) WHERE (status = 'pending'::text);

create table subscription_items (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  label text not null,
  amount bigint not null,
  product_price_id uuid,
  created_at timestamp(3) with time zone not null,
  order_id uuid,
  is_usage boolean not null,
  is_exempt boolean not null default false,
  period_start timestamp(3) with time zone,
  period_end timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  constraint subscription_items_check CHECK (((period_start IS NULL) = (period_end IS NULL))),
  constraint subscription_items_check1 CHECK (((order_id IS NULL) OR (closed_at IS NULL))),
  constraint subscription_items_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id) ON DELETE CASCADE,
  constraint subscription_items_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX subscription_items_of ON subscription_items USING btree (organization_id, subscription_id, created_at);
CREATE INDEX subscription_items_order ON subscription_items USING btree (organization_id, order_id) WHERE (order_id IS NOT NULL);

create table subscription_redemptions (
  organization_id uuid not null,
  subscription_id uuid not null,
  discount_id uuid not null,
  redeemed_at timestamp(3) with time zone not null,
  constraint subscription_redemptions_organization_id_discount_id_fkey FOREIGN KEY (organization_id, discount_id) REFERENCES discounts(organization_id, id) ON DELETE CASCADE,
  constraint subscription_redemptions_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id) ON DELETE CASCADE,
  constraint subscription_redemptions_pkey PRIMARY KEY (organization_id, subscription_id, discount_id)
);
CREATE INDEX subscription_redemptions_discount ON subscription_redemptions USING btree (organization_id, discount_id);

create table subscription_renewals (
  organization_id uuid not null,
  order_id uuid not null,
  subscription_id uuid not null,
  product_id uuid not null,
  currency text not null,
  paid_at timestamp(3) with time zone not null,
  prior_paid_at timestamp(3) with time zone not null,
  constraint subscription_renewals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint subscription_renewals_pkey PRIMARY KEY (organization_id, order_id)
);
CREATE INDEX subscription_renewals_of ON subscription_renewals USING btree (organization_id, subscription_id);
CREATE TRIGGER count_metrics AFTER INSERT OR DELETE OR UPDATE ON subscription_renewals FOR EACH ROW EXECUTE FUNCTION count_metric_tallies();

create table subscription_reservations (
  organization_id uuid not null,
  checkout_id uuid not null,
  buyer text not null,
  reserved_at timestamp(3) with time zone not null,
  constraint subscription_reservations_organization_id_checkout_id_fkey FOREIGN KEY (organization_id, checkout_id) REFERENCES checkouts(organization_id, id) ON DELETE CASCADE,
  constraint subscription_reservations_pkey PRIMARY KEY (organization_id, checkout_id),
  constraint subscription_reservations_organization_id_buyer_key UNIQUE (organization_id, buyer)
);

create table subscription_value_changes (
  organization_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  product_id uuid not null,
  currency text not null,
  happened_at timestamp(3) with time zone not null,
  twelfths bigint not null,
  committed_twelfths bigint not null,
  constraint subscription_value_changes_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint subscription_value_changes_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES subscriptions(organization_id, id) ON DELETE CASCADE,
  constraint subscription_value_changes_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX subscription_value_changes_of ON subscription_value_changes USING btree (organization_id, subscription_id, happened_at);
CREATE TRIGGER count_metrics AFTER INSERT OR DELETE OR UPDATE ON subscription_value_changes FOR EACH ROW EXECUTE FUNCTION count_metric_tallies();

create table subscriptions (
  organization_id uuid not null,
  id uuid not null,
  status text not null,
  amount bigint not null,
  currency text not null,
  recurring_interval text not null,
  current_period_start timestamp(3) with time zone not null,
  current_period_end timestamp(3) with time zone not null,
  trial_start timestamp(3) with time zone,
  trial_end timestamp(3) with time zone,
  cancel_at_period_end boolean not null,
  canceled_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  past_due_at timestamp(3) with time zone,
  next_payment_attempt_at timestamp(3) with time zone,
  customer_id uuid not null,
  product_id uuid not null,
  checkout_id uuid,
  discount_id uuid,
  discount_applied_at timestamp(3) with time zone,
  customer_cancellation_reason text,
  customer_cancellation_comment text,
  metadata jsonb not null,
  custom_field_data jsonb not null,
  price_ids uuid[] not null,
  pending_product_id uuid,
  locale text,
  billing_timezone text not null,
  anchor_at timestamp(3) with time zone not null,
  payment_method_id uuid,
  is_exclusive boolean not null,
  unpaid_order_id uuid,
  is_charging boolean not null,
  failed_attempts integer not null,
  reminded_for timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  prior_discount_id uuid,
  prior_discount_for timestamp(3) with time zone,
  late_periods integer not null default 0,
  period_amount bigint,
  funded_since timestamp(3) with time zone,
  is_unproven boolean not null default false,
  constraint subscriptions_amount_check CHECK ((amount >= 0)),
  constraint subscriptions_check CHECK ((current_period_start < current_period_end)),
  constraint subscriptions_check1 CHECK (((trial_start IS NULL) = (trial_end IS NULL))),
  constraint subscriptions_check2 CHECK (((ended_at IS NOT NULL) = (status = 'canceled'::text))),
  constraint subscriptions_check3 CHECK (((NOT is_charging) OR (unpaid_order_id IS NOT NULL))),
  constraint subscriptions_check4 CHECK (((status <> 'past_due'::text) OR (past_due_at IS NOT NULL))),
  constraint subscriptions_check5 CHECK (((prior_discount_id IS NULL) = (prior_discount_for IS NULL))),
  constraint subscriptions_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint subscriptions_customer_cancellation_comment_check CHECK ((char_length(customer_cancellation_comment) <= 1000)),
  constraint subscriptions_customer_cancellation_reason_check CHECK ((customer_cancellation_reason = ANY (ARRAY['customer_service'::text, 'low_quality'::text, 'missing_features'::text, 'switched_service'::text, 'too_complex'::text, 'too_expensive'::text, 'unused'::text, 'other'::text]))),
  constraint subscriptions_failed_attempts_check CHECK ((failed_attempts >= 0)),
  constraint subscriptions_late_periods_check CHECK ((late_periods >= 0)),
  constraint subscriptions_period_amount_check CHECK ((period_amount >= 0)),
  constraint subscriptions_price_ids_check CHECK ((cardinality(price_ids) > 0)),
  constraint subscriptions_recurring_interval_check CHECK ((recurring_interval = ANY (ARRAY['month'::text, 'year'::text]))),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['incomplete'::text, 'incomplete_expired'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text, 'unpaid'::text]))),
  constraint subscriptions_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id),
  constraint subscriptions_organization_id_discount_id_fkey FOREIGN KEY (organization_id, discount_id) REFERENCES discounts(organization_id, id),
  constraint subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint subscriptions_organization_id_pending_product_id_fkey FOREIGN KEY (organization_id, pending_product_id) REFERENCES products(organization_id, id),
  constraint subscriptions_organization_id_prior_discount_id_fkey FOREIGN KEY (organization_id, prior_discount_id) REFERENCES discounts(organization_id, id),
  constraint subscriptions_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id),
  constraint subscriptions_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX subscriptions_checkout ON subscriptions USING btree (organization_id, checkout_id) WHERE (checkout_id IS NOT NULL);
CREATE INDEX subscriptions_customer ON subscriptions USING btree (organization_id, customer_id, started_at DESC);
CREATE INDEX subscriptions_discount ON subscriptions USING btree (organization_id, discount_id) WHERE (discount_id IS NOT NULL);
CREATE INDEX subscriptions_due ON subscriptions USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX subscriptions_due_of ON subscriptions USING btree (organization_id, due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX subscriptions_exclusive ON subscriptions USING btree (organization_id, customer_id) WHERE (is_exclusive AND (status = ANY (ARRAY['incomplete'::text, 'trialing'::text, 'active'::text, 'past_due'::text])));
CREATE INDEX subscriptions_late ON subscriptions USING btree (organization_id) WHERE (late_periods > 0);
CREATE INDEX subscriptions_pending_product ON subscriptions USING btree (organization_id, pending_product_id) WHERE (pending_product_id IS NOT NULL);
CREATE INDEX subscriptions_period_end ON subscriptions USING btree (organization_id, current_period_end) WHERE (status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text]));
CREATE INDEX subscriptions_prior_discount ON subscriptions USING btree (organization_id, prior_discount_id) WHERE (prior_discount_id IS NOT NULL);
CREATE INDEX subscriptions_product ON subscriptions USING btree (organization_id, product_id, started_at DESC);
CREATE INDEX subscriptions_started ON subscriptions USING btree (organization_id, started_at DESC, id DESC);
CREATE TRIGGER count_added AFTER INSERT ON subscriptions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER count_metrics_added AFTER INSERT ON subscriptions FOR EACH ROW WHEN ((new.started_at IS NOT NULL)) EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_metrics_changed AFTER UPDATE ON subscriptions FOR EACH ROW WHEN ((((((((old.started_at IS DISTINCT FROM new.started_at) OR (old.ended_at IS DISTINCT FROM new.ended_at)) OR (old.trial_start IS DISTINCT FROM new.trial_start)) OR (old.trial_end IS DISTINCT FROM new.trial_end)) OR (old.customer_cancellation_reason IS DISTINCT FROM new.customer_cancellation_reason)) OR (old.product_id IS DISTINCT FROM new.product_id)) OR (old.currency IS DISTINCT FROM new.currency))) EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_metrics_removed AFTER DELETE ON subscriptions FOR EACH ROW WHEN ((old.started_at IS NOT NULL)) EXECUTE FUNCTION count_metric_tallies();
CREATE TRIGGER count_removed AFTER DELETE ON subscriptions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER note_value_added AFTER INSERT ON subscriptions FOR EACH ROW EXECUTE FUNCTION note_subscription_value();
CREATE TRIGGER note_value_changed AFTER UPDATE ON subscriptions FOR EACH ROW WHEN ((((((((((((old.status IS DISTINCT FROM new.status) OR (old.amount IS DISTINCT FROM new.amount)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.recurring_interval IS DISTINCT FROM new.recurring_interval)) OR (old.product_id IS DISTINCT FROM new.product_id)) OR (old.cancel_at_period_end IS DISTINCT FROM new.cancel_at_period_end)) OR (old.current_period_start IS DISTINCT FROM new.current_period_start)) OR (old.discount_id IS DISTINCT FROM new.discount_id)) OR (old.discount_applied_at IS DISTINCT FROM new.discount_applied_at)) OR (old.prior_discount_id IS DISTINCT FROM new.prior_discount_id)) OR (old.prior_discount_for IS DISTINCT FROM new.prior_discount_for))) EXECUTE FUNCTION note_subscription_value();

create table tax_records (
  organization_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  engine text not null,
  reference text not null,
  amount bigint not null,
  tax_amount bigint not null,
  currency text not null,
  status text not null,
  failure_reason text,
  failure_detail text,
  calculation_id text,
  transaction_id text,
  line_id text,
  attempts integer not null,
  next_attempt_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint tax_records_amount_check CHECK ((amount >= 0)),
  constraint tax_records_attempts_check CHECK ((attempts >= 0)),
  constraint tax_records_check CHECK (((status = 'recorded'::text) = (transaction_id IS NOT NULL))),
  constraint tax_records_check1 CHECK (((status = 'failed'::text) = (failure_reason IS NOT NULL))),
  constraint tax_records_check2 CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint tax_records_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint tax_records_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'reversal'::text, 'restoration'::text]))),
  constraint tax_records_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'recorded'::text, 'failed'::text]))),
  constraint tax_records_tax_amount_check CHECK ((tax_amount >= 0)),
  constraint tax_records_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint tax_records_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id),
  constraint tax_records_pkey PRIMARY KEY (organization_id, id),
  constraint tax_records_organization_id_reference_key UNIQUE (organization_id, reference)
);
CREATE UNIQUE INDEX tax_records_calculation ON tax_records USING btree (organization_id, calculation_id) WHERE (calculation_id IS NOT NULL);
CREATE INDEX tax_records_created ON tax_records USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX tax_records_due ON tax_records USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX tax_records_failed ON tax_records USING btree (organization_id, id) WHERE (status = 'failed'::text);
CREATE INDEX tax_records_order ON tax_records USING btree (organization_id, order_id, id);

create table teams (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone,
  constraint teams_name_check CHECK ((name <> ''::text)),
  constraint teams_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint teams_pkey PRIMARY KEY (organization_id, id)
);

create table test_clocks (
  organization_id uuid not null,
  id uuid not null,
  name text,
  status text not null,
  advanced_from timestamp(3) with time zone,
  target_at timestamp(3) with time zone,
  requested_at timestamp(3) with time zone,
  error text,
  lease_id uuid,
  lease_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  constraint test_clocks_check CHECK (((status <> 'advancing'::text) OR (target_at IS NOT NULL))),
  constraint test_clocks_status_check CHECK ((status = ANY (ARRAY['ready'::text, 'advancing'::text, 'failed'::text]))),
  constraint test_clocks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES merchants(organization_id) ON DELETE CASCADE,
  constraint test_clocks_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX test_clocks_organization ON test_clocks USING btree (organization_id);

create table trial_uses (
  organization_id uuid not null,
  mark text not null,
  product_id uuid not null,
  used_at timestamp(3) with time zone not null,
  constraint trial_uses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint trial_uses_organization_id_product_id_fkey FOREIGN KEY (organization_id, product_id) REFERENCES products(organization_id, id) ON DELETE CASCADE,
  constraint trial_uses_pkey PRIMARY KEY (organization_id, mark, product_id)
);
CREATE INDEX trial_uses_product ON trial_uses USING btree (organization_id, product_id);

create table unrecorded_webhook_events (
  organization_id uuid not null,
  sequence bigint not null,
  domain_event_id uuid not null,
  constraint unrecorded_webhook_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES webhook_owners(id) ON DELETE CASCADE,
  constraint unrecorded_webhook_events_pkey PRIMARY KEY (organization_id, sequence)
);

create table usage_alert_triggers (
  organization_id uuid not null,
  id uuid not null,
  alert_id uuid not null,
  meter_id uuid not null,
  customer_id uuid not null,
  window_start timestamp(3) with time zone,
  threshold numeric not null,
  consumed numeric not null,
  triggered_at timestamp(3) with time zone not null,
  constraint usage_alert_triggers_organization_id_alert_id_fkey FOREIGN KEY (organization_id, alert_id) REFERENCES usage_alerts(organization_id, id) ON DELETE CASCADE,
  constraint usage_alert_triggers_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint usage_alert_triggers_pkey PRIMARY KEY (organization_id, id),
  constraint usage_alert_triggers_organization_id_alert_id_customer_id_w_key UNIQUE NULLS NOT DISTINCT (organization_id, alert_id, customer_id, window_start)
);
CREATE INDEX usage_alert_triggers_customer ON usage_alert_triggers USING btree (organization_id, customer_id, triggered_at DESC);
CREATE INDEX usage_alert_triggers_newest ON usage_alert_triggers USING btree (organization_id, alert_id, triggered_at DESC, id DESC);

create table usage_alerts (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  meter_id uuid not null,
  customer_id uuid,
  threshold numeric not null,
  notify_merchant_email boolean not null,
  notify_customer_email boolean not null,
  is_enabled boolean not null,
  metadata jsonb not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  constraint usage_alerts_threshold_check CHECK ((threshold > (0)::numeric)),
  constraint usage_alerts_organization_id_customer_id_fkey FOREIGN KEY (organization_id, customer_id) REFERENCES customers(organization_id, id) ON DELETE CASCADE,
  constraint usage_alerts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint usage_alerts_organization_id_meter_id_fkey FOREIGN KEY (organization_id, meter_id) REFERENCES meters(organization_id, id) ON DELETE CASCADE,
  constraint usage_alerts_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX usage_alerts_created ON usage_alerts USING btree (organization_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX usage_alerts_customer ON usage_alerts USING btree (organization_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX usage_alerts_meter ON usage_alerts USING btree (organization_id, meter_id);

create table usage_event_copies (
  source_table text not null,
  to_organization uuid not null,
  to_event uuid not null,
  events bigint not null,
  constraint usage_event_copies_pkey PRIMARY KEY (source_table)
);

create table usage_event_names (
  organization_id uuid not null,
  name text not null,
  source text not null,
  occurrences bigint not null,
  first_seen timestamp(3) with time zone not null,
  last_seen timestamp(3) with time zone not null,
  constraint usage_event_names_source_check CHECK ((source = ANY (ARRAY['user'::text, 'system'::text]))),
  constraint usage_event_names_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint usage_event_names_pkey PRIMARY KEY (organization_id, name, source)
);

create table usage_event_retention (
  only_row boolean not null default true,
  events_from timestamp(3) with time zone not null,
  constraint usage_event_retention_only_row_check CHECK (only_row),
  constraint usage_event_retention_pkey PRIMARY KEY (only_row)
);

create table usage_events_other (
  organization_id uuid not null,
  id uuid not null,
  timestamp timestamp(3) with time zone not null,
  arrival bigint not null default nextval('usage_event_arrivals'::regclass),
  name text not null,
  source text not null,
  customer_id uuid,
  external_customer_id text,
  external_id text,
  metadata jsonb not null,
  constraint usage_events_source_check CHECK ((source = ANY (ARRAY['user'::text, 'system'::text]))),
  constraint usage_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint usage_events_other_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX usage_events_other_organization_id_customer_id_id_idx ON usage_events_other USING btree (organization_id, customer_id, id) WHERE (customer_id IS NOT NULL);
CREATE INDEX usage_events_other_organization_id_external_customer_id_id_idx ON usage_events_other USING btree (organization_id, external_customer_id, id) WHERE (customer_id IS NULL);

create table users (
  id uuid not null,
  name text not null,
  email text not null,
  is_email_verified boolean not null,
  image text,
  username text,
  display_username text,
  role text,
  is_banned boolean,
  ban_reason text,
  ban_expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  language text,
  is_verified_unattended boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_username_key UNIQUE (username)
);
CREATE INDEX users_banned ON users USING btree (id) WHERE is_banned;
CREATE INDEX users_created ON users USING btree (created_at, id);
CREATE INDEX users_elevated ON users USING btree (id) WHERE (role <> 'user'::text);
CREATE INDEX users_email_order ON users USING btree (email COLLATE "C", id);
CREATE INDEX users_image ON users USING hash (image) WHERE (image IS NOT NULL);
CREATE INDEX users_name_order ON users USING btree (name COLLATE "und-x-icu", id);
CREATE TRIGGER users_notify_change AFTER DELETE OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION notify_session_change('user');

create table verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  user_id uuid,
  details jsonb not null,
  used_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint verifications_pkey PRIMARY KEY (id),
  constraint verifications_identifier_key UNIQUE (identifier)
);
CREATE INDEX verifications_expires ON verifications USING btree (expires_at);
CREATE INDEX verifications_user ON verifications USING btree (user_id);
CREATE INDEX verifications_value ON verifications USING btree (value);

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
  created_at timestamp(3) with time zone not null,
  constraint webhook_deliveries_organization_id_event_id_fkey FOREIGN KEY (organization_id, event_id) REFERENCES webhook_events(organization_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhook_deliveries_created ON webhook_deliveries USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries USING btree (organization_id, endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries USING btree (organization_id, event_id, created_at DESC);

create table webhook_endpoints (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  format text not null,
  sealed_secret text not null,
  previous_sealed_secret text,
  previous_secret_until timestamp(3) with time zone,
  events text[] not null,
  additional_events text[] not null default '{}'::text[],
  is_enabled boolean not null default true,
  disabled_reason text,
  failed_in_a_row integer not null default 0,
  failing_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  constraint webhook_endpoints_format_check CHECK ((format = ANY (ARRAY['raw'::text, 'slack'::text, 'discord'::text]))),
  constraint webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES webhook_owners(id) ON DELETE CASCADE,
  constraint webhook_endpoints_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhook_endpoints_created ON webhook_endpoints USING btree (organization_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX webhook_endpoints_failing ON webhook_endpoints USING btree (failing_since) WHERE ((failing_since IS NOT NULL) OR (disabled_reason IS NOT NULL));

create table webhook_events (
  organization_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  domain_event_id uuid not null,
  type text not null,
  resource_id uuid not null,
  lane smallint not null,
  sequence bigint not null,
  status text not null,
  attempts integer not null default 0,
  last_http_code integer,
  next_attempt_at timestamp(3) with time zone,
  happened_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  modified_at timestamp(3) with time zone,
  format text not null,
  is_sample boolean not null default false,
  constraint webhook_events_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'skipped'::text]))),
  constraint webhook_events_organization_id_domain_event_id_format_fkey FOREIGN KEY (organization_id, domain_event_id, format) REFERENCES webhook_payloads(organization_id, domain_event_id, format) ON DELETE CASCADE,
  constraint webhook_events_organization_id_endpoint_id_fkey FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE,
  constraint webhook_events_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhook_events_due ON webhook_events USING btree (organization_id, endpoint_id, lane, next_attempt_at, sequence) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX webhook_events_once ON webhook_events USING btree (organization_id, endpoint_id, domain_event_id);
CREATE INDEX webhook_events_payload ON webhook_events USING btree (organization_id, domain_event_id, format);
CREATE INDEX webhook_events_resource ON webhook_events USING btree (organization_id, resource_id, id DESC);
CREATE INDEX webhook_events_since ON webhook_events USING btree (organization_id, endpoint_id, created_at, id);
CREATE INDEX webhook_events_waiting ON webhook_events USING btree (organization_id, endpoint_id, resource_id, sequence) WHERE (status = 'pending'::text);

create table webhook_owners (
  id uuid not null,
  organization_id uuid generated always as (NULLIF(id, '00000000-0000-8000-8000-000000000000'::uuid)) stored,
  constraint webhook_owners_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE,
  constraint webhook_owners_pkey PRIMARY KEY (id),
  constraint webhook_owners_organization_id_key UNIQUE (organization_id)
);

create table webhook_payloads (
  organization_id uuid not null,
  domain_event_id uuid not null,
  format text not null,
  sealed_payload text not null,
  happened_at timestamp(3) with time zone not null,
  constraint webhook_payloads_format_check CHECK ((format = ANY (ARRAY['raw'::text, 'slack'::text, 'discord'::text]))),
  constraint webhook_payloads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES webhook_owners(id) ON DELETE CASCADE,
  constraint webhook_payloads_pkey PRIMARY KEY (organization_id, domain_event_id, format)
);
CREATE INDEX webhook_payloads_happened ON webhook_payloads USING btree (happened_at);

create table webhook_redeliveries (
  organization_id uuid not null,
  endpoint_id uuid not null,
  since timestamp(3) with time zone not null,
  until timestamp(3) with time zone not null,
  includes_delivered boolean not null,
  after_created_at timestamp(3) with time zone,
  after_id uuid,
  constraint webhook_redeliveries_check CHECK (((after_created_at IS NULL) = (after_id IS NULL))),
  constraint webhook_redeliveries_organization_id_endpoint_id_fkey FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints(organization_id, id) ON DELETE CASCADE,
  constraint webhook_redeliveries_pkey PRIMARY KEY (organization_id, endpoint_id)
);

create table withdrawn_orders (
  organization_id uuid not null,
  order_id uuid not null,
  refund_id uuid not null,
  withdrawn_at timestamp(3) with time zone not null,
  constraint withdrawn_orders_organization_id_order_id_fkey FOREIGN KEY (organization_id, order_id) REFERENCES orders(organization_id, id) ON DELETE CASCADE,
  constraint withdrawn_orders_pkey PRIMARY KEY (organization_id, order_id, refund_id)
);

CREATE OR REPLACE FUNCTION add_up_metric_changes(maximum integer)
 RETURNS bigint
 LANGUAGE sql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION add_webhook_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_owners (id) values (new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION change_credit_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION committed_value(sold subscriptions)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select case when sold.cancel_at_period_end then 0 else subscription_value(sold) end
$function$;

CREATE OR REPLACE FUNCTION count_changes(organization uuid, counted_table text, change bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into row_counts (organization_id, counted_table, change)
  select organization, counted_table, change
  where change <> 0 and exists (select from organizations where id = organization)
$function$;

CREATE OR REPLACE FUNCTION count_metric_tallies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION count_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION invite_state(organization uuid, inviter uuid, address text, team uuid, at timestamp with time zone, locks boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION metric_tallies(opened checkouts)
 RETURNS TABLE(product_id uuid, currency text, measure text, happened_at timestamp with time zone, prior_at timestamp with time zone, count bigint, amount bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select opened.product_id, opened.currency, counted.measure, opened.created_at, null::timestamptz, 1::bigint, 0::bigint
  from (values ('checkout', opened.id is not null), ('checkout_succeeded', opened.status = 'succeeded')) as counted (measure, is_counted)
  where counted.is_counted
$function$;

CREATE OR REPLACE FUNCTION metric_tallies(sold orders)
 RETURNS TABLE(product_id uuid, currency text, measure text, happened_at timestamp with time zone, prior_at timestamp with time zone, count bigint, amount bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sold.product_id, sold.currency, sold.billing_reason, sold.paid_at, null::timestamptz, 1::bigint, sold.net_amount where sold.paid_at is not null
$function$;

CREATE OR REPLACE FUNCTION metric_tallies(refunded refunds)
 RETURNS TABLE(product_id uuid, currency text, measure text, happened_at timestamp with time zone, prior_at timestamp with time zone, count bigint, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select orders.product_id, refunded.currency, 'refund', coalesce(refunded.modified_at, refunded.created_at), null::timestamptz, 1::bigint, refunded.amount
  from orders where orders.organization_id = refunded.organization_id and orders.id = refunded.order_id
    and refunded.status = 'succeeded' and not refunded.is_duplicate_payment
$function$;

CREATE OR REPLACE FUNCTION metric_tallies(renewal subscription_renewals)
 RETURNS TABLE(product_id uuid, currency text, measure text, happened_at timestamp with time zone, prior_at timestamp with time zone, count bigint, amount bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select renewal.product_id, renewal.currency, 'renewal', renewal.paid_at, renewal.prior_paid_at, 1::bigint, 0::bigint where renewal.order_id is not null
$function$;

CREATE OR REPLACE FUNCTION metric_tallies(changed subscription_value_changes)
 RETURNS TABLE(product_id uuid, currency text, measure text, happened_at timestamp with time zone, prior_at timestamp with time zone, count bigint, amount bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select changed.product_id, changed.currency, counted.measure, changed.happened_at, null::timestamptz, 0::bigint, counted.amount
  from (values ('value', changed.twelfths), ('committed_value', changed.committed_twelfths)) as counted (measure, amount)
  where counted.amount <> 0
$function$;

CREATE OR REPLACE FUNCTION metric_tallies(sold subscriptions)
 RETURNS TABLE(product_id uuid, currency text, measure text, happened_at timestamp with time zone, prior_at timestamp with time zone, count bigint, amount bigint)
 LANGUAGE sql
 IMMUTABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION monthly_twelfths(sold subscriptions)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION next_document_number(organization uuid, of_series text, head text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  taken bigint;
begin
  insert into number_series as known (organization_id, series, prefix, last_number) values (organization, of_series, head, 1)
    on conflict (organization_id, series) do update set last_number = known.last_number + 1, prefix = excluded.prefix
    returning last_number into taken;
  return number_text(head, taken);
end $function$;

CREATE OR REPLACE FUNCTION next_number(organization uuid, of_series text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  taken record;
begin
  insert into number_series as known (organization_id, series, prefix, last_number)
    select id, of_series, number_prefix(slug), 1 from organizations where id = organization
    on conflict (organization_id, series) do update set last_number = known.last_number + 1
    returning prefix, last_number into taken;
  return number_text(taken.prefix, taken.last_number);
end $function$;

CREATE OR REPLACE FUNCTION note_subscription_value()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into subscription_value_changes (organization_id, id, subscription_id, product_id, currency, happened_at, twelfths, committed_twelfths)
  select new.organization_id, gen_random_uuid(), new.id, product_id, currency, coalesce(new.modified_at, new.created_at), sum(twelfths), sum(committed_twelfths)
  from (
    select new.product_id, new.currency, subscription_value(new) as twelfths, committed_value(new) as committed_twelfths
    union all select old.product_id, old.currency, -subscription_value(old), -committed_value(old) where tg_op = 'UPDATE'
  ) as changes (product_id, currency, twelfths, committed_twelfths)
  group by product_id, currency having sum(twelfths) <> 0 or sum(committed_twelfths) <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION notify_session_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('guildhall_sessions', tg_argv[0] || ' ' || old.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION number_prefix(slug text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case count(*) when 0 then 'X' when 1 then upper(left(min(word), 3)) else upper(left(string_agg(left(word, 1), '' order by at), 4)) end
  from regexp_split_to_table(lower(slug), '[^a-z0-9]+') with ordinality as words (word, at)
  where word <> ''
$function$;

CREATE OR REPLACE FUNCTION number_text(prefix text, number bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select prefix || '-' || lpad(number::text, greatest(length(number::text), 4), '0')
$function$;

CREATE OR REPLACE FUNCTION pair_renewals(owner uuid, subscription uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION pair_renewals_of_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then perform pair_renewals(old.organization_id, old.subscription_id);
  else perform pair_renewals(new.organization_id, new.subscription_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('guildhall.erasing', true) = 'on' then return coalesce(new, old); end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION refuse_empty_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION refuse_unbalanced_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION require_row(holds boolean)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if holds then return true; end if;
  raise exception 'the guard of the statement does not hold' using errcode = 'GH001';
end $function$;

CREATE OR REPLACE FUNCTION subscription_value(sold subscriptions)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select case when sold.status in ('active', 'past_due') then monthly_twelfths(sold) else 0 end
$function$;

CREATE OR REPLACE FUNCTION within_counted_limit(owner uuid, counted_table text, maximum integer)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION within_file_storage(owner uuid, added bigint, maximum bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  present bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('file storage ' || owner::text, 0));
  select coalesce(sum(files.size), 0) into present from files where files.organization_id = owner;
  if present + added > maximum then raise exception 'the storage of an owner is full' using errcode = 'GH003'; end if;
  return added;
end $function$;

CREATE OR REPLACE FUNCTION within_limit(owner uuid, counted_table regclass, owned_by text, condition text, maximum integer)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
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
end $function$;
