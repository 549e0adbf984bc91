/** An item is not the one any more that a person chose for a decision about several: it has another revision, or is not plain now. */
export class ChosenChanged extends Error {
  constructor(id: string) {
    super(`${id} changed since it was chosen`);
    this.name = "ChosenChanged";
  }
}
