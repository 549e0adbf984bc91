-- An approver's edit: who narrowed the step to which args, and the item's revision that shows it (none while it is planned anew).
-- `json`, as args that were hashed stay as they were written.
alter table approvals add column edit json;
