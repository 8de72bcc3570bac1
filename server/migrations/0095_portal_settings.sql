-- What customers may see and change in the portal, besides what the rules of subscriptions let them.
alter table merchants add column portal_settings jsonb not null default '{"showsUsage": true, "allowsEmailChange": true}';
