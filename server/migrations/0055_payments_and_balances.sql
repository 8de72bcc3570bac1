-- The attempts to pay of a customer, also those that paid no order.
create index payments_email on payments (organization_id, lower(customer_email));

-- Balances are summed up from the index alone.
drop index ledger_postings_account;
create index ledger_postings_account on ledger_postings (organization_id, account, currency) include (amount);
