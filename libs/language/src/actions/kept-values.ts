import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import type { Span } from "../text/span.ts";
import { isLeftOut, isReplaced } from "./sparing.ts";

/** Right before what a turn gives up: "forget Gdansk". Not to forget something keeps it. */
const GIVES_UP =
  /(?<!\b(?:do not|don't|dont|not|never|nicht|pas|no|niet) )\b(?:forget|scratch|drop|skip|vergiss|vergesst|streich\w*|oublie[zr]?|olvid[ae]\w*|vergeet|schrap)(?: (?:about|the|to|from|in|nach|von|vers|a|de|le|la|el|naar|van|het)){0,2} $/;
/** Right behind it: "a Gdansk no, …", "Danzig nicht, sondern …", "Gdansk is wrong". */
const DENIED =
  /^,? (?:(?:no|nicht|niet|pas|not)(?=\s*(?:[,.;]|$)| (?:but|sondern|mais|sino|maar)\b)|(?:is|was|ist|war|est|era|es) (?:wrong|falsch|faux|incorrect\w*|fout|verkeerd))/;

function kept<T extends Span>(own: string, list: readonly T[], kindOf: (item: T) => string | null): T[] {
  const folded = fold(own);
  const isDenied = (item: T) => {
    const before = folded.slice(0, item.start);
    return GIVES_UP.test(before) || isReplaced(before) || isLeftOut(before, kindOf(item)) || DENIED.test(folded.slice(item.end));
  };
  const rest = list.filter((item) => !isDenied(item));
  return list.filter((item) => rest.includes(item) || !rest.some((other) => kindOf(other) === kindOf(item)));
}

/**
 * A turn that changes an order, without the amounts, places and keys that it denies in favour of others: "not X but Y", "forget X, Y it
 * is", "Y instead of X". It orders nothing by itself, so nothing of it was left out when it was read.
 */
export function keptValues(turn: Reading): Reading {
  return {
    ...turn,
    ids: kept(turn.own, turn.ids, (id) => id.kind),
    quantities: kept(turn.own, turn.quantities, () => null),
    places: kept(turn.own, turn.places, () => null),
  };
}
