-- What a grant may have been given at another service by a call whose answer was lost.
alter table benefit_grants add column attempted_access jsonb;

-- An account has one authorization at Discord for all merchants that it is linked with: it is revoked with the last link.
create index linked_accounts_discord on linked_accounts (account_id) where provider = 'discord';
