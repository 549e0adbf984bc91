import type { Bus } from "@quartermaster/shared/bus";
import { type Presence, subjects } from "@quartermaster/shared/contracts";

const BEAT_MS = 5_000;
/** Pauses between the first beats: who started in the same moment may not have listened yet, and should not wait for the next beat. */
const FIRST_PAUSES_MS = [250, 500, 1_000, 2_000];

export interface PresenceBeacon {
  /** Says at once what changed, e.g. draining. */
  announce(): void;
  stop(): void;
}

/** Tells every 5 seconds, and more often right after the start, that this instance lives, and with which card. */
export function startPresence(bus: Pick<Bus, "publishCore">, read: () => Omit<Presence, "at">): PresenceBeacon {
  const announce = () => {
    const presence: Presence = { ...read(), at: new Date().toISOString() };
    bus.publishCore(subjects.presence(presence.agent, presence.instance), JSON.stringify(presence));
  };
  let beats = 0;
  let timer: NodeJS.Timeout;
  const beat = () => {
    announce();
    timer = setTimeout(beat, FIRST_PAUSES_MS[beats] ?? BEAT_MS);
    beats += 1;
  };
  beat();
  return { announce, stop: () => clearTimeout(timer) };
}
