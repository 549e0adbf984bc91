import type { Bus } from "@quartermaster/shared/bus";
import { type Presence, subjects } from "@quartermaster/shared/contracts";

const BEAT_MS = 5_000;

export interface PresenceBeacon {
  /** Says at once what changed, e.g. draining. */
  announce(): void;
  stop(): void;
}

/** Tells every 5 seconds that this instance lives, and with which card. */
export function startPresence(bus: Pick<Bus, "publishCore">, read: () => Omit<Presence, "at">): PresenceBeacon {
  const announce = () => {
    const presence: Presence = { ...read(), at: new Date().toISOString() };
    bus.publishCore(subjects.presence(presence.agent, presence.instance), JSON.stringify(presence));
  };
  announce();
  const timer = setInterval(announce, BEAT_MS);
  return { announce, stop: () => clearInterval(timer) };
}
