export interface Party {
  id: string;
  name: string;
  country: string;
  aliases: string[];
  screening: "clear" | "review" | "confirmed" | "unknown";
  screeningHit: string | null;
  screeningScore: string | null;
  listVersion: string | null;
  remark: string;
  version: number;
}

export interface PartyProblem {
  code: "denied_party" | "open_screening";
  detail: string;
}

/** What a party's screening forbids. A clear result counts only for the list it was made against. */
export function partyProblem(party: Party, currentList: string | null, openScreening: string | null): PartyProblem | null {
  if (party.screening === "confirmed")
    return { code: "denied_party", detail: `${party.id} is a confirmed match of ${party.screeningHit ?? "a denied party"}` };
  if (openScreening !== null) return { code: "open_screening", detail: `screening ${openScreening} of ${party.id} is open` };
  if (party.screening !== "clear") return { code: "open_screening", detail: `the screening of ${party.id} is ${party.screening}` };
  if (currentList !== null && party.listVersion !== currentList) {
    return {
      code: "open_screening",
      detail: `${party.id} was cleared against ${party.listVersion ?? "no list"}, the list in force is ${currentList}`,
    };
  }
  return null;
}
