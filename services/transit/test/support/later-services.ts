import type { TransitWorld } from "./transit-world.ts";

/** Makes another sailing of a service's route, as the world's author would. */
export const addSailing = (world: TransitWorld, service: string, id: string): Promise<unknown> =>
  world.db.admin(
    `do $$ begin
       alter table services disable trigger user;
       insert into services select (jsonb_populate_record(s, jsonb_build_object('id', '${id}'))).* from services s where tenant = 'demo' and id = '${service}'
         on conflict do nothing;
       alter table services enable trigger user;
     end $$`,
  );
