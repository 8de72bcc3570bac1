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
