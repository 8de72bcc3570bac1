-- A refund that was made at the sandbox itself, as in the dashboard of a processor, has no key of ours.
alter table sandbox_refunds alter column key drop not null;

-- Refunds that were made at a processor may return nothing but the rest of the tax.
alter table refunds drop constraint refunds_amount_check;
alter table refunds add constraint refunds_amount_check check (amount >= 0 and amount + tax_amount > 0);
