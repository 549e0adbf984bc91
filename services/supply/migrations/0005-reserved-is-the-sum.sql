-- One truth: what a stock row says is reserved is what its active reservations come to, at the end of every transaction and whoever
-- wrote it. Two numbers that may drift apart lock people out of their own stock, and no repair knows which one was right.
create function check_reserved() returns trigger language plpgsql as $$
declare
  touched text[];
  changed text;
  stated numeric;
  summed numeric;
begin
  if tg_table_name = 'stock' then touched := array[new.id];
  elsif tg_op = 'INSERT' then touched := array[new.stock];
  else touched := array[old.stock, new.stock];
  end if;
  foreach changed in array touched loop
    select reserved into stated from stock where tenant = new.tenant and id = changed;
    select coalesce(sum(quantity), 0) into summed from reservations where tenant = new.tenant and stock = changed and state = 'active';
    -- A row that went with a fresh demo world has nothing to say.
    if stated is not null and stated <> summed then
      raise exception 'stock row % says % reserved, its active reservations come to %', changed, stated, summed using errcode = '23514';
    end if;
  end loop;
  return null;
end $$;

create constraint trigger reserved_is_the_sum after insert or update of reserved on stock
  deferrable initially deferred for each row execute function check_reserved();
create constraint trigger reserved_is_the_sum after insert or update of quantity, state, stock on reservations
  deferrable initially deferred for each row execute function check_reserved();
