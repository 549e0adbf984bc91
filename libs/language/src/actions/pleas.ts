import { any } from "./verb-patterns.ts";

/** Patterns of texts that ask the system to approve, or to act without approval or rules. */
export const PLEAS: string[] = [
  "(?<!\\b(?:the|an?|any|no|need|needs|this|pending|waiting|awaiting|is|was|be|been|already|who|can|could|will|would|should|must|to) )\\bapprove\\b(?! ?d)",
  "(?:^\\s*|\\b(?:and|then|please|pls|now|just|also)\\s+)approve\\b",
  "\\b(?:auto-?approve|self-?approve|pre-?approve)\\b",
  "\\b(?:mark|treat|consider|count) (?:\\S+ ){0,5}?(?:as )?approved\\b",
  "\\b(?:skip|bypass|ignore|avoid|disable|switch off|turn off|drop|without waiting for|no need for|circumvent) (?:\\S+ ){0,3}?(?:approvals?|approvers?|safety checks|four eyes|the queue|policy|checks)\\b",
  "\\b(?:no time for|without) (?:any |the |an )?(?:approvals?|approvers?)\\b",
  any("genehmige|genehmigen sie|freizeichnen|genehmigt alle"),
  "\\bohne (?:\\S+ )?(?:genehmigung|freigabe)\\b",
  "\\bgenehmigung(?:en)? (?:uberspringen|umgehen|ignorieren)\\b",
  any("approuvez|approuve(?= tout| toutes| la| le| les)"),
  "\\bsans (?:\\S+ )?(?:approbation|validation)\\b",
  any("aprueba|apruebe|aprobad|autoaprueba"),
  "\\bsin (?:\\S+ )?aprobaci?on(?:es)?\\b",
  any("keur (?:\\S+ ){0,4}?goed|goedkeuren zonder"),
  "\\bzonder (?:\\S+ )?goedkeuring\\b",
  "\\b(?:ignore|disregard|forget|override) (?:\\S+ ){0,3}?(?:previous |prior |earlier |above |all )?(?:rules?|instructions?|polic(?:y|ies)|guidelines|restrictions)\\b",
  "\\b(?:ignoriere|vergiss|missachte) (?:\\S+ ){0,3}?(?:regeln|anweisungen|vorschriften)\\b",
  "\\b(?:ignorez|oubliez|ignore|oublie) (?:\\S+ ){0,3}?(?:regles|instructions|consignes)\\b",
  "\\b(?:ignora|olvida|ignore) (?:\\S+ ){0,3}?(?:reglas|instrucciones|normas)\\b",
  "\\b(?:negeer|vergeet) (?:\\S+ ){0,3}?(?:regels|instructies|voorschriften)\\b",
  "\\b(?:safety checks off|autonomous mode|admin mode|developer mode|god mode)\\b",
];
