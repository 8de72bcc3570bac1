-- An order says which tax id its buyer gave with it, so that its documents name nothing of the customer that was not given for the order.
alter table orders add column buyer_tax_id jsonb;
