-- Tasks that wait here because their tenant has its share of the agent already; sent, in order, as others of the tenant end.
alter table tasks add column held boolean not null default false;
create index tasks_held on tasks (tenant, agent, created_at) where held and finished_at is null;
