import type { Egress } from "@quartermaster/shared/egress";
import type { RouteDeps } from "../../http/route-deps.ts";
import type { OwnSettingsDeps } from "./change-own-settings.ts";

/** What the routes of notifications may use. */
export interface NotificationRouteDeps extends RouteDeps, OwnSettingsDeps {
  egress: Egress;
}
