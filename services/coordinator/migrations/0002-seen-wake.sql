-- Up to which news the request was moved: news beyond it that nobody works on was lost with its mover, or failed there.
alter table requests add column seen_wake bigint not null default 0;
