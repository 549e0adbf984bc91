-- World events that were taken in, each once: its answer, and what it would take to declare it an error.

create table inbound_event (
  tenant text not null,
  event_id text not null,
  biz_step text not null,
  source text not null,
  -- Business time at which it happened.
  event_time timestamptz not null,
  body_hash text not null,
  body jsonb not null,
  answer jsonb not null,
  -- What a declared error needs to take the event back; null when it cannot be.
  undo jsonb,
  -- The event that declared this one an error.
  corrected_by text,
  -- Order in which events of a tenant were taken in.
  sequence bigint generated always as identity,
  received_at timestamptz not null default now(),
  primary key (tenant, event_id)
);
alter table inbound_event enable row level security;
create policy own_tenant on inbound_event using (tenant = current_setting('qm.tenant', true)) with check (tenant = current_setting('qm.tenant', true));

-- Receipts whose outside outcome is still to come.
create index used_grant_pending on used_grant (tenant, (receipt ->> 'tool')) where receipt ->> 'externalOutcome' = 'pending';

do $$
declare
  events text := format('qm_%s_events', current_setting('qm.domain'));
begin
  execute format('grant select, insert (tenant, event_id, biz_step, source, event_time, body_hash, body, answer, undo), update (corrected_by) on inbound_event to %I', events);
end $$;

-- A new demo world knows nothing of what happened in the one before.
create function forget_inbound_events() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  delete from inbound_event where tenant = new.tenant;
  return null;
end $$;
revoke execute on function forget_inbound_events() from public;
create trigger forget_inbound_events after insert on change_cause for each row when (new.kind = 'seed') execute function forget_inbound_events();

-- State machines, held by the database for every writer. Takes the legal moves as `from>to` arguments of the trigger; the state
-- column is the first argument.
create function legal_move() returns trigger language plpgsql set search_path = pg_catalog as $$
declare
  before text := to_jsonb(old) ->> tg_argv[0];
  after text := to_jsonb(new) ->> tg_argv[0];
  i int;
begin
  if before is not distinct from after then
    return new;
  end if;
  for i in 1 .. tg_nargs - 1 loop
    if tg_argv[i] = before || '>' || after then
      return new;
    end if;
  end loop;
  raise exception '% cannot go from % to %', tg_table_name, before, after using errcode = 'QM001';
end $$;

-- Gives a table its state machine: `protect_states('transfers', 'state', array['allocated>issued', …])`.
create function protect_states(p_table regclass, p_column text, p_moves text[]) returns void language plpgsql as $$
begin
  execute format('create trigger legal_move before update of %I on %s for each row execute function legal_move(%L%s)', p_column, p_table, p_column,
    (select string_agg(format(', %L', move), '') from unnest(p_moves) as move));
end $$;
revoke execute on function protect_states(regclass, text, text[]) from public;
