-- One kind of job sends every email about an organization: waiting receipts and notifications get its form.

update jobs set
  kind = 'notifications:send',
  payload = jsonb_build_object(
    'email', 'receipt',
    'organizationId', payload -> 'organizationId',
    'to', payload -> 'address',
    'key', 'receipt:' || (payload ->> 'orderId'),
    'values', payload - 'organizationId' - 'address')
  where kind = 'notifications:send-receipt';

update jobs set
  kind = 'notifications:send',
  payload = jsonb_build_object(
    'email', 'webhookDisabled',
    'organizationId', payload -> 'organizationId',
    'to', null,
    'key', 'webhook-disabled:' || (payload ->> 'endpointId') || ':'
      || (extract(epoch from (payload ->> 'at')::timestamptz) * 1000)::int8,
    'values', payload - 'organizationId' - 'at')
  where kind = 'notifications:write-to-owners';
