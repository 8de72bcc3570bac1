-- The text search of orders reads these indexes instead of the rows.
drop index orders_number;
create unique index orders_number on orders (organization_id, number) include (id);
create index customers_search on customers (organization_id, id) include (name, email);
create index products_search on products (organization_id, id) include (name);
