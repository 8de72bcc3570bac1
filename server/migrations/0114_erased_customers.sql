-- Customers that were anonymized before lose what anonymization now erases, too: the merchant's own id, and what their subscriptions say.
update subscriptions set custom_field_data = '{}', customer_cancellation_comment = null
from customers
where customers.organization_id = subscriptions.organization_id and customers.id = subscriptions.customer_id
  and customers.email = customers.id || '@anonymized.invalid'
  and (subscriptions.custom_field_data <> '{}' or subscriptions.customer_cancellation_comment is not null);

update customers set external_id = null where email = id || '@anonymized.invalid' and external_id is not null;
