-- Shipments are found by their place, or by the country that its code begins with (as bytes, whatever the collation), and by their demand.

create index shipments_by_origin on shipments (tenant, origin_unlocode collate "C");
create index shipments_by_destination on shipments (tenant, destination_unlocode collate "C");
create index shipments_by_demand on shipments (tenant, demand_ref) where demand_ref is not null;
