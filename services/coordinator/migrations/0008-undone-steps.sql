-- What a step is about, for whoever asks whether an effect was taken back by now: a column of its own, since under row level security an
-- index takes only comparisons that leak nothing, and reading a member of a document is none of them.
alter table plan_steps add column subject text generated always as (coalesce(step #>> '{args,holdId}', step #>> '{args,reservationId}',
  step #>> '{args,shipmentId}', step #>> '{args,declarationId}', step #>> '{args,sku}')) stored;
create index plan_steps_done_to on plan_steps (tenant, subject) where state = 'succeeded';
-- The requests that a request replaced.
create index requests_superseded_by on requests (superseded_by) where superseded_by is not null;
