/** Puts the people that a newcomer needs first, in the order of their names there; everybody else keeps the server's order. */
export function splitPeople<T extends { id: string }>(people: readonly T[], firstNames: readonly string[]): { first: T[]; others: T[] } {
  return {
    first: firstNames.flatMap((name) => people.filter((person) => person.id === name)),
    others: people.filter((person) => !firstNames.includes(person.id)),
  };
}
