-- How invoices are numbered, which pages may frame a checkout, and its colour. The defaults are those of a merchant that never saved any.

alter table merchants
  add column invoice_prefix text not null default 'INV' check (invoice_prefix ~ '^[A-Z0-9]{1,12}$'),
  add column invoice_series text not null default 'organization' check (invoice_series in ('organization', 'customer')),
  add column restarts_invoices_yearly boolean not null default false,
  add column allowed_embed_origins jsonb not null default '[]',
  add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$');
