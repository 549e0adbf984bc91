-- How often a request was taken up without one step of it coming to its end: its mover died, or failed. A step that ends clears it.
alter table requests add column attempts int not null default 0;

-- Trajectories that were kept while their agent still wrote them are asked for again.
delete from trajectories where body ->> 'state' is distinct from 'done';
