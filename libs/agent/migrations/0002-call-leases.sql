-- What the model call in flight may take at most. Journal writes clear it; one that a dead process left counts as spent in full.
alter table agent_tasks add column call_lease json;
