-- Which request ordered a transfer or a purchase, so that planning it again does not hold its own sibling against it.

alter table transfers add column request text;
alter table purchase_orders add column request text;

create index transfers_incoming on transfers (tenant, sku, to_location)
  where state in ('proposed', 'approved', 'allocated', 'issued', 'partly_received');
