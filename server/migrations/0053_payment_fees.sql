-- What the processor keeps of a payment (rule L2), and the payment that has paid an order.
alter table payments add column fee_amount bigint not null default 0 check (fee_amount >= 0);
alter table payments alter column fee_amount drop default;

-- Null where the order was free, or paid by credit alone.
alter table orders add column payment_id uuid;
update orders set payment_id = checkouts.payment_id
from checkouts
where checkouts.organization_id = orders.organization_id and checkouts.id = orders.checkout_id;
alter table orders add foreign key (organization_id, payment_id) references payments (organization_id, id);
create unique index orders_payment on orders (organization_id, payment_id) where payment_id is not null;
