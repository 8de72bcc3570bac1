-- Tables, columns and jobs get the names of the glossary: a domain event, the IP address of a request, an impersonator.

alter table facts rename to domain_events;
alter table domain_events rename constraint facts_pkey to domain_events_pkey;
alter table domain_events rename constraint facts_audience_check to domain_events_audience_check;
alter index facts_organization_sequence rename to domain_events_organization_sequence;
alter index facts_relayed rename to domain_events_relayed;
alter index facts_unrelayed rename to domain_events_unrelayed;

alter table fact_sequences rename to domain_event_sequences;
alter table domain_event_sequences rename constraint fact_sequences_pkey to domain_event_sequences_pkey;

alter table webhook_events rename column fact_id to domain_event_id;

alter table audit_entries rename column address to ip_address;
alter index audit_entries_borrower rename to audit_entries_impersonator;

alter function tell_session_change() rename to notify_session_change;
alter trigger users_tell_change on users rename to users_notify_change;
alter trigger sessions_tell_end on sessions rename to sessions_notify_end;
alter trigger sessions_tell_change on sessions rename to sessions_notify_change;

-- Jobs that wait keep their work under the new names.
update jobs set kind = 'mail:send' where kind = 'letters:send';
update jobs set kind = 'outbox:retry-listener',
  payload = jsonb_build_object('event', payload -> 'fact', 'listener', payload -> 'listener') where kind = 'outbox:hear-again';
delete from job_periods where kind in ('letters:send', 'outbox:hear-again');
