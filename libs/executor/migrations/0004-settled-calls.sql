-- A person may find out what became of a call. What was made there but cannot be written here yet stays open with their finding.
alter table outside_call add column told_reference text;
do $$ begin
  execute format('grant update (told_by, told_reference) on outside_call to %I', format('qm_%s_executor', current_setting('qm.domain')));
end $$;
